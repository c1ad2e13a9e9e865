package acceptance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const (
	drainID = "drained-x7k2p"
	// routersTimeout is the time that the lab's controllers have to place and run pods on a busy machine.
	routersTimeout = 3 * time.Minute
	// blockedTimeout is the DeleteTimeout of machine sets whose deletion does not end.
	blockedTimeout = 90 * time.Second
	stillDeleted   = "is still being deleted; its finalizers are [foregroundDeletion]"
)

// routerPlacement is who places the routers on the infra nodes.
type routerPlacement int

const (
	// placementOfAdmin is none of the program's.
	placementOfAdmin routerPlacement = iota
	// placementInProgram is an IngressController of the program.
	placementInProgram
)

// TestDestroyDrainsMachines destroys an infra machine set while the routers, with a PodDisruptionBudget of one, run on
// its nodes. The Machine API's controllers drain the machines.
func TestDestroyDrainsMachines(t *testing.T) {
	clusterLock.acquire(t)
	createWorkers(t, "drain-worker-a", "drain-worker-b")
	runIngressOperator(t)

	t.Run("routers that stay on infra nodes block the drain", func(t *testing.T) {
		placeRouters(t, true)
		l := newDrainStack(t, "10.81.0.0/16", nodes.MachineSetArgs{DeleteTimeout: blockedTimeout}, placementOfAdmin)
		l.up()
		waitForRouters(t, true)

		_, err := l.box.Destroy(t.Context())
		require.ErrorContains(t, err, stillDeleted)
		assert.NotEmpty(t, routerNodes(t, true), "an evicted router is Pending, so the other one must not be evicted")
		assert.Contains(t, drainEvents(t), "DrainRequeued: Node drain requeued: ")
		assert.Contains(t, drainEvents(t), "global timeout reached: 20s", "an eviction that is rejected is tried again")
		assert.NotEmpty(t, machineNames(t))

		placeRouters(t, false)
		l.destroy()
		assert.Empty(t, machineNames(t))
	})

	t.Run("a placement that is released after the machine sets blocks the drain", func(t *testing.T) {
		l := newDrainStack(t, "10.82.0.0/16", nodes.MachineSetArgs{DeleteTimeout: blockedTimeout}, placementInProgram)
		l.up()
		waitForRouters(t, true)
		// Pulumi deletes what depends on the most resources first, here the machine sets, and only then the patch.
		_, err := l.box.Destroy(t.Context())
		require.ErrorContains(t, err, stillDeleted)
		placeRouters(t, false)
		l.destroy()
	})

	t.Run("a blueprint releases the placement first", func(t *testing.T) {
		kubectl(t, "", "-n", "openshift-machine-api", "delete", "events", "--all")
		zone, removeZone := publicZone(t, "example.com")
		l := newBlueprintStack(t, zone)
		l.up()
		l.up().unchanged(t, "second update")
		waitForRouters(t, true)
		assert.Len(t, machineNames(t), 6, "infra machines and workers")
		refreshed, err := l.box.Refresh(t.Context())
		require.NoError(t, err)
		resultOf(refreshed).unchanged(t, "refresh")
		l.destroy()
		assert.Empty(t, machineNames(t))
		waitForRouters(t, false)
		assert.Contains(t, drainEvents(t), "DrainSucceeded")
		removeZone()
	})

	t.Run("ExcludeNodeDraining terminates machines with their pods", func(t *testing.T) {
		placeRouters(t, true)
		l := newDrainStack(t, "10.83.0.0/16", nodes.MachineSetArgs{ExcludeNodeDraining: true}, placementOfAdmin)
		l.up()
		waitForRouters(t, true)
		l.destroy()
		assert.Empty(t, machineNames(t))
		assert.Contains(t, drainEvents(t), "DrainSkipped")
	})
}

// newDrainStack returns a stack with an infra machine set of two machines, and the routers' placement on them.
func newDrainStack(t *testing.T, cidr string, args nodes.MachineSetArgs, placement routerPlacement) labStack {
	t.Helper()
	kubectl(t, "", "-n", "openshift-machine-api", "delete", "events", "--all")
	return newLabStack(t, "drain", func(ctx *pulumi.Context) error {
		infra, err := newInfraOf(ctx, drainID, cidr)
		if err != nil {
			return err
		}
		set := args
		set.InfraID, set.AMI, set.Subnets = drainID, pulumi.String(emulatedAMI), infra.subnets
		set.SecurityGroupIDs, set.InstanceProfile = infra.groups, infra.profile
		_, err = nodes.NewInfraMachineSet(ctx, "infra", &set)
		if err != nil || placement == placementOfAdmin {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "default", &ingress.IngressControllerArgs{Placement: ingress.InfraNodes()})
		return err
	})
}

// newBlueprintStack returns a stack with the cluster of the README's program, an infra and a worker machine in each zone.
func newBlueprintStack(t *testing.T, zone string) labStack {
	t.Helper()
	name, _, _ := strings.Cut(drainID, "-")
	args := &blueprint.SelfManagedArgs{
		InstallDir: newInstallDir(t, name, "us-east-2"), AMI: pulumi.String(emulatedAMI),
		Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}, PublicZoneID: pulumi.String(zone),
	}
	return newLabStack(t, "blueprint", func(ctx *pulumi.Context) error {
		c, err := blueprint.NewSelfManaged(ctx, name, args)
		if err == nil {
			c.Export(ctx)
		}
		return err
	})
}

