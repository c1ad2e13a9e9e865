package network

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// PrivateLinkAccess lets others than the cluster's own machines reach a hosted control plane: HyperShift makes a VPC endpoint whose group
// admits the machines' range only. The component attaches a second group with port 443 open, as Red Hat
// supports from OpenShift 4.17.2 on, and leaves the first one alone (openshift-docs modules/rosa-hcp-aws-private-security-groups.adoc).
//
// Destroy it before the cluster: the endpoint goes with the cluster.
type PrivateLinkAccess struct {
	pulumi.ResourceState

	// EndpointID is the id of the VPC endpoint. It waits for the group to be attached.
	EndpointID pulumi.StringOutput `pulumi:"endpointId"`
	// EndpointDNSName is AWS's name for the endpoint, for DNS servers that do not see HostedZoneName.
	EndpointDNSName pulumi.StringOutput `pulumi:"endpointDnsName"`
	// HostedZoneName is the private zone in which api and *.apps lead to the endpoint: demo.hypershift.local. It is known in the
	// cluster's VPC; other networks need it forwarded or associated.
	HostedZoneName pulumi.StringOutput `pulumi:"hostedZoneName"`
	// APIURL is the API's address through the endpoint: https://api.demo.hypershift.local:443.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// SecurityGroupID is the group that the component adds. It waits for its rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
}

// clusterIDTag is on every endpoint of a cluster (terraform-redhat/terraform-rhcs-rosa-hcp modules/additional-cp-sg).
const clusterIDTag = "api.openshift.com/id"

// NewPrivateLinkAccess registers PrivateLinkAccess. Wrong arguments are reported together, as by Validate, before anything is
// registered. It looks the endpoint up.
func NewPrivateLinkAccess(ctx *pulumi.Context, name string, args *PrivateLinkAccessArgs, opts ...pulumi.ResourceOption) (*PrivateLinkAccess, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &PrivateLinkAccess{}
	if err := ctx.RegisterComponentResource("openshift-aws:network:PrivateLinkAccess", name, component, opts...); err != nil {
		return nil, err
	}
	b := &privateLinkAccessBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(component)}
	if err := b.register(component); err != nil {
		return nil, fmt.Errorf("openshift-aws:network:PrivateLinkAccess %s: %w", name, err)
	}
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"endpointId":      component.EndpointID,
		"endpointDnsName": component.EndpointDNSName,
		"hostedZoneName":  component.HostedZoneName,
		"apiUrl":          component.APIURL,
		"securityGroupId": component.SecurityGroupID,
	})
}

type privateLinkAccessBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *PrivateLinkAccessArgs
	parent pulumi.ResourceOrInvokeOption
}

func (b *privateLinkAccessBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.name + "-" + what})
}

func (b *privateLinkAccessBuilder) register(component *PrivateLinkAccess) (err error) {
	endpoint := b.lookUp()
	if component.SecurityGroupID, err = b.registerGroup(); err != nil {
		return err
	}
	id := endpoint.Id()
	attached, err := ec2.NewSecurityGroupAssociation(b.ctx, b.name+"-attachment", &ec2.SecurityGroupAssociationArgs{
		VpcEndpointId:   id,
		SecurityGroupId: component.SecurityGroupID,
	}, b.parent)
	if err != nil {
		return err
	}
	component.EndpointID = pulumi.OutputWithDependencies(b.ctx.Context(), id, attached).(pulumi.StringOutput)
	component.EndpointDNSName = endpoint.DnsEntries().ApplyT(func(entries []ec2.GetVpcEndpointDnsEntry) string {
		if len(entries) == 0 {
			return ""
		}
		return entries[0].DnsName
	}).(pulumi.StringOutput)
	component.HostedZoneName = pulumi.Sprintf("%s.hypershift.local", b.args.ClusterName)
	component.APIURL = pulumi.Sprintf("https://api.%s:%d", component.HostedZoneName, httpsPort)
	return nil
}

func (b *privateLinkAccessBuilder) lookUp() ec2.LookupVpcEndpointResultOutput {
	args := ec2.LookupVpcEndpointOutputArgs{VpcId: optional(b.args.VpcID), Id: optional(b.args.EndpointID)}
	if b.args.ClusterID != nil {
		args.Tags = pulumi.StringMap{clusterIDTag: b.args.ClusterID}
	}
	return ec2.LookupVpcEndpointOutput(b.ctx, args, b.parent)
}

// registerGroup makes the group. An endpoint answers and never calls: there is no rule outwards.
func (b *privateLinkAccessBuilder) registerGroup() (pulumi.StringOutput, error) {
	group := portGroup{what: "group", description: "Access to a hosted control plane", vpcID: b.args.VpcID, tags: b.tags}
	allow := func(from string, rule portRule) {
		rule.what, rule.description = "https-from-"+from, "Hosted control plane"
		rule.protocol, rule.port = tcp, httpsPort
		group.in = append(group.in, rule)
	}
	for _, cidr := range slices.Sorted(slices.Values(b.args.AllowedCIDRs)) {
		allow(inName(cidr), portRule{cidr: cidr})
	}
	for _, name := range slices.Sorted(maps.Keys(b.args.AllowedSecurityGroupIDs)) {
		allow("group-"+name, portRule{group: b.args.AllowedSecurityGroupIDs[name]})
	}
	return group.register(b.ctx, b.name, b.parent)
}
