package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/accounttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// page is a page whose commands a test runs in their order.
type page struct {
	name string
	// calls are those of aws, rosa, oc, curl and dig, and of pulumi where it only prepares a stack, in their order, with what they print.
	calls []standInCall
	// shown are parts of the output of commands, which the page does not show.
	shown []string
}

const (
	pageAccount = "111122223333"
	pageZone    = "Z0123456789ABCDEFGHIJ"
	pageState   = "demo-pulumi-" + pageAccount
	pageKey     = "1234abcd-12ab-34cd-56ef-1234567890ab"
	nameServers = "ns-1.awsdns.com\nns-2.awsdns.com\n"
)

// accountCalls are those that create the policies of an account, and the state.
func accountCalls(policies ...string) (before, state []standInCall) {
	for _, policy := range policies {
		before = append(before,
			standInCall{"aws iam create-policy --policy-name openshift-provisioner-" + policy +
				" --policy-document file://permissions/" + policy + ".json", ""},
			standInCall{"aws iam attach-role-policy --role-name openshift-provisioner --policy-arn arn:aws:iam::" + pageAccount +
				":policy/openshift-provisioner-" + policy, ""})
	}
	return before, []standInCall{
		{"aws s3api create-bucket --bucket " + pageState + " --create-bucket-configuration LocationConstraint=us-east-2", ""},
		{"aws s3api put-bucket-versioning --bucket " + pageState + " --versioning-configuration Status=Enabled", ""},
		{"aws kms create-key --description Pulumi's secrets --query KeyMetadata.KeyId --output text", pageKey + "\n"},
		{"aws kms create-alias --alias-name alias/pulumi --target-key-id " + pageKey, ""},
	}
}

var (
	identityCall = standInCall{"aws sts get-caller-identity --query Account --output text", pageAccount + "\n"}
	linkedRole   = standInCall{"aws iam create-service-linked-role --aws-service-name elasticloadbalancing.amazonaws.com", ""}
	quotaCall    = standInCall{
		"aws service-quotas get-service-quota --service-code ec2 --quota-code L-1216C47A --query Quota.Value --output text", "40.0\n",
	}
	sessionCall = standInCall{
		"aws configure export-credentials --format env",
		"export AWS_CREDENTIAL_EXPIRATION=" + time.Now().Add(2*time.Hour+time.Minute/2).UTC().Format(time.RFC3339) + "\n",
	}
	// applicationCalls are those of the first application.
	applicationCalls = []standInCall{
		{"oc new-project hello", ""},
		{"oc new-app --image quay.io/openshift/origin-hello-openshift --name hello", ""},
		{"oc create route edge hello --service hello --port 8080-tcp", ""},
		{"oc wait deployment/hello --for condition=Available --timeout 5m", ""},
		{"oc get route hello --output jsonpath={.spec.host}", "hello-hello.apps.demo.example.com"},
	}
)

// firstROSACluster is docs/first-rosa-cluster.md.
func firstROSACluster() page {
	permissions, state := accountCalls("network", "machines", "rosa")
	return page{
		name: "first-rosa-cluster.md",
		calls: slices.Concat([]standInCall{
			identityCall, {"rosa login --use-auth-code", ""}, {"rosa create ocm-role --mode auto --yes", ""}, linkedRole, quotaCall,
		}, permissions, []standInCall{sessionCall}, state, []standInCall{
			{"pulumi login s3://" + pageState + "?region=us-east-2", ""},
			{"pulumi stack init demo --secrets-provider awskms://alias/pulumi?region=us-east-2", ""},
			{"oc login https://api.demo.2aa3.p3.openshiftapps.com:443 --username admin", ""},
			{"oc get nodes", ""},
		}, applicationCalls, []standInCall{
			{"curl https://hello-hello.apps.demo.example.com", "Hello OpenShift!\n"},
			{"oc delete project hello", ""},
			{"pulumi stack rm demo", ""},
		}),
		shown: []string{"  1 hosted control plane of ROSA\n", "ok       OCM "},
	}
}

// firstCluster is docs/first-cluster.md.
func firstCluster() page {
	permissions, state := accountCalls("network", "machines", "self-managed", "credentials")
	return page{
		name: "first-cluster.md",
		calls: slices.Concat([]standInCall{identityCall, quotaCall}, permissions, []standInCall{
			linkedRole, sessionCall,
			{"aws route53 create-hosted-zone --name example.com --caller-reference first --query HostedZone.Id --output text",
				"/hostedzone/" + pageZone + "\n"},
			{"aws route53 get-hosted-zone --id " + pageZone + " --query DelegationSet.NameServers --output text", nameServers},
			{"dig +short NS example.com", nameServers},
		}, state, []standInCall{{"oc get nodes", ""}}, applicationCalls, []standInCall{
			{"curl --insecure https://hello-hello.apps.demo.example.com", "Hello OpenShift!\n"},
			{"oc delete project hello", ""},
		}),
		shown: []string{
			"  3 NAT gateways\n  3 load balancers\n", "In an account the creation takes up to 95 minutes.",
			"The cluster demo-", "The cluster demo is removed.",
		},
	}
}

