package preflight

import (
	"context"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/docs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
	"github.com/openshift-aws/pulumi-openshift-aws/test/accounttest"
)

// openshiftInstall is a fake of openshift-install that knows its release and its AMI.
const openshiftInstall = `#!/bin/sh
case "$1" in
version) echo "openshift-install 4.19.3" ;;
coreos) echo '{"stream": "rhcos", "architectures": {"x86_64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-1"}}}}}}}' ;;
esac
`

const pullSecret = `{"auths":{"registry.example.com":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`

// now is the time of the tests.
var now = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// newServices starts services that this process uses.
func newServices(t *testing.T) *accounttest.Services {
	t.Helper()
	s := accounttest.Start(t)
	for name, value := range s.Environment() {
		t.Setenv(name, value)
	}
	return s
}

// newTarget returns a target of which everything is ok with newServices.
func newTarget(t *testing.T, kind string) *Target {
	t.Helper()
	target := &Target{
		Region: "us-east-2", Backend: "s3://state", SecretsProvider: "awskms://alias/pulumi?region=us-east-2",
		Settings: map[string]string{},
		Policies: map[string][]byte{"network": []byte(`{"Statement": [{"Action": "ec2:CreateVpc", "Resource": "*"}]}`)},
		Getenv:   os.Getenv,
		LookupNS: func(context.Context, string) ([]*net.NS, error) {
			return []*net.NS{{Host: "NS-1.awsdns.com."}, {Host: "ns-2.awsdns.com."}}, nil
		},
		Now: func() time.Time { return now },
		Program: &counts.Counts{
			Kind: kind, Resources: 60, Instances: map[string]int{"m5.xlarge": 3}, NATGateways: map[string]int{"us-east-2a": 1},
			ElasticIPs: 1, VPCs: 1, LoadBalancers: 3, Roles: []string{"shop-worker"}, Buckets: []string{"shop-registry"},
			Zones: []string{"us-east-2a"},
		},
	}
	t.Setenv("AWS_CREDENTIAL_EXPIRATION", now.Add(2*time.Hour).Format(time.RFC3339))
	if kind != counts.SelfManaged {
		target.Program.ROSA = &counts.ROSA{Name: "shop", DomainPrefix: "shop", Version: "4.20.4", ChannelGroup: "stable", Hosted: true}
		return target
	}
	path := filepath.Join(t.TempDir(), "openshift-install")
	require.NoError(t, os.WriteFile(path, []byte(openshiftInstall), 0o700))
	target.File = &install.File{
		Config: install.Config{
			Name: "shop", Dir: "shop", BaseDomain: "example.com", Region: "us-east-2", Zones: []string{"us-east-2a"}, Release: "4.19.3",
			PullSecret: pullSecret, OpenShiftInstall: path,
		},
		Settings: map[string]string{"publicZoneId": "Z1"},
	}
	return target
}

// lines runs the checks, and returns the lines by their names.
func lines(t *testing.T, target *Target) (map[string]Line, State) {
	t.Helper()
	found := map[string]Line{}
	worst := Run(t.Context(), target, func(line Line) { found[line.Name] = line })
	return found, worst
}

// TestLinesAreOK: a line that is ok has no command. There is a row for each of them below.
func TestLinesAreOK(t *testing.T) {
	for kind, names := range map[string][]string{
		counts.SelfManaged: {
			"identity", "session", "zones", "instance types", "quota of vCPUs of Standard (A, C, D, H, I, M, R, T, Z) instances", "quota of VPCs",
			"quota of Elastic IPs", "quota of NAT gateways in us-east-2a", "quota of Network Load Balancers", "quota of buckets", "names",
			"service-linked roles", "permissions: network", "hosted zone", "delegation", "state", "key of the state", "description",
			"openshift-install", "AMI",
		},
		counts.HCP: {
			"identity", "session", "zones", "instance types", "quota of vCPUs of Standard (A, C, D, H, I, M, R, T, Z) instances", "quota of VPCs",
			"quota of Elastic IPs", "quota of NAT gateways in us-east-2a", "quota of Network Load Balancers", "quota of buckets", "names",
			"service-linked roles", "permissions: network", "state", "key of the state", "OCM", "linked organization", "billing account",
			"release", "name and domain prefix",
		},
	} {
		newServices(t)
		found, worst := lines(t, newTarget(t, kind))
		assert.Equal(t, OK, worst, kind)
		for name, line := range found {
			assert.Contains(t, names, name)
			assert.Equal(t, OK, line.State, "%s: %s", name, line.Text)
			assert.Empty(t, line.Command)
		}
		assert.Len(t, found, len(names), kind)
		for _, name := range names {
			assert.Contains(t, failing, name, "a line without a row that fails")
		}
	}
}

