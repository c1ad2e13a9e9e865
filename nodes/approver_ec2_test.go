package nodes_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSignature compares with the headers of botocore 1.35 for the same request.
func TestSignature(t *testing.T) {
	t.Parallel()
	const program = `
import datetime, sys
sys.path.insert(0, "approver")
import ec2
headers = ec2.sign({"AccessKeyId": "AKID", "SecretAccessKey": "SECRET", "Token": "TOK"}, "us-east-2",
    "https://ec2.us-east-2.amazonaws.com", b"Action=DescribeInstances&Version=2016-11-15",
    datetime.datetime(2025, 1, 2, 3, 4, 5))
print(headers["authorization"])`
	out, err := exec.Command("python3", "-B", "-c", program).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(
		t,
		"AWS4-HMAC-SHA256 Credential=AKID/20250102/us-east-2/ec2/aws4_request, "+
			"SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "+
			"Signature=82f7f5bc56dbd557ed295769959e10af6edcdbc9a3666382ded6c3e6aa9cb012\n",
		string(out),
	)
}

// TestCredentialsAreRenewed gets credentials twice that expire in four or six minutes.
func TestCredentialsAreRenewed(t *testing.T) {
	t.Parallel()
	const program = `
import datetime, json, sys
sys.path.insert(0, "approver")
import ec2
for minutes in (4, 6):
    asked = []
    expiry = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    ends = expiry.strftime("%Y-%m-%dT%H:%M:%SZ")
    def metadata(method, path, headers):
        asked.append(path)
        return json.dumps({"Expiration": ends}) if path.endswith("/role") else "role"
    ec2.metadata = metadata
    credentials = ec2.Credentials(ec2.instance_credentials)
    for _ in range(2):
        credentials.get()
    print(minutes, sum(path.endswith("/role") for path in asked))`
	out, err := exec.Command("python3", "-B", "-c", program).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "4 2\n6 1\n", string(out))
}

// TestPythonVersion parses the program with the oldest Python of a cli image: that of RHEL 8.
func TestPythonVersion(t *testing.T) {
	t.Parallel()
	const program = `
import ast, glob
for name in glob.glob("approver/*.py"):
    ast.parse(open(name).read(), name, feature_version=(3, 6))`
	out, err := exec.Command("python3", "-c", program).CombinedOutput()
	require.NoError(t, err, string(out))
}

// TestRoleCredentials assumes a role with the token of the service account.
func TestRoleCredentials(t *testing.T) {
	t.Parallel()
	const program = `
import io, os, sys, urllib.parse
sys.path.insert(0, "approver")
import ec2
def urlopen(endpoint, data, timeout):
    print(endpoint, dict(urllib.parse.parse_qsl(data.decode())))
    return io.BytesIO(b"""<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
<AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>AKID</AccessKeyId><SecretAccessKey>SECRET</SecretAccessKey>
<SessionToken>TOK</SessionToken><Expiration>2025-01-02T03:04:05Z</Expiration></Credentials>
</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>""")
ec2.urllib.request.urlopen = urlopen
os.environ.update({"AWS_ROLE_ARN": "arn:role", "AWS_WEB_IDENTITY_TOKEN_FILE": "testdata/approver-token"})
config = {"endpoint": "", "stsEndpoint": "https://sts", "region": "", "nodeDomains": [], "groups": [], "infraID": "x"}
print(ec2.EC2(config).credentials.get())`
	out, err := exec.Command("python3", "-B", "-c", program).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "https://sts {'Action': 'AssumeRoleWithWebIdentity', 'Version': '2011-06-15', 'RoleArn': 'arn:role', "+
		"'RoleSessionName': 'approver', 'WebIdentityToken': 'token'}\n"+
		"{'AccessKeyId': 'AKID', 'SecretAccessKey': 'SECRET', 'Token': 'TOK', 'Expiration': '2025-01-02T03:04:05Z'}\n",
		string(out))
}
