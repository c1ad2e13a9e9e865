package apiclient

import (
	"context"
	"errors"
	"fmt"
)

// infrastructurePath is the object with the infrastructure ID (openshift/api config/v1/types_infrastructure.go). The installer creates it
// with the first manifests of a cluster.
const infrastructurePath = "/apis/config.openshift.io/v1/infrastructures/cluster"

// otherClusterError is the error of an API server that is not that of a cluster.
type otherClusterError struct {
	// server is the address of the API server, and kubeconfig the path of the kubeconfig, if it has one.
	server, kubeconfig string
	// infraID is the infrastructure ID that the API reports, empty if it reports none, and want that of the cluster.
	infraID, want string
}

// Error returns whose API it is.
func (e *otherClusterError) Error() string {
	from := ""
	if e.kubeconfig != "" {
		from = ", the server of the current context of " + e.kubeconfig + ","
	}
	if e.infraID == "" {
		return fmt.Sprintf("the API at %s%s does not report an infrastructure ID, and that of the cluster is %s", e.server, from, e.want)
	}
	return fmt.Sprintf("the API at %s%s is of the cluster %s, not of %s", e.server, from, Printable(e.infraID), e.want)
}

// IsOther reports whether an error says that the API server belongs to another cluster. The API server of a cluster whose installation has just begun
// reports no infrastructure ID yet.
func IsOther(err error) bool {
	var other *otherClusterError
	return errors.As(err, &other) && other.infraID != ""
}

// IsUnidentified reports whether an error says that the API server responds and reports no infrastructure ID.
func IsUnidentified(err error) bool {
	var other *otherClusterError
	return errors.As(err, &other) && other.infraID == ""
}

// CheckCluster compares the infrastructure ID that the API reports with that of a cluster. See IsOther and
// IsUnidentified.
func (c *Client) CheckCluster(ctx context.Context, infraID string) error {
	var found struct {
		Status struct {
			InfrastructureName string `json:"infrastructureName"`
		} `json:"status"`
	}
	if err := c.Read(ctx, infrastructurePath, &found); err != nil && !NotFound(err) {
		return err
	}
	if name := found.Status.InfrastructureName; name != infraID {
		return &otherClusterError{server: c.server, kubeconfig: c.kubeconfig, infraID: name, want: infraID}
	}
	return nil
}