// failed is a row of the table of lines that are not ok.
type failed struct {
	reason string
	kind   string
	change func(*accounttest.Services, *Target)
	state  State
	// text and command are parts of the line.
	text, command string
}

func TestLinesThatFail(t *testing.T) {
	for name, rows := range failing {
		for _, tt := range rows {
			t.Run(name+" "+tt.text, func(t *testing.T) {
				s := newServices(t)
				kind := tt.kind
				if kind == "" {
					kind = counts.SelfManaged
				}
				target := newTarget(t, kind)
				tt.change(s, target)
				found, worst := lines(t, target)
				want := tt.state
				if want == "" {
					want = Failed
				}
				assert.Equal(t, want, found[name].State, "%s: %+v", tt.reason, found[name])
				assert.Contains(t, found[name].Text, tt.text, tt.reason)
				assert.Contains(t, found[name].Command, tt.command, tt.reason)
				assert.NotEmpty(t, found[name].Command, "a line that is not ok has what corrects it")
				assert.Equal(t, want, worst, "no other line is worse: %+v", found)
			})
		}
	}
}

// TestSessions: credentials that renew themselves or do not end last as long as the creation.
func TestSessions(t *testing.T) {
	newServices(t)
	target := newTarget(t, counts.HCP)
	t.Setenv("AWS_SESSION_TOKEN", "")
	found, _ := lines(t, target)
	assert.Equal(t, "the credentials do not end", found["session"].Text)
}

