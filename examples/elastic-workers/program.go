package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
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
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		// A stack is one cluster: a new kubeconfig does not replace its objects.
		ClusterIdentifier: pulumi.String(ctx.Stack()),
		Kubeconfig:        pulumi.String(s.kubeconfig),
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)

	if err := newPoolConfiguration(ctx, inCluster); err != nil {
		return err
	}
	workers, err := newWorkers(ctx, s)
	if err != nil {
		return err
	}
	if _, err := nodes.NewCSRApprover(ctx, "approver", &nodes.CSRApproverArgs{
		InfraID:          s.infraID,
		GroupNames:       pulumi.StringArray{workers.GroupName},
		InstanceProfiles: pulumi.ToStringArray([]string{s.instanceProfile}),
		Image:            s.approverImage,
	}, inCluster); err != nil {
		return err
	}
	if err := newAutoscaler(ctx, s, inCluster); err != nil {
		return err
	}
	if err := newDrain(ctx, s, workers, inCluster); err != nil {
		return err
	}
	ctx.Export("groupName", workers.GroupName)
	return nil
}

// newPoolConfiguration sets the pool and the taint of the nodes. A kubelet cannot set the label of a role, so the pool selects its
// nodes by the label with which they register. This requires OpenShift 4.19.
func newPoolConfiguration(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
	if _, err := machineconfig.NewMachineConfigPool(ctx, pool, &machineconfig.MachineConfigPoolArgs{
		Name:         pool,
		NodeSelector: labels,
	}, inCluster); err != nil {
		return err
	}
	_, err := machineconfig.NewKubeletConfig(ctx, pool, &machineconfig.KubeletConfigArgs{
		Name:   pool,
		Pool:   pool,
		Taints: []machineconfig.Taint{taint},
	}, inCluster)
	return err
}

func newWorkers(ctx *pulumi.Context, s settings) (*nodes.WorkerPool, error) {
	args := &nodes.WorkerPoolArgs{
		InfraID:          s.infraID,
		Pool:             pool,
		Subnets:          s.subnets,
		AMI:              pulumi.String(s.ami),
		Min:              0,
		Max:              s.max,
		Autoscaling:      &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{taint}},
		Drain:            &nodes.DrainArgs{},
		Labels:           labels,
		SecurityGroupIDs: pulumi.ToStringArray(s.securityGroupIDs),
		InstanceProfile:  pulumi.String(s.instanceProfile),
		Ignition:         s.workerIgnition,
	}
	if s.spot {
		args.Mixed = &nodes.MixedInstancesArgs{
			Types: []nodes.MixedType{
				{InstanceType: "m6i.xlarge"}, {InstanceType: "m6a.xlarge"}, {InstanceType: "m5.xlarge"}, {InstanceType: "m5a.xlarge"},
			},
			OnDemandBase: s.onDemandBase,
		}
		args.CapacityRebalance = true
	}
	return nodes.NewWorkerPool(ctx, pool, args)
}

// newDrain drains nodes before the group or EC2 terminates their instances.
func newDrain(ctx *pulumi.Context, s settings, workers *nodes.WorkerPool, inCluster pulumi.ResourceOption) error {
	args := &iam.ServiceAccountRoleArgs{
		InfraID:         s.infraID,
		ServiceAccounts: []iam.ServiceAccount{nodes.TerminationHandlerServiceAccount},
		Policy:          nodes.TerminationHandlerPolicy(s.infraID, workers.DrainQueueARN),
	}
	args.OIDCProviderARN, args.ControlPlaneRoleName = s.trust()
	role, err := iam.NewServiceAccountRole(ctx, "drain", args)
	if err != nil {
		return err
	}
	handler := &nodes.TerminationHandlerArgs{InfraID: s.infraID, QueueURL: workers.DrainQueueURL}
	if s.oidcProviderARN != "" {
		handler.RoleARN = role.RoleARN
	}
	_, err = nodes.NewTerminationHandler(ctx, "drain", handler, inCluster)
	return err
}

func newAutoscaler(ctx *pulumi.Context, s settings, inCluster pulumi.ResourceOption) error {
	args := &iam.ServiceAccountRoleArgs{
		InfraID:         s.infraID,
		ServiceAccounts: []iam.ServiceAccount{nodes.AutoscalerServiceAccount},
		Policy:          nodes.AutoscalerPolicy(s.infraID),
	}
	args.OIDCProviderARN, args.ControlPlaneRoleName = s.trust()
	role, err := iam.NewServiceAccountRole(ctx, "autoscaler", args)
	if err != nil {
		return err
	}
	autoscaler := &nodes.ClusterAutoscalerASGArgs{InfraID: s.infraID, Expanders: []string{"least-waste"}}
	if s.oidcProviderARN != "" {
		autoscaler.RoleARN = role.RoleARN
	}
	_, err = nodes.NewClusterAutoscalerASG(ctx, "autoscaler", autoscaler, inCluster)
	return err
}

// trust returns what the agents have their permissions by: the OIDC provider that their tokens are of, or, without short-term
// credentials, in which pods have none of their own, the role of the control plane.
func (s settings) trust() (oidcProvider, controlPlaneRole pulumi.StringInput) {
	if s.oidcProviderARN != "" {
		return pulumi.String(s.oidcProviderARN), nil
	}
	return nil, pulumi.String(s.controlPlaneRole)
}
