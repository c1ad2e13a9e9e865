package permissions

import "slices"

// administrator is who can do everything in the account.
const administrator = account + "role/admin"

const (
	ec2ARN = "arn:aws:ec2:us-east-2:123456789012:"
	// cluster and sibling are two clusters whose names have the prefix of the documents.
	cluster = "cluster"
	sibling = "the second cluster"
	team    = "another team"
	// owner is who owns the account: it creates the principal, its policies and the boundary.
	owner = "the account"
	// nobody owns what does not exist yet.
	nobody = ""
)

// resource is something of the account that a principal may want.
type resource struct {
	kind, arn, owner string
	// label names the resource in reports; without one, kind and owner do.
	label string
	// role is the role that code on the resource has, or that the resource gives.
	role string
	// boundary is the permissions boundary of a role.
	boundary string
	// open reports whether a role can be assumed by each principal of the account that has permission.
	open bool
	tags map[string]string
	// record is the name of a record of a hosted zone.
	record string
}

const (
	clusterWorker = account + "role/demo-x7k2p-worker"
	clusterMaster = account + "role/demo-x7k2p-master"
	siblingMaster = account + "role/demo-b-master"
	namedRole     = account + "role/demo-pulumi"
	denyARN       = account + "policy/openshift-provisioner-deny"
	clusterTag    = "kubernetes.io/cluster/demo-x7k2p"
	issuerTag     = "openshift.io/cloud-credential-operator/demo-123456789012"
)

// String names the resource in reports.
func (r resource) String() string {
	if r.label != "" {
		return r.label
	}
	return r.kind + " of " + r.owner
}

// rolesOfWorld are the roles and those that can be created.
var rolesOfWorld = []resource{
	{kind: "role", arn: clusterMaster, owner: cluster, boundary: boundaryARN},
	{kind: "role", arn: clusterWorker, owner: cluster, boundary: boundaryARN},
	{kind: "role", arn: account + "role/demo-x7k2p-ingress", owner: cluster, boundary: boundaryARN},
	{kind: "role", arn: siblingMaster, label: "the role of a machine of the second cluster", owner: sibling, boundary: boundaryARN},
	{kind: "role", arn: administrator, label: "the administrator's role", owner: team},
	{kind: "role", arn: account + "role/team-app", label: "a role that the account may assume", owner: team, open: true},
	{kind: "role", arn: principal, label: "the role of the principal", owner: owner},
	{kind: "new role", arn: account + "role/demo-new"},
	{kind: "new role", arn: account + "role/demo-new", boundary: boundaryARN},
	{kind: "new role", arn: account + "role/demo-shared-new"},
	{kind: "new role", arn: account + "role/demo-shared-new", boundary: boundaryARN},
	{kind: "new role", arn: account + "role/new"},
}

// identitiesOfWorld are users, groups, policies and identity providers.
var identitiesOfWorld = []resource{
	{kind: "user", arn: account + "user/admin", owner: team, role: administrator},
	{kind: "new user", arn: account + "user/new", label: "a new user", owner: owner, role: administrator},
	{kind: "group", arn: account + "group/admins", owner: team, role: administrator},
	{kind: "policy", arn: account + "policy/team", owner: team, role: administrator},
	{kind: "boundary", arn: boundaryARN, label: "the boundary", owner: owner},
	{kind: "boundary", arn: denyARN, label: "the policy that denies", owner: owner},
	{kind: "SAML provider", arn: account + "saml-provider/team", owner: team, role: administrator},
	{
		kind:  "OIDC provider",
		arn:   account + "oidc-provider/token.actions.githubusercontent.com",
		label: "the OIDC provider of GitHub",
		owner: team,
		role:  administrator,
	},
	{
		kind:  "OIDC provider",
		arn:   foreignIDP,
		label: "a private issuer of another team",
		owner: team,
		role:  administrator,
		tags:  map[string]string{issuerTag: "shared"},
	},
	{
		kind:  "OIDC provider",
		arn:   account + "oidc-provider/demo-b-oidc.s3.us-east-2.amazonaws.com",
		label: "the OIDC provider of the second cluster",
		owner: sibling,
		role:  siblingMaster,
	},
	{kind: "instance profile", arn: account + "instance-profile/team", owner: team, role: administrator},
}

