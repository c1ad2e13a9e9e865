package install

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// watchInterval is the time between two looks at the nodes.
const watchInterval = 20 * time.Second

// condition is a condition in the status of an object.
type condition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}

func isTrue(conditions []condition, kind string) bool {
	for _, c := range conditions {
		if c.Type == kind {
			return c.Status == "True"
		}
	}
	return false
}

// conditioned is an object of which only the conditions are read.
type conditioned struct {
	Status struct {
		Conditions []condition `json:"conditions"`
	} `json:"status"`
}

func count(objects []conditioned, kind string) int {
	count := 0
	for _, item := range objects {
		if isTrue(item.Status.Conditions, kind) {
			count++
		}
	}
	return count
}

// health is how far a cluster is.
type health struct {
	nodes, readyNodes, operators, availableOperators int
}

func readHealth(ctx context.Context, api *apiclient.Client) (health, error) {
	nodes, err := apiclient.List[conditioned](ctx, api, "/api/v1/nodes")
	if err != nil {
		return health{}, err
	}
	operators, err := apiclient.List[conditioned](ctx, api, "/apis/config.openshift.io/v1/clusteroperators")
	if err != nil && !apiclient.NotFound(err) {
		return health{}, err
	}
	return health{len(nodes), count(nodes, "Ready"), len(operators), count(operators, "Available")}, nil
}

func (h health) String() string {
	return fmt.Sprintf("%d of %d nodes are ready, %d of %d operators available", h.readyNodes, h.nodes, h.availableOperators, h.operators)
}

// bootstrapComplete reports whether the bootstrap machine has said so (openshift/installer release-4.19
// cmd/openshift-install/create.go, waitForBootstrapConfigMap).
func (i *Installation) bootstrapComplete(ctx context.Context) bool {
	dir, err := i.directory()
	if err != nil {
		return false
	}
	api, err := apiclient.Open(i.kubeconfig())
	if err != nil || api.CheckCluster(ctx, dir.InfraID) != nil {
		return false
	}
	var found struct {
		Data map[string]string `json:"data"`
	}
	err = api.Read(ctx, "/api/v1/namespaces/kube-system/configmaps/bootstrap", &found)
	return err == nil && found.Data["status"] == "complete"
}

// checkCluster rejects an update of the objects inside the cluster if the API belongs to another cluster, or is not OpenShift's. An API
// that does not answer is left to the update.
func (i *Installation) checkCluster(ctx context.Context, infraID string) error {
	api, err := apiclient.Open(i.kubeconfig())
	if err != nil {
		return err
	}
	if err := api.CheckCluster(ctx, infraID); apiclient.IsOther(err) || apiclient.IsUnidentified(err) {
		return finalf("%v; nothing was changed. %s", err, useOwnContext)
	}
	return nil
}

// reportNodes reports the nodes and operators when they change.
func (i *Installation) reportNodes(ctx context.Context, p *progress) {
	api, err := apiclient.Open(i.kubeconfig())
	if err != nil {
		return
	}
	var last health
	for ctx.Err() == nil {
		if now, err := readHealth(ctx, api); err == nil && now != last {
			last = now
			p.emit(Progress, now.String())
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchInterval):
		}
	}
}

// resourceCounter counts the resources in Pulumi's output and reports every 25th. It passes the output on to log.
type resourceCounter struct {
	lines
	progress *progress
	log      io.Writer
	mutex    sync.Mutex
	changed  map[string]int
	total    int
}

// operations are the ends of Pulumi's lines about a resource: "+  aws:ec2:Vpc demo-vpc created (2s)".
var operations = []string{"created", "updated", "deleted", "replaced"}

// Write implements io.Writer.
func (c *resourceCounter) Write(text []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, line := range c.add(text) {
		c.line(line)
	}
	return c.log.Write(text)
}

func (c *resourceCounter) line(line string) {
	for _, operation := range operations {
		if !strings.Contains(line, " "+operation+" (") && !strings.HasSuffix(line, " "+operation) {
			continue
		}
		if c.changed == nil {
			c.changed = map[string]int{}
		}
		c.changed[operation]++
		if c.total++; c.total%25 == 0 {
			c.progress.emit(Progress, c.text())
		}
		return
	}
}

func (c *resourceCounter) summary() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.text()
}

func (c *resourceCounter) text() string {
	var parts []string
	for _, operation := range operations {
		if c.changed[operation] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.changed[operation], operation))
		}
	}
	if len(parts) == 0 {
		return "no changes"
	}
	return "resources: " + strings.Join(parts, ", ")
}
