package network

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// PrivateLinkAccess gives clients other than the cluster's machines access to a hosted control plane. HyperShift creates a VPC endpoint
// whose security group allows the machine CIDR only. The component attaches a second security group that allows port 443, which Red Hat
// supports with OpenShift 4.17.2 and later, and does not change the first one
// (openshift/openshift-docs modules/rosa-hcp-aws-private-security-groups.adoc).
//
// In a shared VPC, HyperShift creates the endpoint in the account that owns the VPC, with the role of the cluster's
// rosa.SharedVpcArgs.VpcEndpointRoleARN: pass a provider of that account to the component, and the IDs of the VPC and of groups there.
//
// Destroy it before the cluster: deleting the cluster deletes the endpoint.
type PrivateLinkAccess struct {
	pulumi.ResourceState

	// EndpointID is the ID of the VPC endpoint. It waits until the security group is attached.
	EndpointID pulumi.StringOutput `pulumi:"endpointId"`
	// EndpointDNSName is AWS's DNS name of the endpoint, for DNS servers that do not resolve HostedZoneName; nil without one.
	EndpointDNSName pulumi.StringPtrOutput `pulumi:"endpointDnsName"`
	// HostedZoneName is the private hosted zone in which api and *.apps resolve to the endpoint, such as demo.hypershift.local. It is
	// associated with the cluster's VPC; for other networks, forward it or associate it.
	HostedZoneName pulumi.StringOutput `pulumi:"hostedZoneName"`
	// APIURL is the URL of the Kubernetes API through the endpoint, such as https://api.demo.hypershift.local:443.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// SecurityGroupID is the ID of the security group that the component adds. It waits for the group's rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
}

// clusterIDTag is on every endpoint of a cluster (terraform-redhat/terraform-rhcs-rosa-hcp modules/additional-cp-sg).
const clusterIDTag = "api.openshift.com/id"

// NewPrivateLinkAccess registers a PrivateLinkAccess and looks up the endpoint.
func NewPrivateLinkAccess(ctx *pulumi.Context, name string, args *PrivateLinkAccessArgs, opts ...pulumi.ResourceOption) (*PrivateLinkAccess, error) {
	return component.Register(ctx, name, args, opts, component.Type[PrivateLinkAccessArgs, PrivateLinkAccess]{
		Token:   "openshift-aws:network:PrivateLinkAccess",
		Lasting: true,
		Children: func(c *component.Builder[PrivateLinkAccessArgs, PrivateLinkAccess]) error {
			b := &privateLinkAccessBuilder{Builder: c}
			return component.Run(b.registerSecurityGroup, b.registerAttachment, b.setOutputs)
		},
	})
}

type privateLinkAccessBuilder struct {
	*component.Builder[PrivateLinkAccessArgs, PrivateLinkAccess]

	endpoint        ec2.LookupVpcEndpointResultOutput
	securityGroupID pulumi.StringOutput
	attachment      pulumi.Resource
}

func (b *privateLinkAccessBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"Name": b.Name + "-" + what})
}

// registerSecurityGroup registers the security group. It has no egress rule, because an endpoint only answers connections.
func (b *privateLinkAccessBuilder) registerSecurityGroup() (err error) {
	vpcID := b.Args.Network.ID
	group := groupSpec{what: "group", description: "Access to a hosted control plane", vpcID: vpcID, tags: b.tags}
	allow := func(from string, rule ruleSpec) {
		rule.what, rule.description = "https-from-"+from, "Hosted control plane"
		rule.protocol, rule.port = tcp, httpsPort
		group.rules = append(group.rules, rule)
	}
	for _, cidr := range slices.Sorted(slices.Values(b.Args.AllowedCIDRs)) {
		allow(inName(cidr), ruleSpec{cidr: cidr})
	}
	for _, name := range slices.Sorted(maps.Keys(b.Args.AllowedSecurityGroupIDs)) {
		allow("group-"+name, ruleSpec{groupID: b.Args.AllowedSecurityGroupIDs[name]})
	}
	b.securityGroupID, err = group.register(b.Ctx, b.Name, b.Parent)
	return err
}

