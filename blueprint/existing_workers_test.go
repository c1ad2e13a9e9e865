package blueprint_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// addWorkers runs a program that adds workers to a cluster of which it has settings.
func addWorkers(t *testing.T, workers blueprint.Workers) *mocks.Recorder {
	t.Helper()
	rec, err := tryWorkers(t, workers, map[string]string{"controlPlaneRole": "demo-x7k2p-master-role"})
	require.NoError(t, err)
	return rec
}

// tryWorkers is addWorkers with more settings, and returns the error of the program.
func tryWorkers(t *testing.T, workers blueprint.Workers, more map[string]string) (*mocks.Recorder, error) {
	t.Helper()
	settings := clusterSettings(t, "demo-x7k2p")
	maps.Copy(settings, more)
	rec := mocks.New(append(configured(settings), region(t))...)
	err := rec.Run(func(ctx *pulumi.Context) error {
		c, err := blueprint.LoadExistingCluster(ctx)
		if err != nil {
			return err
		}
		return addTo(c, workers)
	})
	return rec, err
}

// clusterSettings are the settings of an existing cluster, but for the role or the OIDC provider of its agents.
func clusterSettings(t *testing.T, infraID string) map[string]string {
	t.Helper()
	ignition := filepath.Join(t.TempDir(), "worker.ign")
	require.NoError(t, os.WriteFile(ignition, []byte(`{"ignition":{"version":"3.2.0","config":{"merge":[{"source":`+
		`"https://api-int.demo.example.com:22623/config/worker"}]}}}`), 0o600))
	return map[string]string{
		"infraId": infraID, "kubeconfig": "apiVersion: v1", "workerIgnition": ignition,
		"subnets":          "us-east-2a=subnet-0123456789abcdef0",
		"securityGroupIds": "sg-0123456789abcdef0", "instanceProfile": infraID + "-worker-profile", "ami": "ami-0123456789abcdef0",
	}
}

func addTo(c *blueprint.ExistingCluster, workers blueprint.Workers) error {
	provider, err := c.KubernetesProvider()
	if err != nil {
		return err
	}
	_, err = c.AddWorkers("demo", workers, provider)
	return err
}

// TestAddWorkersToTwoClusters: clusters of one program have pools of the same names. The names of a single cluster have no prefix.
func TestAddWorkersToTwoClusters(t *testing.T) {
	t.Parallel()
	clusters := []string{"east", "west"}
	config := map[string]string{"aws:region": "us-east-2"}
	for _, cluster := range clusters {
		config[cluster+":controlPlaneRole"] = cluster + "-master-role"
		for key, value := range clusterSettings(t, cluster+"-x7k2p") {
			config[cluster+":"+key] = value
		}
	}
	workers := blueprint.Workers{WorkerPools: map[string]*nodes.WorkerPoolArgs{
		"batch": {
			Max: 3, Labels: map[string]string{"example.com/batch": "true"}, Drain: &nodes.DrainArgs{},
			Autoscaling: &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}}},
		},
	}}
	rec := mocks.New(mocks.Config(config), region(t))
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		for _, name := range clusters {
			c, err := blueprint.LoadNamedCluster(ctx, name)
			if err != nil {
				return err
			}
			if err := addTo(c, workers); err != nil {
				return err
			}
		}
		return nil
	}))
	byCluster := map[string][]string{}
	for _, resource := range rec.Resources() {
		cluster, name, _ := strings.Cut(resource.Name, "-")
		byCluster[cluster] = append(byCluster[cluster], resource.Type+" "+name)
	}
	assert.ElementsMatch(t, byCluster["east"], byCluster["west"])
	for _, template := range rec.OfType("aws:ec2/launchTemplate:LaunchTemplate") {
		cluster, _, _ := strings.Cut(template.Name, "-")
		profile := map[string]any{"name": cluster + "-x7k2p-worker-profile"}
		assert.Equal(t, profile, template.Inputs["iamInstanceProfile"], "the settings are those of the cluster")
	}
	single := addWorkers(t, workers)
	assert.Len(t, single.Resources(), len(byCluster["east"]))
	mockstest.Find(t, single, "batch-group")
}

// TestAddWorkersRejects: a pool without labels stays empty, and nodes of the pool worker share its KubeletConfig.
func TestAddWorkersRejects(t *testing.T) {
	t.Parallel()
	taints := &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}}}
	rec, err := tryWorkers(t, blueprint.Workers{WorkerPools: map[string]*nodes.WorkerPoolArgs{
		"batch": {Max: 3}, "worker": {Max: 2, Autoscaling: taints},
	}}, nil)
	require.ErrorContains(t, err, "blueprint.Workers.WorkerPools[batch].Labels: is required")
	require.ErrorContains(t, err, "blueprint.Workers.WorkerPools[worker].Autoscaling.Taints: must not be set for the pool worker")
	assert.Empty(t, rec.OfType("aws:autoscaling/group:Group"))
}

// nilOutput returns an output that resolves to nil.
func nilOutput() pulumi.StringPtrOutput {
	return pulumi.String("").ToStringOutput().ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
}

