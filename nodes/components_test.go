package nodes_test

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
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

// TestKubernetesProviderIsRequired proves that no component with Kubernetes objects uses kubeconfig's current context.
func TestKubernetesProviderIsRequired(t *testing.T) {
	t.Parallel()
	for name, program := range components() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if awsOnly[name] {
				mockstest.Run(t, program)
				return
			}
			mockstest.Rejected(t, program, "pulumi.Provider: a Kubernetes provider is required")
		})
	}
}

func TestInvalidArgumentsRegisterNothing(t *testing.T) {
	t.Parallel()
	for want, program := range map[string]func(ctx *pulumi.Context) error{
		"nodes.MachineSetArgs.InfraID": func(ctx *pulumi.Context) error {
			_, err := nodes.NewInfraMachineSet(ctx, "demo", nil)
			return err
		},
		"nodes.MachineSetArgs.AMI": func(ctx *pulumi.Context) error {
			_, err := nodes.NewWorkerMachineSet(ctx, "demo", nil)
			return err
		},
		"nodes.MachineAutoscalerArgs.Name": func(ctx *pulumi.Context) error {
			_, err := nodes.NewMachineAutoscaler(ctx, "demo", nil)
			return err
		},
		"nodes.MachineHealthCheckArgs.Name": func(ctx *pulumi.Context) error {
			_, err := nodes.NewMachineHealthCheck(ctx, "demo", nil)
			return err
		},
		"nodes.WorkerPoolArgs.InfraID": func(ctx *pulumi.Context) error {
			_, err := nodes.NewWorkerPool(ctx, "demo", nil)
			return err
		},
		"nodes.CSRApproverArgs.InfraID": func(ctx *pulumi.Context) error {
			_, err := nodes.NewCSRApprover(ctx, "demo", nil)
			return err
		},
		"nodes.ClusterAutoscalerASGArgs.InfraID": func(ctx *pulumi.Context) error {
			_, err := nodes.NewClusterAutoscalerASG(ctx, "demo", nil)
			return err
		},
		"nodes.TerminationHandlerArgs.InfraID": func(ctx *pulumi.Context) error {
			_, err := nodes.NewTerminationHandler(ctx, "demo", nil)
			return err
		},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			mockstest.Rejected(t, program, want+": is required")
		})
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

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&nodes.CSRApproverArgs{},
		&nodes.CloudInit311Args{},
		&nodes.ClusterAutoscalerASGArgs{},
		&nodes.ClusterAutoscalerArgs{},
		&nodes.MachineAutoscalerArgs{},
		&nodes.MachineHealthCheckArgs{},
		&nodes.MachineSetArgs{},
		&nodes.TerminationHandlerArgs{},
		&nodes.WorkerPoolArgs{},
	)
}
