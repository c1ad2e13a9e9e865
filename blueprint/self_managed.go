package blueprint

import (
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/region"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// SelfManaged is a self-managed cluster in the layout that ROSA Classic has in an AWS account: a control plane, infra machines for
// routers, registry and monitoring, and workers. Parts that the cluster does not have are nil.
type SelfManaged struct {
	pulumi.ResourceState

	// APIURL is the URL of the API.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the URL of the console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`
	// Kubeconfig is the kubeconfig of the first administrator, a secret. It resolves as that of cluster.ControlPlane does.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig"`
	// InfraID is the infrastructure ID.
	InfraID pulumi.StringOutput `pulumi:"infraId"`

	ami      pulumi.StringInput
	nextStep string

	// Install is what is in the install directory.
	Install *cluster.InstallDir
	// Network is the network of the cluster.
	Network network.Network

	// Vpc, ExistingVpc, JumpHost, EgressProxy, SecurityGroups, InstanceProfiles, Credentials, RegistryBucket, BackupBuckets (by purpose), ControlPlane and
	// RouterLB are the parts in the AWS account.
	Vpc              *network.Vpc
	ExistingVpc      *network.ExistingVpc
	JumpHost         *network.JumpHost
	EgressProxy      *network.EgressProxy
	SecurityGroups   *network.SecurityGroups
	InstanceProfiles *iam.InstanceProfiles
	Credentials      *iam.ShortTermCredentials
	RegistryBucket   *storage.RegistryBucket
	BackupBuckets    map[string]*storage.BackupBucket
	ControlPlane     *cluster.ControlPlane
	RouterLB         *ingress.RouterLB

	// KubernetesProvider, MachineConfigPool, InfraMachineSet, WorkerMachineSet, WorkerPools (by name), CSRApprover, ClusterAutoscaler,
	// TerminationHandlers (by pool), IngressController, ImageRegistry and MonitoringStorage are the parts at cluster.StageCluster: those
	// inside the cluster, and the pools.
	KubernetesProvider  *cluster.KubernetesProvider
	MachineConfigPool   *machineconfig.MachineConfigPool
	InfraMachineSet     *nodes.InfraMachineSet
	WorkerMachineSet    *nodes.WorkerMachineSet
	WorkerPools         map[string]*nodes.WorkerPool
	CSRApprover         *nodes.CSRApprover
	ClusterAutoscaler   *nodes.ClusterAutoscalerASG
	TerminationHandlers map[string]*nodes.TerminationHandler
	IngressController   *ingress.IngressController
	ImageRegistry       *storage.ImageRegistry
	MonitoringStorage   *storage.MonitoringStorage
}

// NewSelfManaged registers a SelfManaged cluster. It returns the problems of all invalid arguments, also those of the parts, joined,
// before anything is registered. The name has at most 41 characters, because role names begin with it. The parts have the name of the
// blueprint, with which those of a program that wired them by hand keep their resources.
func NewSelfManaged(ctx *pulumi.Context, name string, args *SelfManagedArgs, opts ...pulumi.ResourceOption) (*SelfManaged, error) {
	args = valueOf(args)
	args.Region = region.Known(ctx, args.Region, opts...)
	plan, err := args.load()
	if err := errors.Join(names.CheckRole("blueprint.NewSelfManaged", name, "-bootstrap-role"), err); err != nil {
		return nil, err
	}
	c := &SelfManaged{Install: plan.install, ami: plan.AMI, nextStep: plan.nextStep()}
	if err := ctx.RegisterComponentResource(prefix+"SelfManaged", name, c, opts...); err != nil {
		return nil, err
	}
	b := &selfManagedBuilder{registrar: registrar{ctx: ctx, name: name, parent: c}, selfManagedPlan: plan, c: c}
	for _, register := range []func() error{
		b.registerNetwork, b.registerIdentities, b.registerControlPlane, b.registerBackupBuckets, b.registerCluster,
	} {
		if err := register(); err != nil {
			return nil, fmt.Errorf("%sSelfManaged %s: %w", prefix, name, err)
		}
	}
	c.APIURL, c.Kubeconfig = c.ControlPlane.APIURL, c.ControlPlane.Kubeconfig
	c.ConsoleURL = pulumi.String("https://console-openshift-console.apps." + plan.install.Domain).ToStringOutput()
	c.InfraID = pulumi.String(plan.install.InfraID).ToStringOutput()
	return c, ctx.RegisterResourceOutputs(c, pulumi.Map{
		"apiUrl":     c.APIURL,
		"consoleUrl": c.ConsoleURL,
		"kubeconfig": c.Kubeconfig,
		"infraId":    c.InfraID,
	})
}

// selfManagedBuilder registers the parts of one cluster.
type selfManagedBuilder struct {
	registrar
	*selfManagedPlan

	c *SelfManaged
	// afterProxy makes machines depend on the proxy, if there is one: a machine that is created before it or deleted after it cannot
	// pull an image.
	afterProxy pulumi.ResourceOption
}

func (b *selfManagedBuilder) registerNetwork() (err error) {
	c := b.c
	b.afterProxy = pulumi.Composite()
	switch {
	case b.Network != nil:
		c.Network = *b.Network
	case b.ExistingVpc != nil:
		if c.ExistingVpc, err = part(b.registrar, network.NewExistingVpc, "", b.existingVpcArgs()); err != nil {
			return err
		}
		c.Network = c.ExistingVpc.Network
	default:
		if c.Vpc, err = part(b.registrar, network.NewVpc, "", b.vpcArgs()); err != nil {
			return err
		}
		c.Network = c.Vpc.Network
	}
	if b.JumpHost != nil {
		if c.JumpHost, err = part(b.registrar, network.NewJumpHost, "jump", b.jumpHostArgs(c)); err != nil {
			return err
		}
	}
	if b.EgressProxy != nil {
		if c.EgressProxy, err = part(b.registrar, network.NewEgressProxy, "proxy", b.egressProxyArgs(c)); err != nil {
			return err
		}
		b.afterProxy = pulumi.DependsOn(c.EgressProxy.Ready)
	}
	if !b.omits("SecurityGroups") {
		c.SecurityGroups, err = part(b.registrar, network.NewSecurityGroups, "", b.securityGroupsArgs(c))
	}
	return err
}

// registerIdentities registers what the machines and the operators identify themselves with, and the registry's bucket.
func (b *selfManagedBuilder) registerIdentities() (err error) {
	c := b.c
	if !b.omits("InstanceProfiles") {
		if c.InstanceProfiles, err = part(b.registrar, iam.NewInstanceProfiles, "", b.instanceProfilesArgs()); err != nil {
			return err
		}
	}
	if !b.omits("RegistryBucket") {
		if c.RegistryBucket, err = part(b.registrar, storage.NewRegistryBucket, "", b.registryBucketArgs()); err != nil {
			return err
		}
	}
	if b.Credentials != nil {
		c.Credentials, err = part(b.registrar, iam.NewShortTermCredentials, "", b.credentialsArgs(c))
	}
	return err
}

// registerControlPlane registers the control plane and the load balancer of the routers. Destroy deletes the registry's bucket after the
// machines, because the registry's operator creates a missing bucket again while they run, and the operators' roles after the operators.
func (b *selfManagedBuilder) registerControlPlane() (err error) {
	c, args := b.c, b.controlPlaneArgs(b.c)
	var outlives []pulumi.StringOutput
	if c.RegistryBucket != nil {
		outlives = append(outlives, c.RegistryBucket.Name)
	}
	if c.Credentials != nil {
		outlives = append(outlives, c.Credentials.OIDCProviderARN)
	}
	args.InstanceProfile = after(args.InstanceProfile, outlives...)
	if c.ControlPlane, err = part(b.registrar, cluster.NewControlPlane, "", args, b.afterProxy); err != nil {
		return err
	}
	if !b.omits("RouterLB") {
		c.RouterLB, err = part(b.registrar, ingress.NewRouterLB, "", b.routerLBArgs(c))
	}
	return err
}

func (b *selfManagedBuilder) registerBackupBuckets() error {
	b.c.BackupBuckets = map[string]*storage.BackupBucket{}
	for _, purpose := range b.backupPurposes() {
		bucket, err := part(b.registrar, storage.NewBackupBucket, purpose, b.backupBucketArgs(purpose, b.c))
		if err != nil {
			return err
		}
		b.c.BackupBuckets[purpose] = bucket
	}
	return nil
}
