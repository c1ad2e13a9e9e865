package nodes_test

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// awsOnly is the components without Kubernetes objects.
var awsOnly = map[string]bool{
	"WorkerPool": true, "WorkerPool/elastic": true, "WorkerPool/warm": true,
}

// components returns a program for each component, in its variants.
func components() map[string]pulumi.RunFunc {
	return map[string]pulumi.RunFunc{
		"InfraMachineSet":             infra(unchanged),
		"WorkerMachineSet":            workerSets(everything),
		"WorkerMachineSet/autoscaled": workerSets(autoscaled),
		"MachineAutoscaler":           machineAutoscaler,
		"MachineHealthCheck":          healthCheck(&nodes.MachineHealthCheckArgs{Name: "workers"}),
		"ClusterAutoscaler":           clusterAutoscaler(fullAutoscalerArgs()),
		"WorkerPool":                  pool(samePool),
		"WorkerPool/elastic":          pool(elastic),
		"WorkerPool/warm":             pool(func(a *nodes.WorkerPoolArgs) { a.WarmPool = &nodes.WarmPoolArgs{} }),
		"CSRApprover":                 approver(sameApprover),
		"ClusterAutoscalerASG":        asgAutoscaler(sameASG),
		"ClusterAutoscalerASG/role":   asgAutoscaler(withRole),
		"TerminationHandler":          terminationHandler(sameHandler),
		"TerminationHandler/role": terminationHandler(func(a *nodes.TerminationHandlerArgs) {
			a.RoleARN = pulumi.String("arn:aws:iam::123456789012:role/handler")
			a.HTTPSProxy = pulumi.String("http://proxy:3128")
		}),
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for file, program := range map[string]pulumi.RunFunc{
		"cluster-autoscaler":     clusterAutoscaler(fullAutoscalerArgs()),
		"cluster-autoscaler-asg": asgAutoscaler(withRole),
		"csr-approver":           approver(sameApprover),
		"infra":                  infra(unchanged),
		"machine-autoscaler":     machineAutoscaler,
		"machine-health-check":   healthCheck(&nodes.MachineHealthCheckArgs{Name: "workers"}),
		"termination-handler":    terminationHandler(sameHandler),
		"worker-machine-sets":    workerSets(autoscaled),
		"workers":                pool(samePool),
		"workers-elastic":        pool(elastic),
		"workers-spot": pool(func(a *nodes.WorkerPoolArgs) {
			a.InstanceType, a.Desired, a.Spot = "m6i.2xlarge", new(4), &nodes.SpotArgs{MaxPrice: "0.08"}
			a.RootVolume = &nodes.VolumeArgs{SizeGiB: 500, IOPS: 4000, ThroughputMiB: 500, KMSKeyARN: pulumi.String(keyARN)}
		}),
	} {
		golden.Check(t, "testdata/"+file+".golden", run(t, program).Golden())
	}
}

func TestPreviewRegistersWhatTheUpdateRegisters(t *testing.T) {
	t.Parallel()
	for name, program := range components() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.PreviewIsTheUpdate(t, program, inCluster)
			if !awsOnly[name] {
				kubetest.CheckRecorded(t, run(t, program))
			}
		})
	}
}

func TestAgentsReturnTheirNamespace(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"CSRApprover":               "worker-pool-approver",
		"ClusterAutoscalerASG":      "cluster-autoscaler-asg",
		"ClusterAutoscalerASG/role": "cluster-autoscaler-asg",
		"TerminationHandler":        "termination-handler",
		"TerminationHandler/role":   "termination-handler",
	} {
		assert.Equal(t, want, run(t, components()[name]).Outputs()["namespace"], name)
	}
}

// TestRegionOfTheAWSProvider is not parallel, because AWS_REGION in the environment is a region of the
// default provider.
func TestRegionOfTheAWSProvider(t *testing.T) {
	t.Setenv("AWS_REGION", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	for path, program := range map[string]pulumi.RunFunc{
		"nodes.CSRApproverArgs.Region":          approver(func(a *nodes.CSRApproverArgs) { a.Region = "" }),
		"nodes.ClusterAutoscalerASGArgs.Region": asgAutoscaler(func(a *nodes.ClusterAutoscalerASGArgs) { a.Region = "" }),
		"nodes.TerminationHandlerArgs.Region": terminationHandler(func(a *nodes.TerminationHandlerArgs) {
			a.Region, a.QueueURL = "", pulumi.String("https://queue.example.com/drain")
		}),
	} {
		err := mocks.New(inCluster, mocks.Region("")).Run(program)
		assert.ErrorContains(t, err, path+": is required")
		rec := mockstest.Run(t, program, inCluster, mocks.Region("eu-west-1"))
		assert.Contains(t, fmt.Sprint(mockstest.Inputs(rec)), "eu-west-1",
			"the region is that of the default AWS provider")
	}
}
