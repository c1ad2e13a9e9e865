package blueprint

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// SelfManagedArgs are the arguments of a SelfManaged cluster. The fields that are named for a part are the arguments of its component,
// whose documentation says what a change does.
type SelfManagedArgs struct {
	// InstallDir is the path of the directory that `openshift-install create ignition-configs` wrote. Required.
	InstallDir string `check:"required"`
	// AllowExpiredIgnition accepts Ignition that is older than 24 hours also at cluster.StageBootstrap, for tests. Defaults to false: an
	// installation needs certificates that are still valid; a running cluster has renewed its own.
	AllowExpiredIgnition bool
	// Stage is cluster.StageBootstrap while the cluster is installed, and cluster.StageCluster afterwards, with the objects inside the
	// cluster. Defaults to cluster.StageCluster. `install` of cluster/install sets both one after the other.
	Stage cluster.Stage `check:"bootstrap|cluster"`
	// AMI is the ID of the RHCOS image of the release and the region, of all machines. Required.
	AMI pulumi.StringInput `check:"required,format=ami-id"`
	// Zones are the zones of the control-plane machines, one for each machine; a zone can be repeated. Required, unless Network or
	// ExistingVpc is set, of whose private subnets it defaults to the zones. A running cluster keeps them. To move a machine to one of
	// FurtherZones, set ControlPlane.MachineZones: the API's load balancers keep the subnets of Zones, and get that of the other zone.
	Zones []string
	// FurtherZones are zones that have only workers and infra machines. Defaults to none.
	FurtherZones []string `check:"format=zone,not=Network,not=ExistingVpc"`
	// Region is the region of the AWS provider, which must be that of the cluster in InstallDir. Defaults to that of the default AWS provider.
	Region string `check:"format=region"`
	// Scope is who can reach the API and the routers: network.External or network.Internal. Defaults to network.External.
	Scope network.Scope `check:"External|Internal"`
	// PublicZoneID is the ID of the public hosted zone of the base domain. Required with network.External.
	PublicZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PulumiARNs are the ARNs of the roles and users that run Pulumi at cluster.StageBootstrap: with the bootstrap machine, they alone can
	// then read its Ignition, which has the cluster's private keys. Defaults to the one that runs the update.
	PulumiARNs []string `check:"format=role-or-user-arn"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.19: arguments that the release does not have are
	// rejected. Required with [Credentials]. Defaults to none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// DisabledCapabilities are the capabilities that the cluster does not have. Without ImageRegistry there is no part ImageRegistry,
	// without Storage no part MonitoringStorage. Defaults to none.
	DisabledCapabilities []string `check:"unique"`
	// Tags are set on all AWS resources. Tags of a part are added to them, and take precedence.
	Tags pulumi.StringMap `check:"tags"`
	// Omit are parts that the cluster does not have. Without SecurityGroups or InstanceProfiles, set what the machines have instead;
	// without InfraMachineSet, the workers are the targets of RouterLB, and routers, registry and monitoring run on them.
	Omit []Part `check:"SecurityGroups|InstanceProfiles|RegistryBucket|BackupBuckets|RouterLB|MachineConfigPool|InfraMachineSet|WorkerMachineSet|IngressController|ImageRegistry|MonitoringStorage"`

	// Network is the network of a network.Vpc or network.ExistingVpc of the program, instead of Vpc and ExistingVpc. Defaults to theirs.
	Network *network.Network `check:"not=Vpc,not=ExistingVpc,part"`
	// ExistingVpc is an existing VPC, instead of Vpc. Defaults to none.
	ExistingVpc *network.ExistingVpcArgs `check:"not=Vpc,part"`
	// Vpc are the arguments of the VPC. Defaults to one with a private and a public subnet and a NAT gateway in each zone.
	Vpc *network.VpcArgs `check:"part"`
	// JumpHost is a host in the VPC from which administrators reach an internal cluster. Defaults to none.
	JumpHost *network.JumpHostArgs `check:"part"`
	// EgressProxy is a proxy in the VPC's public subnets, for machines without NAT. Its Hostname defaults to proxy.<cluster>.internal,
	// so that install-config.yaml can name its URL (network.EgressProxyURL) before it exists. Machines are created after the proxy and
	// deleted before it. Defaults to none.
	EgressProxy *network.EgressProxyArgs `check:"part"`
	// SecurityGroups are the groups of the machines and the API's load balancers.
	SecurityGroups *network.SecurityGroupsArgs `check:"part"`
	// InstanceProfiles are the profiles of the machines.
	InstanceProfiles *iam.InstanceProfilesArgs `check:"part"`
	// Credentials are the operators' roles, whose manifests the installation must have had; PublicKey is read from InstallDir. Defaults to
	// none. Destroy deletes them after the machines, on which the operators run.
	Credentials *iam.ShortTermCredentialsArgs `check:"part"`
	// ControlPlane is the control plane.
	ControlPlane *cluster.ControlPlaneArgs `check:"part"`
	// RouterLB is the load balancer of the default routers, with which the infra machines are registered.
	RouterLB *ingress.RouterLBArgs `check:"part"`
	// RegistryBucket is the bucket of the image registry. Its ForceDestroy defaults to true: images can be pushed again. Destroy deletes it
	// after the machines: while they run, the registry's operator creates a missing bucket again.
	RegistryBucket *storage.RegistryBucketArgs `check:"part"`
	// BackupBuckets are the buckets for backups, by their purpose. The OIDC provider of a Writer defaults to that of
	// [Credentials]. Defaults to etcd and applications.
	BackupBuckets map[string]*storage.BackupBucketArgs `check:"part,keys=dns-label"`

	// MachineConfigPool is the pool of the infra nodes. Destroy deletes it after its machines: nodes without their pool are degraded.
	MachineConfigPool *machineconfig.MachineConfigPoolArgs `check:"part"`
	// InfraMachineSet are the infra machines. Destroy deletes them after what runs on them.
	InfraMachineSet *nodes.MachineSetArgs `check:"part"`
	// WorkerMachineSet are the workers that the cluster's Machine API manages.
	WorkerMachineSet *nodes.MachineSetArgs `check:"part"`
	// WorkerPools are workers in Auto Scaling groups, by their names. Defaults to none.
	WorkerPools map[string]*nodes.WorkerPoolArgs `check:"part,keys=dns-label"`
	// CSRApprover approves the CSRs of WorkerPools. There is one if there are pools.
	CSRApprover *nodes.CSRApproverArgs `check:"part,with=WorkerPools"`
	// ClusterAutoscaler is the autoscaler of the pools with Autoscaling. There is one if there are such pools.
	ClusterAutoscaler *nodes.ClusterAutoscalerASGArgs `check:"part,with=WorkerPools"`
	// TerminationHandlers drain the nodes of the pools with Drain, by the names of the pools. There is one for each such pool.
	TerminationHandlers map[string]*nodes.TerminationHandlerArgs `check:"part,with=WorkerPools"`
	// IngressController are the default routers: two on the infra nodes.
	IngressController *ingress.IngressControllerArgs `check:"part"`
	// ImageRegistry is the registry: on the infra nodes, with its bucket.
	ImageRegistry *storage.ImageRegistryArgs `check:"part"`
	// MonitoringStorage is the storage of monitoring, which runs on the infra nodes.
	MonitoringStorage *storage.MonitoringStorageArgs `check:"part"`

	// settings has the settings from which the arguments were read.
	settings settings
	// owned are the parts that the program registers.
	owned owned
}

// Validate returns all problems of the arguments, joined, also of the parts and of what spans them; nil if there are none.
func (a *SelfManagedArgs) Validate() error {
	_, err := a.load()
	return err
}

func (a *SelfManagedArgs) omits(part Part) bool {
	return slices.Contains(a.Omit, part)
}

func (a *SelfManagedArgs) hasCapability(name string) bool {
	return !slices.Contains(a.DisabledCapabilities, name)
}

// hasAutoscaling and hasDrain report whether a pool needs the agent.
func hasAutoscaling(pool *nodes.WorkerPoolArgs) bool { return pool != nil && pool.Autoscaling != nil }
func hasDrain(pool *nodes.WorkerPoolArgs) bool       { return pool != nil && pool.Drain != nil }
