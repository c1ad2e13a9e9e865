package install

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withLoadBalancers adds what Uninstall would delete in a cluster.
func (a *fakeAPI) withLoadBalancers() *fakeAPI {
	a.add("/api/v1/namespaces/app/services/web", map[string]any{"type": "LoadBalancer"})
	a.add("/api/v1/namespaces/openshift-ingress/services/router-default", map[string]any{"type": "LoadBalancer"})
	a.add(versionOperatorPath, nil)
	a.add(ingressOperatorPath, nil)
	a.add(ingressControllersPath+"/default", nil)
	a.add(machinesPath+"/worker-a", nil)
	return a
}

func TestUninstallUsesTheCurrentContext(t *testing.T) {
	i, _, api, _ := installed(t)
	other := newFakeAPI(t).withLoadBalancers()
	i.Kubeconfig = writeKubeconfigOfTwo(t, other.url, api.withLoadBalancers().url)
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Empty(t, other.requests)
	assert.Len(t, api.requests, 6, api.requests)
}

// TestUninstallComparesTheInfrastructureID: after `oc login` into the printed kubeconfig its current context is of another cluster.
func TestUninstallComparesTheInfrastructureID(t *testing.T) {
	tests := map[string]struct{ reason, infraID, want string }{
		"another cluster": {
			reason: "nothing of another cluster is deleted", infraID: "alpha-aaaaa",
			want: "is of the cluster alpha-aaaaa, not of demo-x7k2p",
		},
		"no cluster of OpenShift": {
			reason: "an installed cluster has an infrastructure ID", infraID: "",
			want: "does not report an infrastructure ID",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, without := range []bool{false, true} {
				i, stack, api, _ := installed(t)
				api.withLoadBalancers().setInfraID(tt.infraID)
				i.WithoutCluster = without
				err := i.Uninstall(t.Context())
				require.ErrorContains(t, err, tt.want, tt.reason)
				assert.NotContains(t, err.Error(), "--without-cluster")
				assert.Empty(t, api.requests)
				assert.Empty(t, stack.calls)
			}
		})
	}
}

// TestInstallAndStatusCompareTheInfrastructureID: an update of the objects inside the cluster would change those of another one.
func TestInstallAndStatusCompareTheInfrastructureID(t *testing.T) {
	i, stack, api, _ := installed(t)
	api.setInfraID("alpha-aaaaa")
	status, err := i.Status(t.Context())
	require.NoError(t, err)
	assert.Contains(t, status.API, "is of the cluster alpha-aaaaa, not of demo-x7k2p")
	_, err = i.Install(t.Context())
	require.ErrorContains(t, err, "is of the cluster alpha-aaaaa, not of demo-x7k2p; nothing was changed")
	assert.Empty(t, stack.calls)
	api.forgetInfraID()
	_, err = i.Install(t.Context())
	require.ErrorContains(t, err, "nothing was changed", "an API without OpenShift, such as that of kind")
	assert.Empty(t, stack.calls)
}

// TestUninstallNamesWhoRecreates: waiting for a Service that its owner creates again would never end.
func TestUninstallNamesWhoRecreates(t *testing.T) {
	const web = "/api/v1/namespaces/app/services/web"
	for _, owned := range []bool{true, false} {
		i, stack, api, _ := installed(t)
		api.add(web, map[string]any{"type": "LoadBalancer"})
		api.recreate[web] = true
		want := web + " was deleted and created again, `oc get --show-managed-fields` tells by whom: delete what creates it"
		if owned {
			api.objects[web]["metadata"].(map[string]any)["ownerReferences"] = []any{map[string]any{"kind": "Mesh", "name": "m"}}
			want = web + " was deleted and created again, by Mesh m: delete what creates it"
		}
		require.ErrorContains(t, i.Uninstall(t.Context()), want)
		assert.Empty(t, stack.calls)
	}
}

// TestUninstallWithTheRoutersBack: the ingress operator creates the default controller again before it is stopped.
func TestUninstallWithTheRoutersBack(t *testing.T) {
	i, _, api, _ := installed(t)
	api.withLoadBalancers().recreate[ingressControllersPath+"/default"] = true
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Contains(t, api.requests, "PATCH "+ingressOperatorPath)
	assert.NotContains(t, api.objects, "/api/v1/namespaces/openshift-ingress/services/router-default")
}

// TestUninstallKeepsRoutersOnHosts: ingress controllers without a load balancer hold nothing in the account.
func TestUninstallKeepsRoutersOnHosts(t *testing.T) {
	i, _, api, _ := installed(t)
	api.add(ingressControllersPath+"/default", nil)
	api.add(ingressOperatorPath, nil)
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Empty(t, api.requests)
}
