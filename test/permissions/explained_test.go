package permissions

// explanation is ways that remain, who goes them, what they reach, and why they remain. Each of the ways is open to each of those who
// go it, to all that they reach.
type explanation struct {
	// ways, who and what are separated by semicolons. who can name a group.
	ways, who, what, reason string
}

// groups are the principals who run Pulumi, by their documents.
var groups = map[string]string{
	"principals": "principal, self-managed; principal that is a user; principal named after the prefix; pod of a fleet; " +
		"principal without permissions-deny.json; principal, ROSA",
	"principals of self-managed clusters": "principal, self-managed; principal that is a user; principal named after the prefix; " +
		"pod of a fleet; principal without permissions-deny.json",
	"principals of ROSA clusters": "principal, ROSA; pod of a fleet",
}

// Why ways remain.
const (
	reasonNoDeny = "Without permissions-deny.json, the roles that the principal creates need no boundary"
	reasonEC2    = "The actions of EC2, Auto Scaling and Elastic Load Balancing have the resource `*`, without a tag: most of what they " +
		"create has no name beforehand. Use one account per cluster where other instances have more permissions"
	reasonDescribe      = "AWS does not limit these descriptions to resources: user data must not contain secrets"
	reasonPrefix        = "The documents distinguish names, not clusters: give clusters that must not reach each other prefixes of their own"
	reasonPassed        = "Machines need `iam:PassRole` on roles with the prefix: the principal must not have such a name"
	reasonZones         = "The ARN of a hosted zone has its ID, which AWS chooses: write the IDs of your zones, once they exist"
	reasonDistributions = "The ARN of a distribution has its ID, which AWS chooses: remove the statement without `PrivateBucket`"
	reasonIssuers       = "ROSA's issuers have no common prefix: name your issuer"
	reasonTags          = "AWS requires permission to tag in order to create a key or a provider with tags, and it allows tagging others"
	reasonKeys          = "The volumes' key is the user's choice: the policy of a key must not allow all principals of the account"
	reasonParameters    = "AmazonSSMManagedInstanceCore, AWS's policy for Session Manager, allows reading every parameter: encrypt " +
		"parameters with a key of your own"
	reasonShares = "The principal shares subnets of a VPC that exists before"
	reasonLogs   = "Red Hat's policy for the audit log names no log group"
)

