package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const pool = "elastic"

// taint keeps away pods that do not tolerate losing their node at short notice.
var taint = nodes.Taint{Key: "example.com/elastic", Effect: "NoSchedule"}

// labels are the labels with which the pool's kubelets register.
var labels = map[string]string{"example.com/elastic": "true"}

// program creates the pool and its node configuration, and the agents that approve its CSRs, resize it and drain its nodes.
func program(ctx *pulumi.Context) error {
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	s, err := loadSettings(ctx, existing)
	if err != nil {
		return err
	}
	provider, err := existing.KubernetesProvider()
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	configured, err := newPoolConfiguration(ctx, inCluster)
	if err != nil {
		return err
	}
	// On destroy, the instances are terminated before their pool is deleted.
	workers, err := nodes.NewWorkerPool(ctx, pool, &s.workers, pulumi.DependsOn([]pulumi.Resource{configured.Pool}))
	if err != nil {
		return err
	}
	role, afterPolicy, err := s.newRole(ctx, "approver", nodes.CSRApproverServiceAccount, nodes.CSRApproverPolicy())
	if err != nil {
		return err
	}
	if _, err := nodes.NewCSRApprover(ctx, "approver", &nodes.CSRApproverArgs{
		InfraID:          s.infraID,
		GroupNames:       pulumi.StringArray{workers.GroupName},
		InstanceProfiles: pulumi.StringArray{s.workers.InstanceProfile},
		Image:            s.approverImage,
		RoleARN:          role,
	}, inCluster, afterPolicy); err != nil {
		return err
	}
	ctx.Export("groupName", workers.GroupName)
	return newAgents(ctx, s, workers, inCluster)
}

// newPoolConfiguration sets the pool and the taint of the nodes. A kubelet cannot set the label of a role, so the pool selects its
// nodes by the label with which they register. This requires OpenShift 4.19.
func newPoolConfiguration(ctx *pulumi.Context, inCluster pulumi.ResourceOption) (*machineconfig.MachineConfigPool, error) {
	configured, err := machineconfig.NewMachineConfigPool(ctx, pool, &machineconfig.MachineConfigPoolArgs{
		Name: pool, NodeSelector: labels,
	}, inCluster)
	if err != nil {
		return nil, err
	}
	_, err = machineconfig.NewKubeletConfig(ctx, pool, &machineconfig.KubeletConfigArgs{
		Name: pool, Pool: pool, Taints: []machineconfig.Taint{taint},
	}, inCluster)
	return configured, err
}

// newAgents creates the autoscaler, and the handler that drains nodes before the group or EC2 terminates their instances.
func newAgents(ctx *pulumi.Context, s settings, workers *nodes.WorkerPool, inCluster pulumi.ResourceOption) error {
	role, afterPolicy, err := s.newRole(ctx, "autoscaler", nodes.AutoscalerServiceAccount, nodes.AutoscalerPolicy(s.infraID))
	if err != nil {
		return err
	}
	if _, err := nodes.NewClusterAutoscalerASG(ctx, "autoscaler", &nodes.ClusterAutoscalerASGArgs{
		InfraID: s.infraID, Expanders: []string{"least-waste"}, RoleARN: role,
	}, inCluster, afterPolicy); err != nil {
		return err
	}
	policy := nodes.TerminationHandlerPolicy(s.infraID, workers.DrainQueueARN)
	role, afterPolicy, err = s.newRole(ctx, "drain", nodes.TerminationHandlerServiceAccount, policy)
	if err != nil {
		return err
	}
	_, err = nodes.NewTerminationHandler(ctx, "drain", &nodes.TerminationHandlerArgs{
		InfraID: s.infraID, QueueURL: workers.DrainQueueURL, RoleARN: role,
	}, inCluster, afterPolicy)
	return err
}

// newRole gives an agent its permissions: in a role, or, without short-term credentials, in the role of the control plane. The option
// makes the agent depend on them.
func (s settings) newRole(
	ctx *pulumi.Context, name string, account nodes.ServiceAccount, policy pulumi.StringInput,
) (pulumi.StringPtrInput, pulumi.ResourceOption, error) {
	args := s.agents
	args.ServiceAccounts, args.Policy = []iam.ServiceAccount{account}, policy
	role, err := iam.NewServiceAccountRole(ctx, name, &args)
	if err != nil {
		return nil, nil, err
	}
	afterPolicy := pulumi.DependsOn([]pulumi.Resource{role.Policy})
	if args.OIDCProviderARN == nil {
		return nil, afterPolicy, nil
	}
	return role.RoleARN, afterPolicy, nil
}
