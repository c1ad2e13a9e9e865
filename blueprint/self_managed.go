package blueprint

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
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
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig" check:"secret"`
	// InfraID is the infrastructure ID.
	InfraID pulumi.StringOutput `pulumi:"infraId"`

	ami      pulumi.StringInput
	nextStep string

	// Install has the contents of the install directory.
	Install *cluster.InstallDir
	// Network is the network of the cluster.
	Network network.Network
	// PublicSubnetIDs and PrivateSubnetIDs are the IDs of its subnets by zone. They stay when the network gets another zone.
	PublicSubnetIDs, PrivateSubnetIDs map[string]pulumi.StringOutput

	// Vpc, ExistingVpc, JumpHost, EgressProxy, SecurityGroups, InstanceProfiles, [Credentials], RegistryBucket, BackupBuckets (by
	// purpose), ControlPlane and RouterLB are the parts in the AWS account.
	Vpc              *network.Vpc
	ExistingVpc      *network.ExistingVpc
	JumpHost         *network.JumpHost
	EgressProxy      *network.EgressProxy
	SecurityGroups   *network.SecurityGroups
	InstanceProfiles *iam.InstanceProfiles
	Credentials      *iam.ShortTermCredentials
	RegistryBucket   *storage.RegistryBucket
	BackupBuckets    map[string]*storage.BackupBucket
	ControlPlane     *cluster.ControlPlane `check:"required"`
	RouterLB         *ingress.RouterLB

	// KubernetesProvider, MachineConfigPool, InfraMachineSet, WorkerMachineSet, WorkerPools (by name), CSRApprover, ClusterAutoscaler,
	// TerminationHandlers (by pool), IngressController, ImageRegistry and MonitoringStorage are the parts at cluster.StageCluster: those
	// inside the cluster, and the pools. At cluster.StageBootstrap, components of this library with KubernetesProvider register nothing: the
	// cluster does not exist yet.
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
	var plan *selfManagedPlan // The install directory is read once for all steps.
	return component.Register(ctx, name, args, opts, component.Type[SelfManagedArgs, SelfManaged]{
		Token:   prefix + "SelfManaged",
		Lasting: true,
		Fill:    func(args *SelfManagedArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Check: func(args *SelfManagedArgs) error {
			return errors.Join(names.CheckRole("blueprint.NewSelfManaged", name, "-bootstrap-role"),
				checkAccounts(selfManagedPath, args, allowedAccounts(ctx, opts)))
		},
		Validate: func(args *SelfManagedArgs) (err error) {
			plan, err = args.load()
			return err
		},
		Keep:     func(*SelfManagedArgs) []keep.Rule { return plan.kept() },
		Move:     func(args *SelfManagedArgs) check.Move { return args.settings.move(selfManagedPath, args) },
		Children: func(b *component.Builder[SelfManagedArgs, SelfManaged]) error { return plan.register(b) },
	})
}

// register registers the parts and sets the outputs.
func (s *selfManagedPlan) register(b *component.Builder[SelfManagedArgs, SelfManaged]) error {
	c := b.Component
	c.Install, c.ami, c.nextStep = s.install, s.AMI, s.nextStep()
	s.ctx, s.name, s.parent, s.c = b.Ctx, b.Name, c, c
	s.blueprint = func() any { return c }
	s.addAccount()
	s.addCluster()
	if s.err != nil {
		return s.err
	}
	c.PublicSubnetIDs, c.PrivateSubnetIDs = c.Network.SubnetIDs()
	c.APIURL, c.Kubeconfig = c.ControlPlane.APIURL, c.ControlPlane.Kubeconfig
	c.ConsoleURL = pulumi.String("https://console-openshift-console.apps." + s.install.Domain).ToStringOutput()
	c.InfraID = pulumi.String(s.install.InfraID).ToStringOutput()
	return nil
}

// addAccount adds the parts in the AWS account, each of them after those that it needs.
func (s *selfManagedPlan) addAccount() {
	c := s.c
	c.Network, c.ExistingVpc, c.Vpc = s.addNetwork(s.Network, s.existingVpcArgs(), s.vpcArgs())
	if s.JumpHost != nil {
		c.JumpHost = add(&s.registrar, "JumpHost", "jump", network.NewJumpHost, s.jumpHostArgs())
	}
	s.afterProxy = pulumi.Composite()
	if s.EgressProxy != nil {
		c.EgressProxy = add(&s.registrar, "EgressProxy", "proxy", network.NewEgressProxy, s.egressProxyArgs())
		s.afterProxy = pulumi.DependsOn(c.EgressProxy.Ready)
	}
	if !s.omits(PartSecurityGroups) {
		c.SecurityGroups = add(&s.registrar, "SecurityGroups", "", network.NewSecurityGroups, s.securityGroupsArgs())
	}
	if !s.omits(PartInstanceProfiles) {
		c.InstanceProfiles = add(&s.registrar, "InstanceProfiles", "", iam.NewInstanceProfiles, s.instanceProfilesArgs())
	}
	if s.Credentials != nil {
		c.Credentials = add(&s.registrar, "Credentials", "", iam.NewShortTermCredentials, s.credentialsArgs())
	}
	if !s.omits(PartRegistryBucket) {
		c.RegistryBucket = add(&s.registrar, "RegistryBucket", "", storage.NewRegistryBucket, s.registryBucketArgs())
	}
	s.addControlPlane()
	if !s.omits(PartRouterLB) {
		c.RouterLB = add(&s.registrar, "RouterLB", "", ingress.NewRouterLB, s.routerLBArgs())
	}
	c.BackupBuckets = map[string]*storage.BackupBucket{}
	for _, purpose := range s.backupPurposes() {
		field, args := check.Key("BackupBuckets", purpose), s.backupBucketArgs(purpose)
		c.BackupBuckets[purpose] = add(&s.registrar, field, purpose, storage.NewBackupBucket, args)
	}
}

// addControlPlane adds the control plane. Destroy deletes the registry's bucket after the machines, because the registry's operator creates
// a missing bucket again while they run, and the operators' roles after the operators.
func (s *selfManagedPlan) addControlPlane() {
	c, args := s.c, s.controlPlaneArgs()
	if !s.isPlan() {
		var outlives []pulumi.StringOutput
		if c.RegistryBucket != nil {
			outlives = append(outlives, c.RegistryBucket.Name)
		}
		if c.Credentials != nil {
			outlives = append(outlives, c.Credentials.OIDCProviderARN)
		}
		args.InstanceProfile = after(args.InstanceProfile, outlives...)
	}
	c.ControlPlane = add(&s.registrar, "ControlPlane", "", cluster.NewControlPlane, args, s.afterProxy)
}
