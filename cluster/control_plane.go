package cluster

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// ControlPlane is the control plane of a self-managed cluster: the API's load balancers with their listeners and target
// groups, the cluster's private zone and the API's records, and the control-plane machines; at StageBootstrap the
// bootstrap machine, the bucket that it reads its ignition from and its registrations as well.
//
// To replace one machine, such as one whose disk is broken, remove its member from etcd as OpenShift's documentation says and run `pulumi up
// --replace <URN of the instance>`: the machine and its registrations are replaced, and nothing else. The new one boots with the AMI, the key and
// the pointer of the arguments as they are then. A cluster renews the authority of its machine config server in the course of time: set
// Install.MasterIgnition to the userData of the Secret master-user-data in openshift-machine-api before.
//
// A Kubernetes provider made from the Kubeconfig output comes after all of it and goes before it, and so do the objects
// made through that provider: on destroy the cluster can still remove its machines. A provider made from another kubeconfig
// needs pulumi.DependsOn([]pulumi.Resource{controlPlane}) for that. Give the provider a ClusterIdentifier, such as
// InstallDir.ClusterID: without one, Pulumi takes a load balancer that is replaced, or a kubeconfig with a renewed authority, for another cluster,
// and replaces every object in it.
type ControlPlane struct {
	pulumi.ResourceState

	// APIURL is where the API answers: https://api.<domain>:6443.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// Kubeconfig is the first administrator's, secret, once there is a control plane to log in to.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig"`
	// PrivateZoneID is the hosted zone of the cluster's domain inside the VPC. A route53.ZoneAssociation gives it to further VPCs.
	PrivateZoneID pulumi.StringOutput `pulumi:"privateZoneId"`
	// InternalLoadBalancerDNSName is the name of the load balancer that api-int.<domain> stands for.
	InternalLoadBalancerDNSName pulumi.StringOutput `pulumi:"internalLoadBalancerDnsName"`
	// ExternalLoadBalancerDNSName is the name of the load balancer that the public api.<domain> stands for; nil with Internal.
	ExternalLoadBalancerDNSName pulumi.StringPtrOutput `pulumi:"externalLoadBalancerDnsName"`
	// OperatorLoadBalancerDNSNames are the names of the operating team's load balancers, each by its key in the arguments. The API's
	// certificate does not name them: a kubeconfig that uses one says `tls-server-name: api.<domain>`.
	OperatorLoadBalancerDNSNames pulumi.StringMapOutput `pulumi:"operatorLoadBalancerDnsNames"`
	// MachineIDs are the instance ids of the control-plane machines, each by its zone.
	MachineIDs pulumi.StringMapOutput `pulumi:"machineIds"`
	// MachineIPs are the private addresses of the control-plane machines, each by its zone: what `openshift-install gather
	// bootstrap` takes as --master.
	MachineIPs pulumi.StringMapOutput `pulumi:"machineIps"`
	// BootstrapIP is the address at which BootstrapSSHAllowedCIDRs reach the bootstrap machine, public with External and private with
	// Internal: what `openshift-install gather bootstrap` takes as --bootstrap. Nil at StageCluster.
	BootstrapIP pulumi.StringPtrOutput `pulumi:"bootstrapIp"`

	// made are the resources that the API is not reached without.
	made []pulumi.Resource
}

// NewControlPlane registers a ControlPlane. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewControlPlane(ctx *pulumi.Context, name string, args *ControlPlaneArgs, opts ...pulumi.ResourceOption) (*ControlPlane, error) {
	if args == nil {
		args = &ControlPlaneArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	c := &ControlPlane{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:ControlPlane", name, c, opts...); err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, name: name, component: c, ControlPlaneArgs: args.withDefaults()}
	if err := b.warn(); err != nil {
		return nil, err
	}
	doors, err := b.newDoors()
	if err != nil {
		return nil, err
	}
	zone, err := b.newRecords(doors)
	if err != nil {
		return nil, err
	}
	machines, err := b.newMachines()
	if err != nil {
		return nil, err
	}
	if err := b.register(doors, machines); err != nil {
		return nil, err
	}
	c.BootstrapIP = none()
	if b.bootstrapping() {
		bootstrap, err := b.newBootstrap()
		if err != nil {
			return nil, err
		}
		if err := b.register(doors, []madeMachine{bootstrap}); err != nil {
			return nil, err
		}
		c.BootstrapIP = bootstrap.address().ToStringPtrOutput()
	}
	operators, err := b.newOperatorLoadBalancers(machines)
	if err != nil {
		return nil, err
	}
	c.PrivateZoneID = zone
	c.MachineIDs, c.MachineIPs = byMachine(machines)
	c.OperatorLoadBalancerDNSNames = operators
	return c, b.finish(doors)
}

// finish fills in the outputs that come with the doors and the machines behind them.
func (b *builder) finish(doors madeDoors) error {
	c := b.component
	c.made = b.made
	c.APIURL = pulumi.String(apiURL(b.Install.Domain)).ToStringOutput()
	c.Kubeconfig = pulumi.OutputWithDependencies(b.ctx.Context(), b.Install.Kubeconfig, b.made...).(pulumi.StringOutput)
	c.InternalLoadBalancerDNSName = doors[internalDoor].loadBalancer.DnsName
	c.ExternalLoadBalancerDNSName = doors.dnsName(externalDoor)
	return b.ctx.RegisterResourceOutputs(c, pulumi.Map{
		"apiUrl":                       c.APIURL,
		"kubeconfig":                   c.Kubeconfig,
		"privateZoneId":                c.PrivateZoneID,
		"internalLoadBalancerDnsName":  c.InternalLoadBalancerDNSName,
		"externalLoadBalancerDnsName":  c.ExternalLoadBalancerDNSName,
		"machineIds":                   c.MachineIDs,
		"machineIps":                   c.MachineIPs,
		"bootstrapIp":                  c.BootstrapIP,
		"operatorLoadBalancerDnsNames": c.OperatorLoadBalancerDNSNames,
	})
}

// builder carries what every child of one control plane needs.
type builder struct {
	ControlPlaneArgs
	ctx       *pulumi.Context
	name      string
	component *ControlPlane
	// made are the resources that the API is not reached without.
	made []pulumi.Resource
}

// child is the name of a child: the component's name, what it is, and the keys that tell it from its likes.
func (b *builder) child(parts ...string) string {
	return strings.Join(append([]string{b.name}, parts...), "-")
}

func (b *builder) options(opts ...pulumi.ResourceOption) []pulumi.ResourceOption {
	return append([]pulumi.ResourceOption{pulumi.Parent(b.component)}, opts...)
}

func (b *builder) warn() error {
	for _, warning := range b.Install.Warnings {
		if err := b.ctx.Log.Warn(warning, &pulumi.LogArgs{Resource: b.component}); err != nil {
			return err
		}
	}
	return nil
}

func apiURL(domain string) string {
	return "https://api." + domain + ":6443"
}
