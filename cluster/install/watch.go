package install

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
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

// conditioned is a list of objects of which only the names and conditions are read.
type conditioned struct {
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Status struct {
			Conditions []condition `json:"conditions"`
		} `json:"status"`
	} `json:"items"`
}

func (l conditioned) count(kind string) int {
	count := 0
	for _, item := range l.Items {
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

func (a *clusterAPI) health(ctx context.Context) (health, error) {
	var nodes, operators conditioned
	if err := a.get(ctx, "/api/v1/nodes", &nodes); err != nil {
		return health{}, err
	}
	if err := a.get(ctx, "/apis/config.openshift.io/v1/clusteroperators", &operators); err != nil && !isNotFound(err) {
		return health{}, err
	}
	return health{len(nodes.Items), nodes.count("Ready"), len(operators.Items), operators.count("Available")}, nil
}

func (h health) String() string {
	return fmt.Sprintf("%d of %d nodes are ready, %d of %d operators available", h.readyNodes, h.nodes, h.availableOperators, h.operators)
}

// bootstrapComplete reports whether the bootstrap machine has said so (openshift/installer release-4.19
// cmd/openshift-install/create.go, waitForBootstrapConfigMap).
func (i *Installation) bootstrapComplete(ctx context.Context) bool {
	api, err := openAPI(i.kubeconfig())
	if err != nil {
		return false
	}
	var found struct {
		Data map[string]string `json:"data"`
	}
	err = api.get(ctx, "/api/v1/namespaces/kube-system/configmaps/bootstrap", &found)
	return err == nil && found.Data["status"] == "complete"
}

// reportNodes reports the nodes and operators when they change.
func (i *Installation) reportNodes(ctx context.Context, p *progress) {
	api, err := openAPI(i.kubeconfig())
	if err != nil {
		return
	}
	var last health
	for ctx.Err() == nil {
		if now, err := api.health(ctx); err == nil && now != last {
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