// createWorkers creates nodes that belong to no machine. The lab's kubelets make them ready.
func createWorkers(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		kubectl(t, fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q,"labels":{"kubernetes.io/hostname":%q,
			"node-role.kubernetes.io/worker":""}}}`, name, name), "create", "-f", "-")
		t.Cleanup(func() { kubectl(t, "", "delete", "node", name) })
	}
}

// placeRouters sets or removes the placement of the default ingress controller, as an administrator does.
func placeRouters(t *testing.T, infra bool) {
	t.Helper()
	patch := `{"spec":{"nodePlacement":null}}`
	if infra {
		patch = `{"spec":{"nodePlacement":{"nodeSelector":{"matchLabels":{"node-role.kubernetes.io/infra":""}},` +
			`"tolerations":[{"key":"node-role.kubernetes.io/infra","operator":"Exists"}]}}}`
		t.Cleanup(func() { placeRouters(t, false) })
	}
	kubectl(t, "", "-n", "openshift-ingress-operator", "patch", "ingresscontroller", "default", "--type=merge",
		"--field-manager=administrator", "-p", patch)
}

// runIngressOperator keeps two routers where the default ingress controller places them, until the test ends. The
// operator creates such a Deployment and PodDisruptionBudget (openshift/cluster-ingress-operator release-4.20
// pkg/operator/controller/ingress/deployment.go and poddisruptionbudget.go).
func runIngressOperator(t *testing.T) {
	t.Helper()
	kubectl(t, `{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"router-default",
		"namespace":"openshift-ingress"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"router-default"}}}}`,
		"apply", "-f", "-")
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if output, err := reconcileRouters(); err != nil {
				t.Log("ingress operator:", err, output)
			}
			select {
			case <-done:
				return
			case <-time.After(2 * time.Second):
			}
		}
	}()
	t.Cleanup(func() {
		close(done)
		<-ended
		kubectl(t, "", "-n", "openshift-ingress", "delete", "deployment,poddisruptionbudget", "router-default",
			"--cascade=foreground", "--ignore-not-found")
	})
}

func reconcileRouters() (string, error) {
	output, err := tryKubectl("", "-n", "openshift-ingress-operator", "get", "ingresscontroller", "default",
		"-o", "jsonpath={.spec.nodePlacement}")
	if err != nil {
		return output, err
	}
	var placement struct {
		NodeSelector struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"nodeSelector"`
		Tolerations []any `json:"tolerations"`
	}
	if output != "" {
		if err := json.Unmarshal([]byte(output), &placement); err != nil {
			return output, err
		}
	}
	labels := map[string]any{"app": "router-default"}
	deployment, err := json.Marshal(map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "router-default", "namespace": "openshift-ingress"},
		"spec": map[string]any{
			"replicas": 2, "selector": map[string]any{"matchLabels": labels},
			"strategy": map[string]any{"rollingUpdate": map[string]any{"maxSurge": 1, "maxUnavailable": "50%"}},
			"template": map[string]any{"metadata": map[string]any{"labels": labels}, "spec": map[string]any{
				"nodeSelector": placement.NodeSelector.MatchLabels, "tolerations": placement.Tolerations,
				"containers": []any{map[string]any{"name": "router", "image": "router"}},
				"topologySpreadConstraints": []any{map[string]any{
					"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway",
					"labelSelector": map[string]any{"matchLabels": labels},
				}},
			}},
		},
	})
	if err != nil {
		return "", err
	}
	return tryKubectl(string(deployment), "apply", "--server-side", "--force-conflicts",
		"--field-manager=ingress-operator", "-f", "-")
}

// waitForRouters waits until two routers run, both on infra nodes or both on others.
func waitForRouters(t *testing.T, infra bool) {
	t.Helper()
	require.Eventually(t, func() bool { return len(routerNodes(t, infra)) == 2 && len(routerNodes(t, !infra)) == 0 },
		routersTimeout, 2*time.Second, "the routers must run on infra nodes: %t", infra)
}

// routerNodes returns the nodes of running routers, those of infra machines or the others.
func routerNodes(t *testing.T, infra bool) []string {
	t.Helper()
	var found []string
	for name := range strings.FieldsSeq(kubectl(t, "", "-n", "openshift-ingress", "get", "pods",
		"-l", "app=router-default", "--field-selector=status.phase=Running", "-o", "jsonpath={.items[*].spec.nodeName}")) {
		if strings.HasPrefix(name, "drain-worker-") != infra {
			found = append(found, name)
		}
	}
	return found
}

func machineNames(t *testing.T) []string {
	t.Helper()
	return strings.Fields(kubectl(t, "", "-n", "openshift-machine-api", "get", "machines.machine.openshift.io",
		"-l", "machine.openshift.io/cluster-api-cluster="+drainID, "-o", "jsonpath={.items[*].metadata.name}"))
}

// drainEvents returns the events of machines since the stack was created.
func drainEvents(t *testing.T) string {
	t.Helper()
	return kubectl(t, "", "-n", "openshift-machine-api", "get", "events",
		"-o", `jsonpath={range .items[*]}{.reason}: {.message}{"\n"}{end}`)
}
