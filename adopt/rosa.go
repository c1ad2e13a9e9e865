package adopt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// rosaCluster is the part of OCM's cluster that names resources (openshift-online/ocm-api-model v0.0.436 clusters_mgmt v1).
type rosaCluster struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Hypershift struct {
		Enabled bool `json:"enabled"`
	} `json:"hypershift"`
	AWS struct {
		STS struct {
			RoleARN    string `json:"role_arn"`
			OIDCConfig struct {
				ID string `json:"id"`
			} `json:"oidc_config"`
			OIDCEndpointURL string `json:"oidc_endpoint_url"`
		} `json:"sts"`
	} `json:"aws"`
}

// ReadROSA reads the resources that a cluster names, as `rosa describe cluster -o json` prints it: the cluster, its OIDC configuration
// and the OIDC provider. The IDs of its roles are their names, which the program has.
func ReadROSA(file io.Reader) ([]Resource, error) {
	var cluster rosaCluster
	if err := json.NewDecoder(file).Decode(&cluster); err != nil {
		return nil, fmt.Errorf("not a valid description of a cluster: %w", err)
	}
	if cluster.ID == "" {
		return nil, errors.New("not a valid description of a cluster: it has no id")
	}
	kind := "rhcs:index/clusterRosaClassic:ClusterRosaClassic"
	if cluster.Hypershift.Enabled {
		kind = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	}
	found := []Resource{{Type: kind, ID: cluster.ID, Properties: map[string]any{"name": cluster.Name}}}
	sts := cluster.AWS.STS
	if sts.OIDCConfig.ID != "" {
		found = append(found, Resource{Type: "rhcs:index/rosaOidcConfig:RosaOidcConfig", ID: sts.OIDCConfig.ID})
	}
	endpoint := strings.TrimPrefix(sts.OIDCEndpointURL, "https://")
	if account, _, isARN := strings.Cut(sts.RoleARN, ":role/"); isARN && endpoint != "" {
		found = append(found, Resource{
			Type: "aws:iam/openIdConnectProvider:OpenIdConnectProvider", ID: account + ":oidc-provider/" + endpoint,
			Properties: map[string]any{"url": endpoint},
		})
	}
	return found, nil
}