func (b *privateLinkAccessBuilder) registerAttachment() (err error) {
	b.endpoint = b.lookUpEndpoint()
	b.attachment, err = ec2.NewSecurityGroupAssociation(b.Ctx, b.Name+"-attachment", &ec2.SecurityGroupAssociationArgs{
		VpcEndpointId:   b.endpoint.Id(),
		SecurityGroupId: b.securityGroupID,
	}, b.Parent)
	return err
}

func (b *privateLinkAccessBuilder) lookUpEndpoint() ec2.LookupVpcEndpointResultOutput {
	args := ec2.LookupVpcEndpointOutputArgs{VpcId: b.Args.Network.ID, Id: component.OptionalString(b.Args.EndpointID)}
	if b.Args.ClusterID != nil {
		args.Tags = pulumi.StringMap{clusterIDTag: b.Args.ClusterID}
	}
	return ec2.LookupVpcEndpointOutput(b.Ctx, args, b.Parent)
}

func (b *privateLinkAccessBuilder) setOutputs() error {
	b.Component.EndpointID = component.After(b.Ctx.Context(), b.endpoint.Id(), b.attachment)
	b.Component.EndpointDNSName = b.endpoint.DnsEntries().ApplyT(func(entries []ec2.GetVpcEndpointDnsEntry) *string {
		if len(entries) == 0 {
			return nil
		}
		return &entries[0].DnsName
	}).(pulumi.StringPtrOutput)
	b.Component.HostedZoneName = pulumi.Sprintf("%s.hypershift.local", b.Args.DomainPrefix)
	b.Component.APIURL = pulumi.Sprintf("https://api.%s:%d", b.Component.HostedZoneName, httpsPort)
	b.Component.SecurityGroupID = b.securityGroupID
	return nil
}

// PrivateLinkAccessArgs are the arguments of a PrivateLinkAccess. Unless a field says otherwise, changes are applied in place.
type PrivateLinkAccessArgs struct {
	// Network is the cluster's VPC, such as Vpc.Network. Required. Another VPC replaces the security group.
	Network Network
	// DomainPrefix is the first label of the cluster's domain, which the private hosted zone <domain prefix>.hypershift.local begins with:
	// HCP.DomainPrefix of package cluster/rosa. It is not the cluster's name if that is longer than 15 characters (HyperShift names the
	// zone after the HostedCluster, which has the name of the domain prefix: openshift/osdctl, must-gather). Required.
	DomainPrefix pulumi.StringInput `check:"required,format=dns-label"`
	// ClusterID is the cluster's ID in OpenShift Cluster Manager, by which the endpoint is found. The endpoint exists when the cluster is
	// ready: pass an output that waits for that. Either this or EndpointID is required.
	ClusterID pulumi.StringInput `check:"format=rosa-cluster-id"`
	// EndpointID is the endpoint's ID, such as vpce-0123456789abcdef0, if it is known.
	EndpointID pulumi.StringInput `check:"format=vpc-endpoint-id"`
	// AllowedCIDRs are the IPv4 CIDRs with access to the control plane, such as those of an office or of a peered VPC. This or
	// AllowedSecurityGroupIDs is required.
	AllowedCIDRs []string `check:"cidr"`
	// AllowedSecurityGroupIDs are the IDs of security groups whose members have access to the control plane, by keys that you choose
	// and that name the rules: {"bastion": group.ID()}.
	AllowedSecurityGroupIDs map[string]pulumi.StringInput `check:"keys=rule-name,format=security-group-id"`
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *PrivateLinkAccessArgs) Validate() error {
	const path = "network.PrivateLinkAccessArgs"
	a, p := check.Begin(a)
	a.Network.check(&p, path+".Network")
	p.ExactlyOne(path, check.Choice{Field: "ClusterID", Set: a.ClusterID != nil}, check.Choice{Field: "EndpointID", Set: a.EndpointID != nil})
	if len(a.AllowedCIDRs) == 0 && len(a.AllowedSecurityGroupIDs) == 0 {
		p.Addf(path, "must set AllowedCIDRs, AllowedSecurityGroupIDs or both")
	}
	return p.ErrOf(a)
}