// TestFirstClusterPages runs the commands of the pages in their order, as a reader who copies them. What AWS and OpenShift answer is of
// fakes. The commands of openshift-aws are real, and those that change an account run in the sandbox.
func TestFirstClusterPages(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	for _, each := range []page{firstROSACluster(), firstCluster()} {
		t.Run(each.name, func(t *testing.T) {
			t.Parallel()
			each.run(t)
		})
	}
}

// block is a block of commands of a page, and what the page shows of its output.
type block struct{ commands, shown string }

// fencedText is a block that shows output.
var fencedText = regexp.MustCompile("(?s)^```text\n(.*?)```\n")

// blocks returns the blocks of commands of a page: the indented lines.
func blocks(text string) []block {
	var found []block
	inside := false
	for text != "" {
		if match := fencedText.FindStringSubmatch(text); match != nil && len(found) > 0 {
			found[len(found)-1].shown += match[1]
			text = text[len(match[0]):]
			continue
		}
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		command, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && !inside:
			found = append(found, block{commands: command + "\n"})
		case indented:
			found[len(found)-1].commands += command + "\n"
		}
		inside = indented
	}
	return found
}

func (p page) run(t *testing.T) {
	t.Helper()
	found := blocks(read(t, root, "docs", p.name))
	folder, environment := p.environment(t)
	var script strings.Builder
	script.WriteString("set -euo pipefail\n")
	for i, each := range found {
		fmt.Fprintf(&script, "exec >%s/%d.out 2>&1\n%s", folder, i, each.commands)
	}
	command := exec.CommandContext(t.Context(), "bash", "-c", script.String())
	command.Dir, command.Env = filepath.Join(folder, "home"), environment
	err := command.Run()
	var all strings.Builder
	for i, each := range found {
		printed, readError := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%d.out", i)))
		if readError != nil {
			break // The block before it failed.
		}
		all.Write(printed)
		for line := range strings.Lines(each.shown) {
			assert.Contains(t, strings.Join(strings.Fields(string(printed)), " "), strings.Join(strings.Fields(line), " "),
				"%s shows it below\n%s", p.name, each.commands)
		}
	}
	require.NoError(t, err, all.String())
	for _, part := range p.shown {
		assert.Contains(t, all.String(), part)
	}
	var want []string
	for _, each := range p.calls {
		want = append(want, each.Command)
	}
	called := strings.Split(strings.TrimSpace(read(t, folder, standInLog)), "\n")
	assert.Equal(t, want, called)
}

// environment makes the programs that stand for others, and returns their folder and the variables with which they run.
func (p page) environment(t *testing.T) (folder string, variables []string) {
	t.Helper()
	programs, err := withoutGo()
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	folder = t.TempDir()
	downloads := filepath.Join(folder, "home", "Downloads")
	require.NoError(t, os.MkdirAll(downloads, 0o700))
	pullSecret := []byte(`{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"}}}`)
	require.NoError(t, os.WriteFile(filepath.Join(downloads, "pull-secret.txt"), pullSecret, 0o600))
	for _, name := range standIns {
		require.NoError(t, os.Symlink(self, filepath.Join(folder, name)))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "openshift-install"), []byte(installerScript), 0o700))
	text, err := json.Marshal(p.calls)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, standInCalls), text, 0o600))

	account := accounttest.Start(t)
	maps.Copy(account.Answers, pageAnswers())
	environment := account.Environment()
	maps.Copy(environment, map[string]string{
		"PATH": folder + ":/usr/bin:/bin", "HOME": filepath.Join(folder, "home"), "PULUMI_HOME": filepath.Join(folder, "home", ".pulumi"),
		"OCM_CLIENT_ID": "id", "RHCS_TOKEN": "",
		standInFolder: folder, standInPrograms: programs,
	})
	for name, value := range environment {
		variables = append(variables, name+"="+value)
	}
	return folder, variables
}

// pageAnswers are answers about the zones, the instance types and the names of the pages.
func pageAnswers() map[string]accounttest.Answer {
	var zones, offerings, sizes []string
	for _, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
		zones = append(zones, "<zoneName>"+zone+"</zoneName><zoneState>available</zoneState>")
		for _, kind := range []string{"m5.xlarge", "r5.xlarge"} {
			offerings = append(offerings, "<instanceType>"+kind+"</instanceType><location>"+zone+"</location>")
		}
	}
	for _, kind := range []string{"m5.xlarge", "r5.xlarge"} {
		sizes = append(sizes, "<instanceType>"+kind+"</instanceType><vCpuInfo><defaultVCpus>4</defaultVCpus></vCpuInfo>")
	}
	return map[string]accounttest.Answer{
		"DescribeAvailabilityZones":              accounttest.EC2Items("availabilityZoneInfo", zones...),
		"DescribeInstanceTypeOfferings":          accounttest.EC2Items("instanceTypeOfferingSet", offerings...),
		"DescribeInstanceTypes":                  accounttest.EC2Items("instanceTypeSet", sizes...),
		"GetRole demo-":                          accounttest.NoRole,
		"GET /demo-":                             accounttest.Status(http.StatusNotFound, "<Error><Code>NoSuchBucket</Code></Error>"),
		"GET /" + pageState + "?location":        accounttest.OK("<R/>"),
		"GET /2013-04-01/hostedzone/" + pageZone: accounttest.HostedZone("example.com", "ns-1.awsdns.com", "ns-2.awsdns.com"),
	}
}
