package cluster

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaClassic is a cluster of Red Hat OpenShift Service on AWS whose control plane is in the customer's account: three
// control-plane machines, infra machines (three over several zones, else two), and workers. Red Hat runs the first two.
//
// The cluster is made after what it is given (roles with their policies, the OIDC provider, keys, subnets with their routes) and
// destroyed before them. The outputs of package iam and network see to that.
//
// The service makes load balancers, volumes, the buckets managed-velero* and <infra id>-image-registry-<region>-*, records and,
// without subnets of one's own, a VPC, and removes them with the cluster. Volumes that pods claimed with the policy Retain stay. All
// carry the tag kubernetes.io/cluster/<infra id>, by which AWS's tag editor finds what was left behind.
//
// The service tags the VPC and its subnets kubernetes.io/cluster/<infra id>. Let the AWS provider leave such tags alone, or an update
// after a refresh takes them off: aws:ignoreTags with the key prefix kubernetes.io/cluster/ in the stack's configuration.
type RosaClassic struct {
	pulumi.ResourceState

	// ID is the cluster's id in OCM. It waits until the cluster is ready, unless RosaWaitsArgs.SkipCreate is set.
	ID pulumi.StringOutput `pulumi:"clusterId"`
	// InfraID is the id that names and tags of what the cluster has in the account begin with.
	InfraID pulumi.StringOutput `pulumi:"infraId"`
	// ExternalID is the cluster's own id, which support asks for.
	ExternalID pulumi.StringOutput `pulumi:"externalId"`
	// APIURL is the address of the API. A private one resolves in the VPC alone.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the address of the web console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`
	// Domain is the cluster's domain.
	Domain pulumi.StringOutput `pulumi:"domain"`
	// State is the state that OCM reports, such as ready.
	State pulumi.StringOutput `pulumi:"state"`
	// CurrentVersion is the release that the cluster runs.
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
	// AdminUsername and AdminPassword are those of RosaClassicArgs.Admin, the password as a secret; without Admin they are empty.
	AdminUsername pulumi.StringOutput `pulumi:"adminUsername"`
	AdminPassword pulumi.StringOutput `pulumi:"adminPassword"`
}

// NewRosaClassic registers a RosaClassic. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewRosaClassic(ctx *pulumi.Context, name string, args *RosaClassicArgs, opts ...pulumi.ResourceOption) (*RosaClassic, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &RosaClassic{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaClassic", name, component, opts...); err != nil {
		return nil, err
	}
	var made rosaCluster
	options := append(rosaReplacement(args.AllowReplacement, "ClusterRosaClassic"), rosaKeepsCreator(), pulumi.Parent(component))
	if err := rhcs.Register(ctx, args.RHCS, "ClusterRosaClassic", name+"-cluster", args.inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaClassic %s: %w", name, err)
	}
	component.ID, component.InfraID = made.ID().ToStringOutput(), made.InfraID
	component.ExternalID, component.APIURL, component.ConsoleURL = made.ExternalID, made.APIURL, made.ConsoleURL
	component.Domain, component.State, component.CurrentVersion = made.Domain, made.State, made.CurrentVersion
	component.AdminUsername, component.AdminPassword = made.admin("username"), made.admin("password")
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"clusterId": component.ID, "infraId": component.InfraID, "externalId": component.ExternalID, "apiUrl": component.APIURL,
		"consoleUrl": component.ConsoleURL, "domain": component.Domain, "state": component.State,
		"currentVersion": component.CurrentVersion, "adminUsername": component.AdminUsername, "adminPassword": component.AdminPassword,
	})
}

// inputs are the properties of rhcs_cluster_rosa_classic.
func (a *RosaClassicArgs) inputs() pulumi.Map {
	inputs := rosaMerge(a.common().inputs(), a.Network.inputs(), a.Workers.inputs(a.shape()), pulumi.Map{
		"multiAz":           rosaFlag(a.MultiAZ),
		"availabilityZones": rosaTexts(a.zones()),
		"awsPrivateLink":    rosaFlag(a.Private),
		"awsAdditionalControlPlaneSecurityGroupIds": rosaSecurityGroups(a.ControlPlaneSecurityGroupIDs),
		"awsAdditionalInfraSecurityGroupIds":        rosaSecurityGroups(a.InfraSecurityGroupIDs),
		"etcdEncryption":                            rosaFlag(a.EtcdEncryption),
		"disableWorkloadMonitoring":                 pulumi.Bool(a.DisableWorkloadMonitoring),
		"disableScpChecks":                          rosaFlag(a.DisableSCPChecks),
		"maxClusterWaitTimeoutInMinutes":            rosaMinutes(a.Waits.Create),
	})
	if len(a.PrivateSubnets) > 0 {
		inputs["awsSubnetIds"] = rosaSubnetIDs(a.PrivateSubnets, a.PublicSubnets)
	}
	if zone := a.PrivateHostedZone; zone != nil {
		inputs["privateHostedZone"] = pulumi.Map{"id": zone.ID, "roleArn": zone.RoleARN}
	}
	return inputs
}

func (a *RosaClassicArgs) zones() []string {
	if len(a.PrivateSubnets) > 0 {
		return rosaZones(a.PrivateSubnets)
	}
	return a.Zones
}