// machinesOfWorld are what has code with a role, and its parts.
var machinesOfWorld = []resource{
	{
		kind:  "instance",
		arn:   ec2ARN + "instance/i-demo-x7k2p",
		owner: cluster,
		role:  clusterMaster,
		tags:  map[string]string{clusterTag: "owned", stackTag: "demo/a"},
	},
	{
		kind:  "instance",
		arn:   ec2ARN + "instance/i-demo-b",
		owner: sibling,
		role:  siblingMaster,
		tags:  map[string]string{"kubernetes.io/cluster/demo-b": "owned", stackTag: "demo/b"},
	},
	{kind: "instance", arn: ec2ARN + "instance/i-team", owner: team, role: administrator},
	{kind: "launch template", arn: ec2ARN + "launch-template/lt-team", owner: team, role: administrator},
	{
		kind:  "group of instances",
		arn:   "arn:aws:autoscaling:us-east-2:123456789012:autoScalingGroup:1:autoScalingGroupName/team",
		owner: team,
	},
	{kind: "volume", arn: ec2ARN + "volume/vol-team", owner: team},
	{kind: "root volume", arn: ec2ARN + "volume/vol-root", owner: team, role: administrator},
	{kind: "snapshot", arn: ec2ARN + "snapshot/snap-team", owner: team},
	{kind: "image", arn: ec2ARN + "image/ami-team", owner: team},
	{kind: "function", arn: "arn:aws:lambda:us-east-2:123456789012:function:team", owner: team, role: administrator},
	{kind: "stack", arn: "arn:aws:cloudformation:us-east-2:123456789012:stack/team/1", owner: team, role: administrator},
	{kind: "build project", arn: "arn:aws:codebuild:us-east-2:123456789012:project/team", owner: team, role: administrator},
	{kind: "defaults of the account", arn: "*", label: "the defaults of the account", owner: owner},
}

// dataOfWorld are data, names and networks.
var dataOfWorld = []resource{
	{kind: "key", arn: kmsARN + "key/team", owner: team},
	{kind: "queue", arn: "arn:aws:sqs:us-east-2:123456789012:team", owner: team},
	{kind: "rule", arn: "arn:aws:events:us-east-2:123456789012:rule/team", owner: team},
	{kind: "hosted zone", arn: "arn:aws:route53:::hostedzone/ZTEAM", owner: team, record: "_validation.team.example.com"},
	{kind: "distribution", arn: "arn:aws:cloudfront::123456789012:distribution/ETEAM", owner: team},
	{kind: "parameter", arn: parameterARN + "team/password", owner: team},
	{kind: "secret", arn: secretARN + "team-password", owner: team},
	{kind: "secret", arn: secretARN + "rosa-private-key-other-oidc-a", label: "a signing key of another team", owner: team},
	{kind: "bucket", arn: "arn:aws:s3:::team-state", owner: team},
	{kind: "object", arn: "arn:aws:s3:::team-state/state.json", owner: team},
	{kind: "bucket", arn: "arn:aws:s3:::demo-b-registry", owner: sibling},
	{kind: "object", arn: "arn:aws:s3:::demo-b-registry/layer", owner: sibling},
	{
		kind:  "issuer",
		arn:   "arn:aws:s3:::demo-b-oidc/keys.json",
		label: "the issuer of the second cluster",
		owner: sibling,
		role:  siblingMaster,
	},
	{kind: "security group", arn: ec2ARN + "security-group/sg-team", owner: team},
	{kind: "network interface", arn: ec2ARN + "network-interface/eni-team", owner: team},
	{kind: "route table", arn: ec2ARN + "route-table/rtb-team", owner: team},
	{kind: "subnet", arn: ec2ARN + "subnet/subnet-team", owner: team},
	{kind: "resource share", arn: "arn:aws:ram:us-east-2:123456789012:resource-share/team", owner: team},
	{kind: "load balancer", arn: "arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/team/1", owner: team},
	{kind: "log group", arn: "arn:aws:logs:us-east-2:123456789012:log-group:team", owner: team},
}

// world is the account. Its clusters are demo-x7k2p and demo-b, and openshift-provisioner is the principal who runs Pulumi.
var world = slices.Concat(rolesOfWorld, identitiesOfWorld, machinesOfWorld, dataOfWorld)
