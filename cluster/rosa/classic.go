package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Classic is a ROSA cluster whose control plane is in the customer's account: three control-plane machines, infra machines (three with
// MultiAZ, otherwise two), and workers. Red Hat operates the control plane and the infra machines.
//
// The cluster is created after the resources whose outputs it receives (roles with their policies, the OIDC provider, keys, subnets with
// their routes) and destroyed before them; the outputs of packages iam and network ensure this.
//
// The service creates load balancers, volumes, buckets, DNS records and, without PrivateSubnets, a VPC, and deletes them with the
// cluster. Persistent volumes with the reclaim policy Retain remain. It also tags the VPC and its subnets: set aws:ignoreTags with the
// key prefix kubernetes.io/cluster/ in the stack's configuration. docs/components.md lists the names and tags.
type Classic struct {
	pulumi.ResourceState

	// ID is the cluster's ID in OCM. It resolves when the cluster is ready, unless WaitArgs.WaitForCreate is false.
	ID pulumi.StringOutput `pulumi:"clusterId"`
	// InfraID is the prefix of the names and tags of the cluster's resources in the account.
	InfraID pulumi.StringOutput `pulumi:"infraId"`
	// ExternalID is the cluster's UUID, which Red Hat's support asks for.
	ExternalID pulumi.StringOutput `pulumi:"externalId"`
	// APIURL is the URL of the API server. That of an internal cluster resolves in the VPC only.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the URL of the web console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`
	// DomainPrefix is the first label of the cluster's domain, after which hosted zones are named: ClassicArgs.DomainPrefix, otherwise the
	// name, or a random one if the name is longer than 15 characters.
	DomainPrefix pulumi.StringOutput `pulumi:"domainPrefix"`
	// Domain is the cluster's domain.
	Domain pulumi.StringOutput `pulumi:"domain"`
	// State is the state that OCM reports, such as ready.
	State pulumi.StringOutput `pulumi:"state"`
	// CurrentVersion is the OpenShift release of the cluster: with VersionArgs.Wait after its upgrade.
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
	// AdminUsername and AdminPassword come from ClassicArgs.Admin, as secrets; nil without [Admin].
	AdminUsername pulumi.StringPtrOutput `pulumi:"adminUsername"`
	AdminPassword pulumi.StringPtrOutput `pulumi:"adminPassword" check:"secret"`
}

// NewClassic registers a Classic.
func NewClassic(ctx *pulumi.Context, name string, args *ClassicArgs, opts ...pulumi.ResourceOption) (*Classic, error) {
	return component.Register(ctx, name, args, opts, component.Type[ClassicArgs, Classic]{
		Token:    "openshift-aws:rosa:Classic",
		Lasting:  true,
		Defaults: (*ClassicArgs).setDefaults,
		Keep:     func(*ClassicArgs) []keep.Rule { return nil }, // rejectAnother reads the last outputs
		Children: registerClassic,
	})
}

func registerClassic(c *component.Builder[ClassicArgs, Classic]) error {
	b := builder{Base: c.Base, opens: c.Args.Version.opens(time.Now())}
	args := c.Args
	if err := release.Warn(b.Ctx, c.Component, valueOf(args.Version).Version); err != nil {
		return err
	}
	inputs := args.inputs()
	var err error
	if inputs["cloudRegion"], err = region.Of(b.Ctx, c.Component, args.Region); err != nil {
		return err
	}
	hook, err := b.beforeUpgrade(classicPath, args.Version, nil)
	if err != nil {
		return err
	}
	options, err := b.replacement(args.AllowReplacement, "ClusterRosaClassic")
	if err != nil {
		return err
	}
	another, err := b.rejectAnother(classicPath, args.AllowReplacement)
	if err != nil {
		return err
	}
	var cluster clusterResource
	options = append(options, ignoreCreator(), hook, another)
	if err := b.register("ClusterRosaClassic", "cluster", inputs, &cluster, options...); err != nil {
		return err
	}
	if !args.AllowReplacement {
		b.warnOfTags(classicPath, args.Tags, &cluster, cluster.Tags)
	}
	c.Component.ID, c.Component.CurrentVersion = b.clusterAfterUpgrade(&cluster, args.Version, "getClusterRosaClassic")
	c.Component.AdminUsername, c.Component.AdminPassword = cluster.admin("username"), cluster.admin("password")
	return nil
}

// inputs are the properties of rhcs_cluster_rosa_classic.
func (a *ClassicArgs) inputs() rhcs.Properties {
	inputs := rhcs.Inputs(a, rhcs.Classic)
	internal := a.Scope == network.Internal
	inputs["properties"] = properties(a.CreatorARN, a.Properties)
	inputs["private"], inputs["awsPrivateLink"] = internal, flag(internal)
	if zones := a.zones(); len(zones) > 0 {
		inputs["availabilityZones"] = zones
	}
	if len(a.PrivateSubnets) > 0 {
		inputs["awsSubnetIds"] = subnetIDs(a.PrivateSubnets, a.PublicSubnets)
	}
	inputs["ec2MetadataHttpTokens"] = tokens(a.AllowIMDSv1)
	inputs["disableWorkloadMonitoring"] = !*a.WorkloadMonitoring
	inputs["disableScpChecks"] = flag(!*a.SCPChecks)
	a.Proxy.addTo(inputs)
	a.Workers.addTo(inputs, a.limits())
	a.Admin.addTo(inputs)
	a.Wait.addTo(inputs)
	return inputs
}

// zones returns the zones of the cluster; none if the installer chooses them.
func (a *ClassicArgs) zones() []string {
	if len(a.PrivateSubnets) > 0 {
		return zonesOf(a.PrivateSubnets)
	}
	return a.Zones
}