// TestTokens: an offline token and a service account are exchanged for an access token.
func TestTokens(t *testing.T) {
	s := newServices(t)
	target := newTarget(t, counts.HCP)
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"typ": "Offline"}`))
	target.Settings["rhcs:token"] = "e30." + claims + ".sig"
	_, worst := lines(t, target)
	assert.Equal(t, OK, worst)
	sent := func(key string) (found string) {
		for _, form := range s.Forms {
			if form.Has("grant_type") {
				found = form.Get(key)
			}
		}
		return found
	}
	assert.Equal(t, "refresh_token", sent("grant_type"))
	assert.Equal(t, target.Settings["rhcs:token"], sent("refresh_token"))

	target.Settings = map[string]string{"rhcs:clientId": "id", "rhcs:clientSecret": "secret"}
	_, worst = lines(t, target)
	assert.Equal(t, OK, worst)
	assert.Equal(t, "client_credentials", sent("grant_type"))
	assert.Equal(t, "secret", sent("client_secret"))
	s.Answers["POST /token"] = accounttest.Status(http.StatusBadRequest, `{"error": "invalid_client"}`)
	found, _ := lines(t, target)
	assert.Equal(t, Failed, found["OCM"].State)
	assert.NotContains(t, found["OCM"].Text, "secret")
}

// TestExistingStack: what the stack has already is neither needed again nor taken by somebody else.
func TestExistingStack(t *testing.T) {
	s := newServices(t)
	target := newTarget(t, counts.HCP)
	target.Existing = target.Program
	s.Answers["ServiceQuotasV20190624.GetServiceQuota"] = accounttest.OK(`{"Quota": {"Value": 0}}`)
	s.Answers["GetRole shop-"], s.Answers["GET /shop-"] = accounttest.Role("shop-worker"), accounttest.OK("<R/>")
	s.Answers["GET /api/clusters_mgmt/v1/clusters"] = accounttest.OK(`{"total": 1}`)
	found, worst := lines(t, target)
	assert.Equal(t, OK, worst, found)
}

// TestSimulation: IAM is asked about a resource of the account, with values that the conditions require.
func TestSimulation(t *testing.T) {
	s := newServices(t)
	target := newTarget(t, counts.SelfManaged)
	target.Policies = map[string][]byte{"roles": []byte(`{"Statement": [{
		"Action": ["iam:PassRole", "iam:Get*"], "Resource": ["arn:aws:iam::*:role/shop-*", "arn:aws:ec2:*:*:vpc/*"],
		"Condition": {"StringLike": {"aws:RequestTag/openshift-aws": ["shop/*"]},
			"Null": {"aws:TagKeys": ["false"], "ec2:CreateAction": ["false"]},
			"ForAllValues:StringNotLike": {"aws:TagKeys": ["openshift-aws"]}}
	}]}`)}
	_, worst := lines(t, target)
	assert.Equal(t, OK, worst)
	sent := map[string]string{}
	for _, form := range s.Forms {
		for key, values := range form {
			if form.Get("Action") == "SimulatePrincipalPolicy" {
				sent[key] = values[0]
			}
		}
	}
	assert.Equal(t, map[string]string{
		"Action": "SimulatePrincipalPolicy", "Version": "2010-05-08", "PolicySourceArn": "arn:aws:iam::111122223333:role/teams/provisioner",
		"ActionNames.member.1": "iam:PassRole", "ActionNames.member.2": "iam:GetRole",
		"ResourceArns.member.1":                             "arn:aws:iam::111122223333:role/shop-check",
		"ResourceArns.member.2":                             "arn:aws:ec2:us-east-2:111122223333:vpc/check",
		"ContextEntries.member.1.ContextKeyName":            "aws:RequestTag/openshift-aws",
		"ContextEntries.member.1.ContextKeyType":            "string",
		"ContextEntries.member.1.ContextKeyValues.member.1": "shop/check",
		"ContextEntries.member.2.ContextKeyName":            "aws:TagKeys",
		"ContextEntries.member.2.ContextKeyType":            "stringList",
		"ContextEntries.member.2.ContextKeyValues.member.1": "check",
		"ContextEntries.member.3.ContextKeyName":            "ec2:CreateAction",
		"ContextEntries.member.3.ContextKeyType":            "string",
		"ContextEntries.member.3.ContextKeyValues.member.1": "check",
	}, sent)
}

// TestPatternsHaveExamples: each pattern in the documented policies stands for an action that IAM can simulate.
func TestPatternsHaveExamples(t *testing.T) {
	t.Parallel()
	for _, selfManaged := range []bool{true, false} {
		policies, err := docs.PoliciesOf("shop", selfManaged)
		require.NoError(t, err)
		for name, policy := range policies {
			for word := range strings.FieldsFuncSeq(string(policy), func(r rune) bool { return r == '"' || r == '\n' }) {
				if strings.Contains(word, ":") && strings.Contains(word, "*") && !strings.HasPrefix(word, "arn:") {
					assert.Contains(t, examples, word, name)
				}
			}
		}
	}
}

func TestFamilies(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"m5.xlarge": "L-1216C47A", "g5.xlarge": "L-DB2E81BA", "p4d.24xlarge": "L-417A185B", "inf2.xlarge": "L-1945791B",
		"trn1.2xlarge":   "L-2C3B7624",
		"x2idn.16xlarge": "L-7295265B", "dl1.24xlarge": "L-6E869C2A", "d3.xlarge": "L-1216C47A", "hpc7g.4xlarge": "L-F7808C92",
		"u-6tb1.metal": "L-43DA4232", "vt1.3xlarge": "L-DB2E81BA", "im4gn.large": "",
	} {
		got := ""
		if at := familyOf(kind); at >= 0 {
			got = instanceFamilies[at].onDemand
		}
		assert.Equal(t, want, got, kind)
	}
}

var errNoHost = errors.New("no such host")
