package cluster

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaHCP is a cluster of Red Hat OpenShift Service on AWS whose control plane Red Hat hosts in its own account. In the
// customer's account are worker machines and, for a private cluster, the endpoint of the API.
//
// The cluster is made after what it is given (roles with their policies, the OIDC provider, keys, subnets with their routes) and
// destroyed before them. The outputs of package iam and network see to that.
//
// The service makes things in the account that it removes by itself, mostly: the endpoint of the API with the security group
// <infra id>-vpce-private-router, which carries the tag api.openshift.com/id with the cluster's id; the private hosted zone
// <cluster>.hypershift.local; load balancers of services and the bucket <infra id>-image-registry-<region>-*, which carry the tag
// kubernetes.io/cluster/<infra id>. When the VPC cannot be deleted after the cluster, the security group is what holds it, while
// network interfaces detach: look for the tag, and run destroy again.
//
// The service tags the VPC and its subnets kubernetes.io/cluster/<infra id>. Let the AWS provider leave such tags alone, or an update
// after a refresh takes them off: aws:ignoreTags with the key prefix kubernetes.io/cluster/ in the stack's configuration.
type RosaHCP struct {
	pulumi.ResourceState

	// ID is the cluster's id in OCM. It waits until the cluster is ready, unless RosaWaitsArgs.SkipCreate is set.
	ID pulumi.StringOutput `pulumi:"clusterId"`
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
	// CurrentVersion is the release that the control plane runs.
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
	// AdminUsername and AdminPassword are those of RosaHCPArgs.Admin, the password as a secret; without Admin they are empty.
	AdminUsername pulumi.StringOutput `pulumi:"adminUsername"`
	AdminPassword pulumi.StringOutput `pulumi:"adminPassword"`
}

// rosaCluster is what programs read of either of RHCS's cluster resources.
type rosaCluster struct {
	pulumi.CustomResourceState

	ExternalID       pulumi.StringOutput    `pulumi:"externalId"`
	APIURL           pulumi.StringOutput    `pulumi:"apiUrl"`
	ConsoleURL       pulumi.StringOutput    `pulumi:"consoleUrl"`
	Domain           pulumi.StringOutput    `pulumi:"domain"`
	State            pulumi.StringOutput    `pulumi:"state"`
	CurrentVersion   pulumi.StringOutput    `pulumi:"currentVersion"`
	InfraID          pulumi.StringOutput    `pulumi:"infraId"`
	AdminCredentials pulumi.StringMapOutput `pulumi:"adminCredentials"`
}

func (c *rosaCluster) admin(key string) pulumi.StringOutput {
	return pulumi.ToSecret(c.AdminCredentials.MapIndex(pulumi.String(key))).(pulumi.StringOutput)
}

// NewRosaHCP registers a RosaHCP. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewRosaHCP(ctx *pulumi.Context, name string, args *RosaHCPArgs, opts ...pulumi.ResourceOption) (*RosaHCP, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &RosaHCP{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaHCP", name, component, opts...); err != nil {
		return nil, err
	}
	var made rosaCluster
	options := rosaReplacement(args.AllowReplacement, "ClusterRosaHcp", "properties."+rosaZeroEgress)
	options = append(options, rosaKeepsCreator(), pulumi.Parent(component))
	if err := rhcs.Register(ctx, args.RHCS, "ClusterRosaHcp", name+"-cluster", args.inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaHCP %s: %w", name, err)
	}
	component.ID = made.ID().ToStringOutput()
	component.ExternalID, component.APIURL, component.ConsoleURL = made.ExternalID, made.APIURL, made.ConsoleURL
	component.Domain, component.State, component.CurrentVersion = made.Domain, made.State, made.CurrentVersion
	component.AdminUsername, component.AdminPassword = made.admin("username"), made.admin("password")
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"clusterId": component.ID, "externalId": component.ExternalID, "apiUrl": component.APIURL, "consoleUrl": component.ConsoleURL,
		"domain": component.Domain, "state": component.State, "currentVersion": component.CurrentVersion,
		"adminUsername": component.AdminUsername, "adminPassword": component.AdminPassword,
	})
}

// inputs are the properties of rhcs_cluster_rosa_hcp.
func (a *RosaHCPArgs) inputs() pulumi.Map {
	return rosaMerge(a.common().inputs(), a.Network.inputs(), a.Workers.inputs(a.shape()), pulumi.Map{
		"awsBillingAccountId":                a.BillingAccountID,
		"availabilityZones":                  pulumi.ToStringArray(rosaZones(a.PrivateSubnets)),
		"awsSubnetIds":                       rosaSubnetIDs(a.PrivateSubnets, a.PublicSubnets),
		"properties":                         a.properties(),
		"etcdEncryption":                     rosaFlag(a.EtcdKeyARN != nil),
		"etcdKmsKeyArn":                      a.EtcdKeyARN,
		"sharedVpc":                          a.SharedVpc.inputs(),
		"awsAdditionalAllowedPrincipals":     a.AllowedPrincipals,
		"autoNode":                           a.AutoNode.inputs(),
		"registryConfig":                     a.Registry.inputs(),
		"auditLogArn":                        a.AuditLogRoleARN,
		"logForwardersAtClusterCreations":    rosaLogForwarders(a.LogForwarders),
		"externalAuthProvidersEnabled":       rosaFlag(a.ExternalAuth),
		"waitForStdComputeNodesComplete":     rosaFlag(a.Waits.ForWorkers),
		"maxHcpClusterWaitTimeoutInMinutes":  rosaMinutes(a.Waits.Create),
		"maxMachinepoolWaitTimeoutInMinutes": rosaMinutes(a.Waits.Workers),
	})
}

func (a *RosaHCPArgs) properties() pulumi.Input {
	if !a.ZeroEgress {
		return a.common().propertyInputs()
	}
	properties := a.common().propertyInputs().(pulumi.StringMap)
	properties[rosaZeroEgress] = pulumi.String("true")
	return properties
}
