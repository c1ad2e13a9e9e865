package rosa

import (
	"cmp"
	"slices"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// HCP is a ROSA cluster with a hosted control plane (HCP), which Red Hat runs in its own AWS account. The customer's account has the
// worker machines and, for an internal cluster, the endpoint of the API server.
//
// The cluster is created after the resources whose outputs it receives (roles with their policies, the OIDC provider, keys, subnets with
// their routes) and destroyed before them; the outputs of packages iam and network ensure this.
//
// The service creates resources in the account, and sometimes leaves a security group with which the VPC cannot be deleted: with
// HCPArgs.VpcID the component adopts it, and deletes it with the cluster. It also tags the VPC and its subnets: set aws:ignoreTags with
// the key prefix kubernetes.io/cluster/ in the stack's configuration. docs/components.md lists what the service creates.
type HCP struct {
	pulumi.ResourceState

	// ID is the cluster's ID in OCM. It resolves when the cluster is ready, unless WaitArgs.WaitForCreate is false.
	ID pulumi.StringOutput `pulumi:"clusterId"`
	// ExternalID is the cluster's UUID, which Red Hat's support asks for.
	ExternalID pulumi.StringOutput `pulumi:"externalId"`
	// APIURL is the URL of the API server. That of an internal cluster resolves in the VPC only.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the URL of the web console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`
	// DomainPrefix is the first label of the cluster's domain, after which hosted zones are named: HCPArgs.DomainPrefix, otherwise the
	// name, or a random one if the name is longer than 15 characters.
	DomainPrefix pulumi.StringOutput `pulumi:"domainPrefix"`
	// Domain is the cluster's domain.
	Domain pulumi.StringOutput `pulumi:"domain"`
	// State is the state that OCM reports, such as ready.
	State pulumi.StringOutput `pulumi:"state"`
	// CurrentVersion is the OpenShift release of the control plane: with VersionArgs.Wait after its upgrade.
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
	// WorkersVersion is the oldest OpenShift release of the initial machine pools; nil if the component has not adopted them.
	WorkersVersion pulumi.StringPtrOutput `pulumi:"workersVersion"`
	// AdminUsername and AdminPassword come from HCPArgs.Admin, as secrets; nil without [Admin].
	AdminUsername pulumi.StringPtrOutput `pulumi:"adminUsername"`
	AdminPassword pulumi.StringPtrOutput `pulumi:"adminPassword" check:"secret"`
}

// NewHCP registers an HCP.
func NewHCP(ctx *pulumi.Context, name string, args *HCPArgs, opts ...pulumi.ResourceOption) (*HCP, error) {
	return component.Register(ctx, name, args, opts, component.Type[HCPArgs, HCP]{
		Token:    "openshift-aws:rosa:HCP",
		Lasting:  true,
		Defaults: (*HCPArgs).setDefaults,
		Keep:     func(*HCPArgs) []keep.Rule { return nil }, // rejectAnother reads the last outputs
		Children: registerHCP,
	})
}

func registerHCP(c *component.Builder[HCPArgs, HCP]) error {
	b := builder{Base: c.Base, opens: c.Args.Version.opens(time.Now())}
	err := release.Warn(b.Ctx, c.Component, valueOf(c.Args.Version).Version)
	if err != nil {
		return err
	}
	if err := c.Args.registerCluster(b, c.Component); err != nil {
		return err
	}
	if c.Component.WorkersVersion, err = c.Args.adoptPools(b, c.Component.ID); err != nil {
		return err
	}
	return c.Args.adoptEndpointGroup(b, c.Component.ID)
}

// registerCluster registers the cluster, and waits for its upgrade.
func (a *HCPArgs) registerCluster(b builder, component *HCP) error {
	hook, err := b.beforeUpgrade(hcpPath, a.Version, a.initialPools())
	if err != nil {
		return err
	}
	options, err := b.replacement(a.AllowReplacement, "ClusterRosaHcp", "properties."+zeroEgressProperty)
	if err != nil {
		return err
	}
	another, err := b.rejectAnother(hcpPath, a.AllowReplacement)
	if err != nil {
		return err
	}
	var cluster clusterResource
	options = append(options, a.ignored(), hook, another)
	if err := b.register("ClusterRosaHcp", "cluster", a.inputs(), &cluster, options...); err != nil {
		return err
	}
	if !a.AllowReplacement {
		b.warnOfTags(hcpPath, a.Tags, &cluster, cluster.Tags)
	}
	component.ID, component.CurrentVersion = b.clusterAfterUpgrade(&cluster, a.Version, "getClusterRosaHcp")
	component.AdminUsername, component.AdminPassword = cluster.admin("username"), cluster.admin("password")
	return nil
}

// ignored are the changes that the cluster ignores: that of the creator, and sizes that its adopted pools have.
func (a *HCPArgs) ignored() pulumi.ResourceOption {
	if !a.adopts() {
		return ignoreCreator()
	}
	return pulumi.Composite(ignoreCreator(), pulumi.IgnoreChanges([]string{"autoscalingEnabled", "maxReplicas", "minReplicas", "replicas"}))
}

// adoptPools registers the initial machine pools of the cluster, and returns their oldest release. They are retained when they leave the
// program: OCM deletes them with the cluster, and cannot create them again.
func (a *HCPArgs) adoptPools(b builder, cluster pulumi.StringOutput) (pulumi.StringPtrOutput, error) {
	var releases pulumi.StringArray
	for _, name := range a.initialPools() {
		found := cluster.ApplyT(func(id string) pulumi.MapOutput {
			return rhcs.Invoke(b.Ctx, "getHcpMachinePool", rhcs.Properties{"cluster": id, "name": name}, pulumi.Parent(b.Resource))
		}).(pulumi.MapOutput)
		var pool poolResource
		inputs := a.initialPool(b, cluster, name, found)
		if err := b.registerChild("HcpMachinePool", name, inputs, &pool, replaceWithCluster(), pulumi.RetainOnDelete(true), b.keptRelease()); err != nil {
			return pulumi.StringPtrOutput{}, err
		}
		releases = append(releases, b.poolAfterUpgrade(&pool, cluster, valueOf(a.Version).Wait, valueOf(a.Workers).Version).Elem())
	}
	return releases.ToStringArrayOutput().ApplyT(oldest).(pulumi.StringPtrOutput), nil
}

// inputs are the properties of rhcs_cluster_rosa_hcp.
func (a *HCPArgs) inputs() rhcs.Properties {
	inputs := rhcs.Inputs(a, rhcs.HCP)
	stored := properties(a.CreatorARN, a.Properties)
	if a.ZeroEgress {
		stored[zeroEgressProperty] = pulumi.String("true")
	}
	inputs["properties"] = stored
	inputs["awsAdditionalAllowedPrincipals"] = a.principals()
	inputs["private"] = a.Scope == network.Internal
	inputs["availabilityZones"] = zonesOf(a.PrivateSubnets)
	inputs["awsSubnetIds"] = subnetIDs(a.PrivateSubnets, a.PublicSubnets)
	inputs["ec2MetadataHttpTokens"] = tokens(a.AllowIMDSv1)
	inputs["etcdEncryption"] = flag(a.EtcdKeyARN != nil)
	if a.AutoNode != nil {
		argument.Put(inputs, "autoNode.mode", "enabled")
	}
	a.Proxy.addTo(inputs)
	a.Registry.addTo(inputs)
	a.Workers.addTo(inputs, a.limits())
	a.Admin.addTo(inputs)
	a.Wait.addTo(inputs)
	return inputs
}

// principals returns who can create endpoints of the API server: the service creates that of a shared VPC with the VPC owner's roles
// (openshift/hypershift 3ee9615 control-plane-operator/controllers/awsprivatelink/awsprivatelink_controller.go), and allows by itself its
// own role only (hypershift-operator/controllers/platform/aws/controller.go). terraform-redhat/terraform-rhcs-rosa-hcp v1.7.4
// examples/rosa-hcp-private-shared-vpc passes both roles.
func (a *HCPArgs) principals() any {
	shared := a.SharedVpc
	if shared == nil {
		return a.AllowedPrincipals
	}
	roles := pulumi.StringArray{shared.Route53RoleARN, shared.VpcEndpointRoleARN}
	if a.AllowedPrincipals == nil {
		return roles
	}
	return pulumi.All(a.AllowedPrincipals.ToStringArrayOutput(), roles.ToStringArrayOutput()).ApplyT(func(all []any) []string {
		return slices.Concat(all[0].([]string), all[1].([]string))
	}).(pulumi.StringArrayOutput)
}

// clusterIDTag is on everything that the service creates for a cluster.
const clusterIDTag = "api.openshift.com/id"

// groupTimeout is how long the deletion of the endpoint's security group is repeated by default: the time in which the cluster and its
// endpoint are deleted, if that begins at the same time.
const groupTimeout = 30 * time.Minute

// adoptEndpointGroup registers the security group that HyperShift creates for the endpoint of the API server, and leaves if it cannot
// delete it within 10 minutes (openshift/hypershift 0148725 control-plane-operator/controllers/awsprivatelink/awsprivatelink_controller.go,
// delete). With it the VPC cannot be deleted.
//
// The resource does not depend on the cluster: only the import's ID does, which is no dependency of Pulumi. The engine deletes the resources
// with the most dependencies first (pulumi v3.250.0 pkg/resource/deploy/step_generator.go, ScheduleDeletes): the group after the cluster, if
// the program has subnets or roles for the cluster, otherwise together with it. It attempts that also if the cluster could not be deleted,
// and the AWS provider repeats it as long as the endpoint uses the group. HyperShift accepts that it is gone. The VPC, whose ID is an
// input, is deleted after it.
func (a *HCPArgs) adoptEndpointGroup(b builder, cluster pulumi.StringOutput) error {
	if a.VpcID == nil || !*a.Wait.WaitForCreate {
		return nil
	}
	found := ec2.LookupSecurityGroupOutput(b.Ctx, ec2.LookupSecurityGroupOutputArgs{
		VpcId: a.VpcID.ToStringOutput(),
		Tags:  pulumi.StringMap{clusterIDTag: cluster},
		Filters: ec2.GetSecurityGroupFilterArray{ec2.GetSecurityGroupFilterArgs{
			Name: pulumi.String("group-name"), Values: pulumi.StringArray{pulumi.String("*-vpce-private-router")},
		}},
	}, pulumi.Parent(b.Resource))
	id := found.Id().ApplyT(func(id string) pulumi.ID { return pulumi.ID(id) }).(pulumi.IDOutput)
	// The group is the service's: its properties are read, and never changed.
	ignored := []string{"description", "egress", "ingress", "name", "namePrefix", "revokeRulesOnDelete", "tags", "tagsAll"}
	timeout := cmp.Or(a.Wait.DestroyTimeout, groupTimeout)
	_, err := ec2.NewSecurityGroup(b.Ctx, b.Name+"-endpoint-group", &ec2.SecurityGroupArgs{
		VpcId: a.VpcID.ToStringOutput().ToStringPtrOutput(),
		Tags:  pulumi.StringMap{"red-hat-managed": pulumi.String("true")}, // The service sets this tag too. Policies can require one.
	},
		pulumi.Parent(b.Resource), pulumi.Import(id), pulumi.IgnoreChanges(ignored),
		pulumi.Timeouts(&pulumi.CustomTimeouts{Delete: timeout.String()}))
	return err
}