// TestProblemsOfWorkers: a problem is at the field of Workers, or at the setting that fills it, also one that an output has.
func TestProblemsOfWorkers(t *testing.T) {
	t.Parallel()
	unresolved := nilOutput()
	pools := map[string]*nodes.WorkerPoolArgs{"worker": {Max: 2, Autoscaling: &nodes.PoolAutoscalingArgs{}, Drain: &nodes.DrainArgs{}}}
	for want, tt := range map[string]struct {
		workers  blueprint.Workers
		settings map[string]string
	}{
		"blueprint.Workers.WorkerPools[worker].InstanceType: ": {
			workers: blueprint.Workers{WorkerPools: map[string]*nodes.WorkerPoolArgs{"worker": {Max: 2, InstanceType: "large"}}},
		},
		"setting workerIgnition: must be the content of worker.ign": {settings: map[string]string{"workerIgnition": "existing_workers_test.go"}},
		"setting ami: ": {settings: map[string]string{"ami": "rhcos"}},
		"setting oidcProviderArn: \"keycloak\" is not a valid": {settings: map[string]string{"oidcProviderArn": "keycloak"}},
		"blueprint.Workers.CSRApprover.GroupNames: must have at least one element": {
			workers: blueprint.Workers{CSRApprover: &nodes.CSRApproverArgs{GroupNames: pulumi.StringArray{}.ToStringArrayOutput()}},
		},
		"blueprint.Workers.ClusterAutoscaler.RoleARN: is nil": {
			workers: blueprint.Workers{ClusterAutoscaler: &nodes.ClusterAutoscalerASGArgs{RoleARN: unresolved}},
		},
		"blueprint.Workers.TerminationHandlers[worker].QueueURL: is nil": {
			workers: blueprint.Workers{TerminationHandlers: map[string]*nodes.TerminationHandlerArgs{"worker": {QueueURL: unresolved}}},
		},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			settings := map[string]string{"controlPlaneRole": "demo-x7k2p-master-role"}
			maps.Copy(settings, tt.settings)
			if tt.workers.WorkerPools == nil {
				tt.workers.WorkerPools = pools
			}
			_, err := tryWorkers(t, tt.workers, settings)
			require.ErrorContains(t, err, want)
		})
	}
}

// TestAddWorkersWithRoles: a program whose agents have roles needs neither an OIDC provider nor the control plane's role.
func TestAddWorkersWithRoles(t *testing.T) {
	t.Parallel()
	own := &iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String("another-role")}
	_, err := tryWorkers(t, blueprint.Workers{
		WorkerPools: map[string]*nodes.WorkerPoolArgs{"worker": {Max: 2, Autoscaling: &nodes.PoolAutoscalingArgs{}, Drain: &nodes.DrainArgs{}}},
		CSRApprover: &nodes.CSRApproverArgs{Role: own}, ClusterAutoscaler: &nodes.ClusterAutoscalerASGArgs{Role: own},
		TerminationHandlers: map[string]*nodes.TerminationHandlerArgs{"worker": {Role: own}},
	}, nil)
	require.NoError(t, err)
}

// TestAddWorkers: labels and taints are said once, and each pool has what it needs.
func TestAddWorkers(t *testing.T) {
	t.Parallel()
	taints := []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}}
	rec := addWorkers(t, blueprint.Workers{
		WorkerPools: map[string]*nodes.WorkerPoolArgs{
			"batch": {
				Max: 3, Labels: map[string]string{"example.com/batch": "true"}, Drain: &nodes.DrainArgs{},
				Autoscaling: &nodes.PoolAutoscalingArgs{Taints: taints},
			},
			"worker": {Max: 2},
		},
		CSRApprover: &nodes.CSRApproverArgs{RoleARN: pulumi.String("arn:aws:iam::123456789012:role/approver")},
	})
	pool := mockstest.Find(t, rec, "batch-pool")
	assert.Contains(t, pool.Inputs["spec"], "nodeSelector")
	assert.Len(t, rec.OfType("openshift-aws:machineconfig:MachineConfigPool"), 1, "every cluster has the pool worker")
	kubelets := rec.OfType("kubernetes:machineconfiguration.openshift.io/v1:KubeletConfig")
	require.Len(t, kubelets, 1)
	kubelet := kubelets[0].Inputs["spec"].(map[string]any)["kubeletConfig"].(map[string]any)
	assert.Equal(t, []any{map[string]any{"key": "example.com/batch", "effect": "NoSchedule"}}, kubelet["registerWithTaints"])
	assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "batch-group").URN, pool.URN) ||
		rec.Graph().Reaches(rec.OfType("openshift-aws:nodes:WorkerPool")[0].URN, pool.URN), "instances go before their pool")
	policies := map[string]bool{}
	for _, policy := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		policies[policy.Name] = true
	}
	assert.Equal(t, map[string]bool{"batch-drain-policy": true, "demo-autoscaler-policy": true}, policies, "the approver has a role")
}
