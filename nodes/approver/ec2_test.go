package approver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSignature compares with the headers of botocore 1.35 for the same request.
func TestSignature(t *testing.T) {
	t.Parallel()
	const program = `
import datetime, sys
import ec2
headers = ec2.sign({"AccessKeyId": "AKID", "SecretAccessKey": "SECRET", "Token": "TOK"}, "us-east-2", "ec2",
    "https://ec2.us-east-2.amazonaws.com", b"Action=DescribeInstances&Version=2016-11-15",
    datetime.datetime(2025, 1, 2, 3, 4, 5))
print(headers["authorization"])`
	out := python(t, program, nil)
	assert.Equal(
		t,
		"AWS4-HMAC-SHA256 Credential=AKID/20250102/us-east-2/ec2/aws4_request, "+
			"SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "+
			"Signature=82f7f5bc56dbd557ed295769959e10af6edcdbc9a3666382ded6c3e6aa9cb012\n",
		out,
	)
}

// TestCredentialsAreRenewed gets credentials twice that expire in four or six minutes.
func TestCredentialsAreRenewed(t *testing.T) {
	t.Parallel()
	const program = `
import datetime, json, sys
import ec2
for minutes in (4, 6):
    asked = []
    expiry = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    ends = expiry.strftime("%Y-%m-%dT%H:%M:%SZ")
    def metadata(method, path, headers):
        asked.append(path)
        return json.dumps({"Expiration": ends}) if path.endswith("/role") else "role"
    ec2.metadata = metadata
    keys = "endpoint autoscalingEndpoint stsEndpoint region nodeDomains groups vpc instanceProfiles provenCallers"
    config = dict.fromkeys(keys.split())
    client = ec2.EC2(dict(config, infraID="x"))
    for _ in range(2):
        client.credentials()
    print(minutes, sum(path.endswith("/role") for path in asked))`
	assert.Equal(t, "4 2\n6 1\n", python(t, program, nil))
}

// TestPythonVersion parses the program with the oldest Python of a cli image: that of RHEL 8.
func TestPythonVersion(t *testing.T) {
	t.Parallel()
	const program = `
import ast, glob
for name in glob.glob("*.py"):
    ast.parse(open(name).read(), name, feature_version=(3, 6))`
	python(t, program, nil)
}

// TestRoleCredentials assumes a role with the token of the service account.
func TestRoleCredentials(t *testing.T) {
	t.Parallel()
	const program = `
import io, os, sys, urllib.parse
import ec2
def urlopen(endpoint, data, timeout):
    print(endpoint, dict(sorted(urllib.parse.parse_qsl(data.decode()))))
    return io.BytesIO(b"""<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
<AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>AKID</AccessKeyId><SecretAccessKey>SECRET</SecretAccessKey>
<SessionToken>TOK</SessionToken><Expiration>2025-01-02T03:04:05Z</Expiration></Credentials>
</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>""")
ec2.urllib.request.urlopen = urlopen
os.environ.update({"AWS_ROLE_ARN": "arn:role", "AWS_WEB_IDENTITY_TOKEN_FILE": "testdata/token"})
config = {"endpoint": "", "autoscalingEndpoint": "",
    "stsEndpoint": "https://sts", "region": "", "nodeDomains": [], "groups": [], "infraID": "x",
    "vpc": "", "instanceProfiles": [], "provenCallers": []}
print(dict(sorted(ec2.EC2(config).credentials().items())))`
	out := python(t, program, nil)
	assert.Equal(t, "https://sts {'Action': 'AssumeRoleWithWebIdentity', 'RoleArn': 'arn:role', "+
		"'RoleSessionName': 'approver', 'Version': '2011-06-15', 'WebIdentityToken': 'token'}\n"+
		"{'AccessKeyId': 'AKID', 'Expiration': '2025-01-02T03:04:05Z', 'SecretAccessKey': 'SECRET', "+
		"'Token': 'TOK'}\n",
		out)
}

// TestInstancesOfAnotherKindAreReported changes the VPC or the instance profile of an instance. Only somebody who can
// change the cluster's groups or tags can do that.
func TestInstancesOfAnotherKindAreReported(t *testing.T) {
	t.Parallel()
	const vpc, workers = "vpc-0123456789abcdef0", "arn:aws:iam::123456789012:instance-profile/openshift/demo-worker"
	for name, tt := range map[string]struct {
		reason       string
		vpc, profile string
		any          bool
		want         string
	}{
		"same": {reason: "the name of a profile does not include its path", vpc: vpc, profile: workers},
		"any":  {reason: "without settings, any VPC and profile is accepted", vpc: "vpc-1", profile: "", any: true},
		"another VPC": {
			reason: "the instance is in the cluster's VPC", vpc: "vpc-1", profile: workers,
			want: "instance i-0123456789abcdef0 is in VPC vpc-1, not in " + vpc,
		},
		"another profile": {
			reason: "the instance has the workers' profile", vpc: vpc,
			profile: "arn:aws:iam::123456789012:instance-profile/demo-worker/other",
			want:    "instance i-0123456789abcdef0 has instance profile other, not demo-spot or demo-worker",
		},
		"no profile": {
			reason: "the instance has a profile", vpc: vpc,
			want: "instance i-0123456789abcdef0 has instance profile none, not demo-spot or demo-worker",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := worker()
			m.vpc, m.profile = tt.vpc, tt.profile
			for _, s := range []*scenario{joining(t, clientRequest(), m), joined(t, servingRequest(), m)} {
				if !tt.any {
					s.vpc, s.profiles = vpc, []string{"demo-spot", "demo-worker"}
				}
				log := s.run(t)
				if tt.want == "" {
					assert.Len(t, s.approvals, 1, "%s; %s", tt.reason, log)
					continue
				}
				assert.Empty(t, s.approvals, tt.reason)
				assert.Contains(t, log, tt.want, tt.reason)
				assert.Len(t, s.events, 1, "a person should know")
				assert.Contains(t, s.events[0], "Warning Skipped: ")
			}
		})
	}
}
