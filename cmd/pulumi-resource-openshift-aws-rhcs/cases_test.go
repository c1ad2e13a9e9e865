package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// TestCases is what the sandbox's fake of RHCS is tested for too.
func TestCases(t *testing.T) { ocmtest.RunCases(t, openPlugin) }

// TestUnknown reads and deletes of every type a resource that OCM does not have. No component uses the legacy type Cluster.
func TestUnknown(t *testing.T) { ocmtest.RunUnknown(t, openPlugin, "Cluster") }

func openPlugin(t *testing.T) (stack, other *ocmtest.Stack, service ocmtest.Service, oidcConfig string) {
	t.Helper()
	api := startOCM(t)
	s, second := newStack(t, api), newStack(t, api)
	second.Name = "other"
	config, _ := api.does(http.MethodPost, "oidc_configs", inputs{"managed": true})["id"].(string)
	return &s.Stack, &second.Stack, cases{api, s}, config
}

// cases is OCM in a run of the cases.
type cases struct {
	ocm

	stack *stack
}

// Happen implements [ocmtest.Service].
func (c cases) Happen(event ocmtest.Event, product, cluster, path string) {
	c.t.Helper()
	cluster = "clusters/" + cluster
	switch event {
	case ocmtest.Deleted:
		if path != "" {
			cluster += "/" + path
		}
		c.does(http.MethodDelete, cluster, nil)
	case ocmtest.ClusterDeleted:
		c.does(http.MethodDelete, cluster, nil)
	case ocmtest.InitialPoolDeleted:
		c.does(http.MethodPost, cluster+"/node_pools", inputs{"id": "other"}) // OCM does not delete the last one.
		c.does(http.MethodDelete, cluster+"/node_pools/workers", nil)
	case ocmtest.StateInstalling, ocmtest.StateReady, ocmtest.StateError:
		c.does(http.MethodPatch, cluster, inputs{"state": string(event)})
	case ocmtest.StateUninstalling:
		c.does(http.MethodPut, "/lab/operations", inputs{"begins": "uninstalling", "reads": 4})
		c.does(http.MethodDelete, cluster, nil)
	case ocmtest.InstallationsFail:
		c.installations("error", 1)
	case ocmtest.InstallationsTakeLong:
		c.stack.server.terraform.minute = 20 * time.Millisecond
		c.installations("ready", 1000)
	case ocmtest.UpgradesTakeLong:
		c.does(http.MethodPut, "/lab/operations", inputs{"begins": "started", "reads": 1000})
	case ocmtest.Scheduled:
		c.does(http.MethodPost, policies(product, cluster), inputs{"schedule_type": "automatic", "schedule": "0 3 * * 6"})
	case ocmtest.Unauthorized:
		c.answers("", 1000, inputs{"status": http.StatusUnauthorized})
	case ocmtest.Forbidden:
		c.answers("", 1000, inputs{"status": http.StatusForbidden})
	case ocmtest.Allowed:
		c.answers("", 0, nil)
	}
}

// policies is the path of the upgrade policies of a cluster.
func policies(product, cluster string) string {
	if product == hcp {
		cluster += "/control_plane"
	}
	return cluster + "/upgrade_policies"
}

// Schedules implements [ocmtest.Service].
func (c cases) Schedules(product, cluster string) int {
	return len(c.ids(policies(product, "clusters/"+cluster)))
}

// Clusters implements [ocmtest.Service].
func (c cases) Clusters() int { return len(c.ids("clusters")) }
