package preflight

import (
	"context"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
	"github.com/openshift-aws/pulumi-openshift-aws/test/accounttest"
)

// with changes an answer of the services.
func with(operation string, a accounttest.Answer) func(*accounttest.Services, *Target) {
	return func(s *accounttest.Services, _ *Target) { s.Answers[operation] = a }
}

const standard = "quota of vCPUs of Standard (A, C, D, H, I, M, R, T, Z) instances"

// failing are the lines that are not ok: each line once, and what cannot be read.
var failing = map[string][]failed{
	"identity": {
		{
			reason: "there are no credentials, or they have ended", change: with("GetCallerIdentity", accounttest.Rejected("ExpiredToken")),
			text: "AWS does not accept the credentials", command: "aws sso login",
		},
		{
			reason: "the stack is of another account",
			change: func(_ *accounttest.Services, t *Target) { t.Settings[allowedAccounts] = `["999999999999"]` },
			text:   `the stack is for the accounts ["999999999999"]`, command: "AWS_PROFILE",
		},
	},
	"session": {
		{
			reason: "an hour is not enough for a self-managed cluster",
			change: func(_ *accounttest.Services, t *Target) { t.Now = func() time.Time { return now.Add(time.Hour) } },
			text:   "the session ends in 1h0m0s, and the creation takes up to 1h35m0s", command: "aws sso login",
		},
		{
			reason: "the environment does not say when a session ends",
			change: func(_ *accounttest.Services, t *Target) { t.Getenv = func(string) string { return "x" } }, state: Unknown,
			text: "the end of the session is not known", command: "export-credentials",
		},
	},
	"zones": {
		{
			reason: "accounts do not have all zones", change: func(_ *accounttest.Services, t *Target) { t.File.Zones = []string{"us-east-2c"} },
			text: "us-east-2c is not available in us-east-2, which has us-east-2a", command: "describe-availability-zones",
		},
		{
			reason: "a region must be enabled", change: with("DescribeAvailabilityZones", accounttest.Rejected("AuthFailure")),
			text: "us-east-2 is not enabled", command: "aws account enable-region",
		},
		{
			reason: "reading needs a permission", state: Unknown,
			change: with("DescribeAvailabilityZones", accounttest.Rejected("UnauthorizedOperation")),
			text:   "cannot be read", command: "allow ec2:DescribeAvailabilityZones to arn:aws:sts::111122223333:assumed-role/provisioner/me",
		},
	},
	"instance types": {
		{
			reason: "zones do not have all types", change: with("DescribeInstanceTypeOfferings", accounttest.EC2Items("instanceTypeOfferingSet")),
			text: "AWS has no m5.xlarge in us-east-2a", command: "describe-instance-type-offerings",
		},
		{
			reason: "AWS fails sometimes", change: with("DescribeInstanceTypeOfferings", accounttest.Rejected("InternalError")), state: Unknown,
			text: "cannot be read", command: "run this command again",
		},
	},
	standard: {
		{
			reason: "an m5.xlarge has four vCPUs, and two are used",
			change: func(_ *accounttest.Services, t *Target) { t.Program.Instances["m5.xlarge"] = 10 },
			text:   "40 more, with 2 in use of 40", command: "--service-code ec2 --quota-code L-1216C47A --desired-value 42 --region us-east-2",
		},
		{
			reason: "reading needs a permission",
			change: with("ServiceQuotasV20190624.GetServiceQuota",
				accounttest.Status(http.StatusBadRequest, `{"__type": "x#AccessDeniedException"}`)),
			state: Unknown,
			text:  "cannot be read", command: "allow servicequotas:GetServiceQuota",
		},
	},
	"quota of VPCs": {
		{
			reason: "an account has five VPCs at first", change: with("DescribeVpcs", accounttest.EC2Items("vpcSet", make([]string, 40)...)),
			text: "1 more, with 40 in use of 40", command: "--quota-code L-F678F1CE --desired-value 41",
		},
		{
			reason: "AWS's default counts where the account has no value", change: func(s *accounttest.Services, _ *Target) {
				s.Answers["ServiceQuotasV20190624.GetServiceQuota"] = accounttest.Status(http.StatusBadRequest, `{"__type": "NoSuchResourceException"}`)
				s.Answers["ServiceQuotasV20190624.GetAWSDefaultServiceQuota"] = accounttest.OK(`{"Quota": {"Value": 0}}`)
			},
			text: "1 more, with 1 in use of 0", command: "--desired-value 2",
		},
	},
	"quota of Elastic IPs": {{
		reason: "each NAT gateway has an address", change: func(_ *accounttest.Services, t *Target) { t.Program.ElasticIPs = 41 },
		text: "41 more, with 0 in use of 40", command: "L-0263D0A3",
	}},
	"quota of NAT gateways in us-east-2a": {{
		reason: "the quota is of a zone", change: func(_ *accounttest.Services, t *Target) { t.Program.NATGateways["us-east-2a"] = 40 },
		text: "40 more, with 1 in use of 40", command: "--service-code vpc --quota-code L-FE5A380F",
	}},
	"quota of Network Load Balancers": {{
		reason: "others are not counted", change: func(_ *accounttest.Services, t *Target) { t.Program.LoadBalancers = 40 },
		text: "40 more, with 1 in use of 40", command: "--service-code elasticloadbalancing --quota-code L-69A177A2",
	}},
	"quota of buckets": {{
		reason: "the quota is of the account",
		change: func(_ *accounttest.Services, t *Target) {
			t.Program.Buckets = nil
			for range 40 {
				t.Program.Buckets = append(t.Program.Buckets, "shop-bucket")
			}
		},
		text: "40 more, with 1 in use of 40", command: "--service-code s3 --quota-code L-DC2B2D3D --desired-value 41 --region us-east-1",
	}},
	"names": {
		{
			reason: "names of roles exist once in an account", change: with("GetRole shop-", accounttest.Role("shop-worker")),
			text: "the role shop-worker exists", command: "aws iam delete-role --role-name shop-worker",
		},
		{
			reason: "names of buckets exist once in AWS", change: with("GET /shop-", accounttest.Status(http.StatusForbidden, "")),
			text: "the bucket shop-registry exists", command: "choose another name",
		},
	},
	"service-linked roles": {{
		reason: "the first load balancer of an account needs it", change: with("GetRole AWSServiceRoleFor", accounttest.NoRole),
		text: "AWSServiceRoleForElasticLoadBalancing is missing", command: "--aws-service-name elasticloadbalancing.amazonaws.com",
	}},
	"permissions: network": {
		{
			reason: "the policies are not attached", change: with("SimulatePrincipalPolicy", accounttest.Decision("ec2:CreateVpc", "implicitDeny")),
			text: "role/teams/provisioner may not ec2:CreateVpc", command: "--policy-document file://permissions/network.json",
		},
		{
			reason: "the simulation needs a permission", state: Unknown,
			change: with("SimulatePrincipalPolicy", accounttest.Rejected("AccessDenied")),
			text:   "cannot be read", command: "allow iam:SimulatePrincipalPolicy",
		},
	},
	"hosted zone": {
		{
			reason: "the ID is of no zone of the account", change: with("GET /2013-04-01/hostedzone/Z1", accounttest.Rejected("NoSuchHostedZone")),
			text: "Z1 does not exist", command: "list-hosted-zones-by-name --dns-name example.com",
		},
		{
			reason: "the zone is of another domain",
			change: with("GET /2013-04-01/hostedzone/Z1", accounttest.OK("<R><HostedZone><Name>other.org.</Name></HostedZone></R>")),
			text:   "Z1 is of other.org, and the base domain is example.com", command: "settings.publicZoneId",
		},
		{
			reason: "a private zone is in no DNS of the internet",
			change: with("GET /2013-04-01/hostedzone/Z1", accounttest.OK("<R><HostedZone><Name>example.com.</Name>"+
				"<Config><PrivateZone>true</PrivateZone></Config></HostedZone></R>")),
			text: "Z1 is private", command: "settings.publicZoneId",
		},
	},
	"delegation": {
		{
			reason: "nobody has delegated the domain", change: func(_ *accounttest.Services, t *Target) {
				t.LookupNS = func(context.Context, string) ([]*net.NS, error) { return nil, errNoHost }
			},
			text: "the DNS has no name servers of example.com", command: "at its registrar or in its parent zone: ns-1.awsdns.com, ns-2.awsdns.com",
		},
		{
			reason: "the delegation is to a zone of before", change: func(_ *accounttest.Services, t *Target) {
				t.LookupNS = func(context.Context, string) ([]*net.NS, error) { return []*net.NS{{Host: "ns-9.awsdns.com."}}, nil }
			},
			text: "the name servers of example.com are ns-9.awsdns.com", command: "ns-1.awsdns.com",
		},
	},
	"state": {
		{
			reason: "nobody has logged in", change: func(_ *accounttest.Services, t *Target) { t.Backend = "" },
			text: "there is no backend", command: "pulumi login s3://",
		},
		{
			reason: "the bucket must exist", change: func(_ *accounttest.Services, t *Target) { t.Backend = "s3://shop-state" },
			text: "the bucket shop-state does not exist", command: "aws s3 mb s3://shop-state",
		},
		{
			reason: "colleagues and CI have no files of this machine",
			change: func(_ *accounttest.Services, t *Target) { t.Backend = "file://~" }, state: Unknown,
			text: "is on this machine only", command: "pulumi login s3://",
		},
	},
	"key of the state": {
		{
			reason: "the key must exist",
			change: with("TrentService.DescribeKey", accounttest.Status(http.StatusBadRequest, `{"__type": "NotFoundException"}`)),
			text:   "alias/pulumi is not in us-east-2", command: "aws kms create-alias --alias-name alias/pulumi",
		},
		{
			reason: "a key can be disabled", change: with("TrentService.DescribeKey", accounttest.OK(`{"KeyMetadata": {"KeyState": "Disabled"}}`)),
			text: "alias/pulumi is Disabled", command: "aws kms enable-key",
		},
		{
			reason: "a bucket encrypts no secrets",
			change: func(_ *accounttest.Services, t *Target) {
				t.SecretsProvider, t.Getenv = "", func(key string) string { return map[string]string{"AWS_CREDENTIAL_EXPIRATION": later}[key] }
			},
			text: "neither a key nor a passphrase", command: "PULUMI_CONFIG_PASSPHRASE_FILE",
		},
	},
	"description": {
		{
			reason: "the pull secret is not that of Red Hat", change: func(_ *accounttest.Services, t *Target) { t.File.PullSecret = "oh" },
			text: `PullSecret: must be JSON with an entry in "auths"`, command: "https://console.redhat.com/openshift/install/pull-secret",
		},
		{
			reason: "the file cannot be read", change: func(_ *accounttest.Services, t *Target) { t.FileProblem = errNoHost },
			text: "no such host", command: "correct it",
		},
	},
	"openshift-install": {
		{
			reason: "the installer is of another release", change: func(_ *accounttest.Services, t *Target) { t.File.Release = "4.18.5" },
			text: "is of release 4.19.3, and the cluster's release is 4.18.5", command: "mirror.openshift.com/pub/openshift-v4/clients/ocp/4.18.5",
		},
		{
			reason: "there is none",
			change: func(_ *accounttest.Services, t *Target) {
				t.File.OpenShiftInstall = filepath.Join(t.File.OpenShiftInstall, "absent")
			},
			text: "openshift-install is not on PATH", command: "download it",
		},
	},
	"AMI": {{
		reason: "an AMI belongs to a region", change: with("DescribeImages", accounttest.Rejected("InvalidAMIID.NotFound")),
		text: "ami-1 is not in us-east-2", command: "aws ec2 describe-images --region us-east-2 --image-ids ami-1",
	}},
	"OCM": {
		{
			reason: "there is no token", kind: counts.HCP, change: func(_ *accounttest.Services, t *Target) {
				t.Getenv = func(key string) string { return map[string]string{"AWS_CREDENTIAL_EXPIRATION": later}[key] }
			},
			text: "there is no token", command: "pulumi config set --secret rhcs:token",
		},
		{
			reason: "the token has ended", kind: counts.HCP,
			change: with("GET /api/accounts_mgmt/v1/current_account", accounttest.Status(http.StatusUnauthorized, "{}")),
			text:   "401 Unauthorized", command: "rosa login",
		},
	},
	"linked organization": {{
		reason: "OCM needs a role in the account", kind: counts.HCP,
		change: with("GET /api/accounts_mgmt/v1/organizations/o1/labels/sts_ocm_role",
			accounttest.OK(`{"value": "arn:aws:iam::999999999999:role/OCM"}`)),
		text: "the organization has no role in the account 111122223333", command: "rosa create ocm-role",
	}},
	"billing account": {
		{
			reason: "the organization has no ROSA", kind: counts.HCP,
			change: with("GET /api/accounts_mgmt/v1/organizations/o1/quota_cost", accounttest.OK(`{"items": []}`)),
			text:   "111122223333 is not linked", command: "https://console.aws.amazon.com/rosa/home",
		},
		{
			reason: "Red Hat charges by AWS Marketplace", kind: counts.HCP,
			change: func(_ *accounttest.Services, t *Target) { t.Program.ROSA.BillingAccount = "999999999999" },
			text:   "999999999999 is not linked", command: "enable ROSA with it",
		},
	},
	"release": {{
		reason: "a channel group has its own releases", kind: counts.HCP, change: func(s *accounttest.Services, t *Target) {
			t.Program.ROSA.ChannelGroup = "candidate"
			s.Answers["GET /api/clusters_mgmt/v1/versions/openshift-v4.20.4-candidate"] = accounttest.Status(http.StatusNotFound, "{}")
		},
		text: "4.20.4 is not in the channel group candidate", command: "rosa list versions --channel-group candidate --hosted-cp",
	}},
	"name and domain prefix": {{
		reason: "names of clusters exist once in an organization", kind: counts.HCP,
		change: with("GET /api/clusters_mgmt/v1/clusters", accounttest.OK(`{"total": 1}`)),
		text:   "has the name or the domain prefix shop", command: "rosa list clusters",
	}},
}

var later = now.Add(2 * time.Hour).Format(time.RFC3339)
