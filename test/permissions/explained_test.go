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
	reasonNoDeny     = "Without permissions-deny.json, the roles that the principal creates need no boundary"
	reasonRootVolume = "The provider tags the root volume of an instance after it has created it, and whoever may tag volumes may tag those " +
		"of others"
	reasonDefaultGroup = "The default security group of a VPC has no tag before its rules are removed"
	reasonInterfaces   = "The first interface of an instance has no tag. AWS requires the permission on its instance too, which the search " +
		"does not know"
	reasonControllers = "The cluster's controllers tag load balancers and their groups after they have created them, or with tags of their own"
	reasonDescribe    = "AWS does not limit these descriptions to resources: user data must not contain secrets"
	reasonPrefix      = "The documents distinguish names, not clusters: give clusters that must not reach each other prefixes of their own"
	reasonPassed      = "Machines need `iam:PassRole` on roles with the prefix: the principal must not have such a name"
	reasonZones       = "AWS deletes a hosted zone without records only. Its ARN has an ID that AWS chooses: write the IDs of your " +
		"zones, once they exist"
	reasonIssuers = "ROSA's issuers have no common prefix: name your issuer"
	reasonTags    = "AWS requires permission to tag in order to create a key, a provider, a distribution or a resource share with " +
		"tags, and it allows tagging others"
	reasonKeys       = "The volumes' key is the user's choice: the policy of a key must not allow all principals of the account"
	reasonParameters = "AmazonSSMManagedInstanceCore, AWS's policy for Session Manager, allows reading every parameter: encrypt " +
		"parameters with a key of your own"
	reasonNetworks = "The boundary limits no networks, except routes. AWS deletes an empty subnet only"
	reasonLogs     = "Red Hat's policy for the audit log names no log group"
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
		ways: "tag a volume, so that a role of the cluster can read it",
		who:  "principals",
		what: "volume of another team", reason: reasonRootVolume,
	},
	{
		ways: "remove the rules of a security group",
		who:  "principals",
		what: "security group of another team", reason: reasonDefaultGroup,
	},
	{
		ways: "change the security groups of a network interface",
		who:  "principals; role that the principal writes",
		what: "network interface of another team", reason: reasonInterfaces,
	},
	{
		ways: "change the addresses of a network interface",
		who:  "role that the principal writes; operator cloud network config",
		what: "network interface of another team", reason: reasonInterfaces,
	},
	{
		ways: "add targets to a load balancer",
		who:  "role that the principal writes; machine master; operator Machine API",
		what: "load balancer of another team", reason: reasonControllers,
	},
	{
		ways: "change a load balancer; tag a load balancer, then add targets",
		who:  "role that the principal writes; machine master",
		what: "load balancer of another team", reason: reasonControllers,
	},
	{
		ways: "open a security group; remove the rules of a security group; tag a security group, then open it",
		who:  "role that the principal writes; machine master",
		what: "security group of another team", reason: reasonControllers,
	},
	{
		ways: "tag a distribution, then replace its origin",
		who:  "principals of self-managed clusters",
		what: "distribution of another team", reason: reasonTags,
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
		ways: "delete a hosted zone",
		who:  "principals of self-managed clusters; principal of a shared VPC; role that the principal writes",
		what: "hosted zone of another team", reason: reasonZones,
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
		ways: "tag a subnet, then delete it",
		who:  "role that the principal writes",
		what: "subnet of another team", reason: reasonNetworks,
	},
	{
		ways: "tag a resource share, then change it",
		who:  "principal of a shared VPC",
		what: "resource share of another team", reason: reasonTags,
	},
	{
		ways: "write to a log group",
		who:  "role that the principal writes; operator audit log",
		what: "log group of another team", reason: reasonLogs,
	},
}