// explained are the ways that remain.
var explained = []explanation{
	{
		ways: "create a role with AdministratorAccess; " +
			"create a role with a customer managed policy; create a role with an inline policy",
		who:  "principal without permissions-deny.json",
		what: "an administrator of the account", reason: reasonNoDeny,
	},
	{
		ways: "add a version to a launch template",
		who:  "principals of self-managed clusters; role that the principal writes",
		what: "launch template of another team, and its role", reason: reasonEC2,
	},
	{
		ways: "add targets to a load balancer",
		who:  "principals; role that the principal writes; machine master; operator Machine API",
		what: "load balancer of another team", reason: reasonEC2,
	},
	{
		ways: "attach a volume to its own instance",
		who:  "role that the principal writes; machine bootstrap; machine master; operator EBS CSI driver",
		what: "volume of another team", reason: reasonEC2,
	},
	{
		ways: "attach the root volume to its own instance and change it",
		who:  "role that the principal writes; machine bootstrap; machine master; operator EBS CSI driver",
		what: "root volume of another team, and its role", reason: reasonEC2,
	},
	{
		ways: "change a group of instances",
		who:  "principals of self-managed clusters; role that the principal writes",
		what: "group of instances of another team", reason: reasonEC2,
	},
	{
		ways: "change a load balancer",
		who:  "principals; role that the principal writes; machine master",
		what: "load balancer of another team", reason: reasonEC2,
	},
	{
		ways: "change the addresses of a network interface",
		who:  "role that the principal writes; operator cloud network config",
		what: "network interface of another team", reason: reasonEC2,
	},
	{
		ways: "change the metadata defaults of the account",
		who:  "role that the principal writes",
		what: "the defaults of the account", reason: reasonEC2,
	},
	{
		ways: "change the metadata options of an instance",
		who:  "principals; role that the principal writes",
		what: "instance of another team", reason: reasonEC2,
	},
	{
		ways: "change the metadata options of an instance",
		who:  "role that the principal writes",
		what: "instance of the second cluster", reason: reasonEC2,
	},
	{
		ways: "change the routes of a network",
		who:  "principals; role that the principal writes",
		what: "route table of another team", reason: reasonEC2,
	},
	{
		ways: "change the security groups of a network interface",
		who:  "principals; role that the principal writes",
		what: "network interface of another team", reason: reasonEC2,
	},
	{
		ways: "change the security groups of an instance",
		who:  "principals; role that the principal writes; machine master",
		what: "instance of another team", reason: reasonEC2,
	},
	{
		ways: "change the security groups of an instance",
		who:  "role that the principal writes; machine master",
		what: "instance of the second cluster", reason: reasonEC2,
	},
	{
		ways: "delete a snapshot",
		who:  "role that the principal writes; operator EBS CSI driver",
		what: "snapshot of another team", reason: reasonEC2,
	},
	{
		ways: "delete a volume",
		who:  "role that the principal writes; machine master; operator EBS CSI driver",
		what: "volume of another team", reason: reasonEC2,
	},
	{
		ways: "open a security group",
		who:  "principals; role that the principal writes; machine master",
		what: "security group of another team", reason: reasonEC2,
	},
	{
		ways: "read a snapshot by a new volume",
		who:  "role that the principal writes; machine master; operator EBS CSI driver",
		what: "snapshot of another team", reason: reasonEC2,
	},
	{
		ways: "replace the user data of an instance",
		who:  "principals; role that the principal writes",
		what: "instance of another team, and its role", reason: reasonEC2,
	},
	{
		ways: "replace the user data of an instance",
		who:  "role that the principal writes",
		what: "instance of the second cluster, and its role", reason: reasonEC2,
	},
	{
		ways: "resize a group of instances; tag a group of instances, then resize it",
		who:  "role that the principal writes",
		what: "group of instances of another team", reason: reasonEC2,
	},
	{
		ways: "share a snapshot",
		who:  "role that the principal writes",
		what: "snapshot of another team", reason: reasonEC2,
	},
	{
		ways: "share a snapshot of a volume",
		who:  "role that the principal writes",
		what: "volume of another team", reason: reasonEC2,
	},
	{
		ways: "share an image",
		who:  "role that the principal writes",
		what: "image of another team", reason: reasonEC2,
	},
	{
		ways: "tag an instance, then terminate it; terminate an instance",
		who:  "principals; role that the principal writes; operator Machine API",
		what: "instance of another team", reason: reasonEC2,
	},
	{
		ways: "tag an instance, then terminate it; terminate an instance",
		who:  "role that the principal writes; operator Machine API",
		what: "instance of the second cluster", reason: reasonEC2,
	},
	{
		ways: "read the user data of a launch template",
		who:  "principals; role that the principal writes; machine bootstrap; machine master; pod of the autoscaler",
		what: "launch template of another team", reason: reasonDescribe,
	},
	{
		ways: "read the user data of an instance",
		who:  "principals; role that the principal writes; machine bootstrap; machine master",
		what: "instance of another team", reason: reasonDescribe,
	},
	{
		ways: "read the user data of an instance",
		who:  "role that the principal writes; machine bootstrap; machine master",
		what: "instance of the second cluster", reason: reasonDescribe,
	},
	{
		ways: "read an object; write an object",
		who:  "role that the principal writes; operator image registry",
		what: "object of the second cluster", reason: reasonPrefix,
	},
	{
		ways: "replace the keys of an issuer",
		who:  "role that the principal writes; operator image registry",
		what: "the issuer of the second cluster, and its role", reason: reasonPrefix,
	},
	{
		ways: "replicate a bucket; write the policy of a bucket",
		who:  "role that the principal writes",
		what: "bucket of the second cluster", reason: reasonPrefix,
	},
	{
		ways: "create a launch template with a role and a group of it; give an instance a role; " +
			"launch an instance with a role; replace the role of an instance; request a Spot instance with a role",
		who:  "role that the principal writes",
		what: "the principal named after the prefix; the role of a machine of the second cluster", reason: reasonPassed,
	},
	{
		ways: "change records of a hosted zone, and so obtain certificates",
		who: "principals of self-managed clusters; principal of a shared VPC; role that the principal writes; " +
			"role that the principal of a shared VPC writes; operator ingress",
		what: "hosted zone of another team", reason: reasonZones,
	},
	{
		ways: "delete a hosted zone",
		who:  "principals of self-managed clusters; principal of a shared VPC; role that the principal writes",
		what: "hosted zone of another team", reason: reasonZones,
	},
	{
		ways: "delete a distribution; replace the origin of a distribution",
		who:  "principals of self-managed clusters",
		what: "distribution of another team", reason: reasonDistributions,
	},
	{
		ways: "add an audience to an OIDC provider; delete an OIDC provider; replace the thumbprint of an OIDC provider",
		who:  "principals of ROSA clusters",
		what: "a private issuer of another team; the OIDC provider of GitHub", reason: reasonIssuers,
	},
	{
		ways: "tag an OIDC provider, then delete it",
		who:  "principals of ROSA clusters",
		what: "the OIDC provider of GitHub", reason: reasonIssuers,
	},
	{
		ways: "tag a key, then write its policy",
		who:  "principals of ROSA clusters",
		what: "key of another team", reason: reasonTags,
	},
	{
		ways: "tag an OIDC provider, then delete it",
		who:  "principals",
		what: "a private issuer of another team", reason: reasonTags,
	},
	{
		ways: "decrypt with a key",
		who:  "role that the principal writes; operator EBS CSI driver; operator Machine API",
		what: "key of another team", reason: reasonKeys,
	},
	{
		ways: "grant the use of a key",
		who:  "role that the principal writes",
		what: "key of another team", reason: reasonKeys,
	},
	{
		ways: "read a parameter",
		who:  "jump host",
		what: "parameter of another team", reason: reasonParameters,
	},
	{
		ways: "share a subnet",
		who:  "principal of a shared VPC",
		what: "subnet of another team", reason: reasonShares,
	},
	{
		ways: "write to a log group",
		who:  "role that the principal writes; operator audit log",
		what: "log group of another team", reason: reasonLogs,
	},
}
