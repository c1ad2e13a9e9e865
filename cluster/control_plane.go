package cluster

import (
	"fmt"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// ControlPlane is the control plane of a self-managed cluster: the API's load balancers with their listeners and target groups, the
// cluster's private zone and the API's records, and the control-plane machines. At StageBootstrap it also has the bootstrap machine, the
// bucket with its Ignition and its targets.
//
// At StageCluster an update changes one control-plane machine at a time, because etcd needs a majority of them, and only when the API,
// asked with Install.Kubeconfig, reports that the others are healthy. Where the API does not answer, or belongs to another cluster,
// previews and updates reject what can cost etcd a member. docs/components.md has the conditions and the exception.
// docs/replace-machine.md has how to replace a machine.
//
// A Kubernetes provider that uses the [Kubeconfig] output, and its objects, are deleted before the machines.
type ControlPlane struct {
	pulumi.ResourceState

	// APIURL is the URL of the API: https://api.<domain>:6443.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// Kubeconfig is the kubeconfig of the first administrator, a secret. Outside of a preview it resolves after everything that the
	// API needs exists: load balancers, records, machines and their targets. Pass it through WaitForAPI for a provider whose
	// objects are created in the same update as the control plane.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig" check:"secret"`
	// PrivateZoneID is the ID of the hosted zone of the cluster's domain inside the VPC. Associate more VPCs by
	// route53.ZoneAssociation.
	PrivateZoneID pulumi.StringOutput `pulumi:"privateZoneId"`
	// InternalLoadBalancerDNSName is the DNS name of the load balancer behind api-int.<domain>.
	InternalLoadBalancerDNSName pulumi.StringOutput `pulumi:"internalLoadBalancerDnsName"`
	// ExternalLoadBalancerDNSName is the DNS name of the load balancer behind the public api.<domain>; nil with network.Internal.
	ExternalLoadBalancerDNSName pulumi.StringPtrOutput `pulumi:"externalLoadBalancerDnsName"`
	// LoadBalancerARNs are the ARNs of the API's load balancers: int, and ext with network.External. LoadBalancerARNSuffixes are the values
	// of the dimension LoadBalancer of their metrics.
	LoadBalancerARNs        map[string]pulumi.StringOutput `pulumi:"loadBalancerArns"`
	LoadBalancerARNSuffixes map[string]pulumi.StringOutput `pulumi:"loadBalancerArnSuffixes"`
	// TargetGroupARNs are the ARNs of their target groups: aint and sint, the API and the machine config server behind int, and aext, the
	// API behind ext. TargetGroupARNSuffixes are the values of the dimension TargetGroup.
	TargetGroupARNs        map[string]pulumi.StringOutput `pulumi:"targetGroupArns"`
	TargetGroupARNSuffixes map[string]pulumi.StringOutput `pulumi:"targetGroupArnSuffixes"`
	// OperatorLoadBalancerDNSNames are the DNS names of the operator load balancers, by their keys. The API's certificate
	// does not include them: a kubeconfig that uses one sets `tls-server-name: api.<domain>`.
	OperatorLoadBalancerDNSNames pulumi.StringMapOutput `pulumi:"operatorLoadBalancerDnsNames"`
	// MachineIDs are the instance IDs of the control-plane machines, by zone; the keys of further machines of a zone end in a number,
	// such as us-west-1a-2.
	MachineIDs pulumi.StringMapOutput `pulumi:"machineIds"`
	// MachineIPs are the private addresses of the control-plane machines, by the same keys, for `openshift-install gather bootstrap
	// --master`.
	MachineIPs pulumi.StringMapOutput `pulumi:"machineIps"`
	// BootstrapIP is the address at which BootstrapSSHAllowedCIDRs reach the bootstrap machine, for `openshift-install gather
	// bootstrap --bootstrap`: public with network.External, private with network.Internal; nil at StageCluster.
	BootstrapIP pulumi.StringPtrOutput `pulumi:"bootstrapIp"`
}

// NewControlPlane registers a ControlPlane.
func NewControlPlane(ctx *pulumi.Context, name string, args *ControlPlaneArgs, opts ...pulumi.ResourceOption) (*ControlPlane, error) {
	return component.Register(ctx, name, args, opts, component.Type[ControlPlaneArgs, ControlPlane]{
		Token:        "openshift-aws:cluster:ControlPlane",
		Lasting:      true,
		Defaults:     (*ControlPlaneArgs).setDefaults,
		Keep:         func(args *ControlPlaneArgs) []keep.Rule { return newGuard(ctx, args).rules() },
		BeforeCreate: func(args *ControlPlaneArgs) component.Hook { return newGuard(ctx, args).beforeCreate },
		Children: func(c *component.Builder[ControlPlaneArgs, ControlPlane]) error {
			b := &controlPlaneBuilder{Builder: c, ControlPlaneArgs: *c.Args}
			b.Install = b.Install.checkedIgnition(b.Move, controlPlanePath+".Install")
			// The order matters: records and targets use the load balancers, operator load balancers use the machines.
			return component.Run(b.logWarnings, b.setAPIPathOptions, b.registerLoadBalancers, b.registerRecords, b.registerMachines,
				b.registerBootstrap, b.registerOperatorLoadBalancers, b.setOutputs)
		},
	})
}

// controlPlaneBuilder registers the children of one ControlPlane.
type controlPlaneBuilder struct {
	*component.Builder[ControlPlaneArgs, ControlPlane]
	ControlPlaneArgs

	loadBalancers createdLoadBalancers
	machines      []createdMachine
	// apiPath are the resources without which the API cannot be reached: listeners, records and targets.
	apiPath []pulumi.Resource
	// onAPIPath, onTargetGroups and onTargets are the options of what the kubelets reach the API by, of target groups, and of targets.
	onAPIPath, onTargetGroups, onTargets []pulumi.ResourceOption
	// created has the private addresses of machines, and the ARNs of target groups, that this update has created.
	created sync.Map
}

// setOutputs sets the outputs of the component that are not set by the children's functions.
func (b *controlPlaneBuilder) setOutputs() error {
	c := b.Component
	c.APIURL = pulumi.String(apiURL(b.Install.Domain)).ToStringOutput()
	c.Kubeconfig = b.kubeconfig()
	c.InternalLoadBalancerDNSName = b.loadBalancers[internalLB].loadBalancer.DnsName
	c.ExternalLoadBalancerDNSName = b.loadBalancers.dnsName(externalLB)
	c.MachineIDs, c.MachineIPs = machinesByKey(b.machines)
	c.LoadBalancerARNs, c.LoadBalancerARNSuffixes = map[string]pulumi.StringOutput{}, map[string]pulumi.StringOutput{}
	c.TargetGroupARNs, c.TargetGroupARNSuffixes = map[string]pulumi.StringOutput{}, map[string]pulumi.StringOutput{}
	for name, created := range b.loadBalancers {
		c.LoadBalancerARNs[name], c.LoadBalancerARNSuffixes[name] = created.loadBalancer.Arn, created.loadBalancer.ArnSuffix
		for _, group := range created.targetGroups {
			c.TargetGroupARNs[group.key], c.TargetGroupARNSuffixes[group.key] = group.arn, group.arnSuffix
		}
	}
	return nil
}

// kubeconfig returns the kubeconfig after the resources without which the API cannot be reached.
func (b *controlPlaneBuilder) kubeconfig() pulumi.StringOutput {
	kubeconfig := component.After(b.Ctx.Context(), b.Install.Kubeconfig, b.apiPath...)
	if b.Ctx.DryRun() {
		// IDs are unknown in a preview, and a provider with an unknown kubeconfig cannot preview anything.
		return kubeconfig
	}
	// An output that depends on resources does not wait for them; one that is computed from their IDs does.
	parts := []any{kubeconfig}
	for _, resource := range b.apiPath {
		if custom, ok := resource.(pulumi.CustomResource); ok {
			parts = append(parts, custom.ID())
		}
	}
	return pulumi.All(parts...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
}

// child returns the name of a child: the component's name, the child's kind and, if there are several, its key.
func (b *controlPlaneBuilder) child(parts ...string) string {
	return strings.Join(append([]string{b.Name}, parts...), "-")
}

func (b *controlPlaneBuilder) options(opts ...pulumi.ResourceOption) []pulumi.ResourceOption {
	return append([]pulumi.ResourceOption{pulumi.Parent(b.Component)}, opts...)
}

// logWarnings logs the warnings of the install directory.
func (b *controlPlaneBuilder) logWarnings() error {
	for _, warning := range b.Install.Warnings {
		if err := b.Ctx.Log.Warn(warning, &pulumi.LogArgs{Resource: b.Component}); err != nil {
			return err
		}
	}
	return nil
}

// ownedTags returns the user's tags with the cluster's tag and a name.
func (b *controlPlaneBuilder) ownedTags(name string) pulumi.StringMap {
	return tags.Merge(b.Tags, map[string]string{"Name": name, tags.Cluster(b.Install.InfraID): tags.Owned})
}

func apiURL(domain string) string {
	return fmt.Sprintf("https://api.%s:%d", domain, apiPort)
}
