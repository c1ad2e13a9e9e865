package acceptance

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkRegion is used only by these tests, because quotas are those of a region.
const checkRegion = "eu-north-1"

// checked is a project of `openshift-aws new`, and the emulated account between which the test answers.
type checked struct {
	*testing.T

	path, dir string
	env       []string
	// denied are actions that the account rejects, and notAllowed are actions that the principal has no permission for.
	denied, notAllowed map[string]bool
}

// checkLine is a line of `check --json`.
type checkLine struct{ Name, State, Text, Command string }

func newChecked(t *testing.T, answers ...string) *checked {
	t.Helper()
	path, err := buildYAML()
	require.NoError(t, err)
	c := &checked{T: t, path: path, dir: filepath.Join(t.TempDir(), "checked"), denied: map[string]bool{}, notAllowed: map[string]bool{}}
	account := httptest.NewServer(c.account(emulator(t)))
	t.Cleanup(account.Close)
	c.env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"), "AWS_ENDPOINT_URL="+account.URL,
		"PULUMI_BACKEND_URL=s3://checked-state", "AWS_MAX_ATTEMPTS=1")
	zones := "--zones=" + checkRegion + "a," + checkRegion + "b," + checkRegion + "c"
	out, code := c.run(filepath.Dir(c.dir), append([]string{"new", "--name", "checked", "--dir", c.dir, zones}, answers...)...)
	require.Zero(t, code, out)
	return c
}

// account passes requests on to the emulator, which neither checks nor simulates permissions.
func (c *checked) account(emulator http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		assert.NoError(c, err)
		r.Body = io.NopCloser(bytes.NewReader(text))
		form, _ := url.ParseQuery(string(text))
		action := form.Get("Action")
		switch {
		case c.denied[action]:
			denied(w, r)
		case action == "SimulatePrincipalPolicy":
			var results strings.Builder
			for key, values := range form {
				if strings.HasPrefix(key, "ActionNames.member.") {
					decision := "allowed"
					if c.notAllowed[values[0]] {
						decision = "implicitDeny"
					}
					results.WriteString("<member><EvalActionName>" + values[0] + "</EvalActionName><EvalDecision>" + decision + "</EvalDecision></member>")
				}
			}
			_, err := io.WriteString(w, "<SimulatePrincipalPolicyResponse><SimulatePrincipalPolicyResult><EvaluationResults>"+results.String()+
				"</EvaluationResults><IsTruncated>false</IsTruncated></SimulatePrincipalPolicyResult></SimulatePrincipalPolicyResponse>")
			assert.NoError(c, err)
		default:
			emulator.ServeHTTP(w, r)
		}
	})
}

// run runs a command of openshift-aws in a folder, and returns what it prints, and its exit code.
func (c *checked) run(dir string, arguments ...string) (string, int) {
	c.Helper()
	command := exec.CommandContext(c.Context(), filepath.Join(c.path, "openshift-aws"), arguments...)
	command.Dir, command.Env = dir, c.env
	text, err := command.CombinedOutput()
	exit := new(exec.ExitError)
	if err != nil {
		require.ErrorAs(c, err, &exit, string(text))
		return string(text), exit.ExitCode()
	}
	return string(text), 0
}

// check returns the lines that are not ok, by their names, and the exit code.
func (c *checked) check() (map[string]checkLine, int) {
	c.Helper()
	text, code := c.run(c.dir, "check", "--json", "--export", "counts.json")
	lines := map[string]checkLine{}
	for line := range strings.Lines(text) {
		var found checkLine
		require.NoError(c, json.Unmarshal([]byte(line), &found), text)
		if found.State != "ok" {
			lines[found.Name] = found
		}
	}
	return lines, code
}

// TestCheck checks the emulated account for a cluster with a hosted control plane: with what it lacks at first, its quotas, its delays, and
// with what it rejects.
func TestCheck(t *testing.T) {
	ocmLock.acquire(t)
	quotas := func(limits map[string]int) { setCondition(t, "quotas/"+checkRegion, limits) }
	t.Cleanup(func() { quotas(map[string]int{}) })
	t.Cleanup(func() { setCondition(t, "iam-delays", map[string]int{}) })
	c := newChecked(t, "--cluster", "rosa-hcp", "--release", "4.18.5")
	out, code := c.run(c.dir, "rehearse", "--export", "counts.json", "--picture", "")
	require.Zero(t, code, out)

	lines, code := c.check()
	assert.Equal(t, 1, code)
	assert.Equal(t, []string{"linked organization", "service-linked roles", "state"}, slices.Sorted(maps.Keys(lines)), "%v", lines)
	assert.Equal(t, "aws s3 mb s3://checked-state --region "+checkRegion, lines["state"].Command)
	const createRole = "aws iam create-service-linked-role --aws-service-name elasticloadbalancing.amazonaws.com"
	assert.Equal(t, createRole, lines["service-linked roles"].Command)

	bucket := func(method string) {
		request, err := http.NewRequest(method, os.Getenv("AWS_ENDPOINT_URL")+"/checked-state", http.NoBody)
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		assert.Less(t, response.StatusCode, http.StatusMultipleChoices, method)
	}
	bucket(http.MethodPut)
	t.Cleanup(func() { bucket(http.MethodDelete) })
	organization := &ocm{t: t}
	const labels = "/api/accounts_mgmt/v1/organizations/lab-organization/labels"
	organization.send(http.MethodPost, labels, `{"key": "sts_ocm_role", "value": "arn:aws:iam::`+emulatedAccount+`:role/OCM-Role"}`)
	t.Cleanup(func() { organization.call(http.MethodDelete, labels+"/sts_ocm_role") })
	const role = "AWSServiceRoleForElasticLoadBalancing"
	setCondition(t, "iam-delays", map[string]int{role: 3600})
	callAWS(t, "iam", "CreateRole", "RoleName", role, "AssumeRolePolicyDocument", rolePolicy) // moto names such roles otherwise.
	t.Cleanup(func() { callAWS(t, "iam", "DeleteRole", "RoleName", role) })
	lines, _ = c.check()
	assert.Equal(t, []string{"service-linked roles"}, slices.Sorted(maps.Keys(lines)), "IAM does not show the new role yet: %v", lines)
	setCondition(t, "iam-delays", map[string]int{})
	lines, code = c.check()
	assert.Empty(t, lines)
	assert.Zero(t, code)

	quotas(map[string]int{"vcpus": 4, "addresses": 2, "loadBalancers": 0})
	lines, code = c.check()
	assert.Equal(t, 1, code)
	assert.Len(t, lines, 3, "%v", lines)
	for _, line := range lines {
		assert.Contains(t, line.Command, "aws service-quotas request-service-quota-increase", line.Name)
	}
	assert.Equal(t, "3 more, with 0 in use of 2", lines["quota of Elastic IPs"].Text)
	quotas(map[string]int{})

	c.denied["DescribeAvailabilityZones"], c.notAllowed["ec2:CreateVpc"] = true, true
	lines, code = c.check()
	assert.Equal(t, 1, code)
	assert.Equal(t, []string{"permissions: network", "zones"}, slices.Sorted(maps.Keys(lines)), "%v", lines)
	assert.Contains(t, lines["zones"].Command, "allow ec2:DescribeAvailabilityZones to ")
	assert.Contains(t, lines["permissions: network"].Text, "may not ec2:CreateVpc")
	delete(c.notAllowed, "ec2:CreateVpc")
	_, code = c.check()
	assert.Equal(t, 3, code, "something could not be read")
	c.denied["GetCallerIdentity"] = true
	lines, code = c.check()
	assert.Equal(t, 1, code)
	assert.Contains(t, lines["identity"].Command, "aws sso login")
}

// TestInstallBeginsWithTheCheck: install of a project changes nothing in the emulated account if a line fails, and names the line.
func TestInstallBeginsWithTheCheck(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, "checked.example.com")
	defer removeZone()
	c := newChecked(t, "--cluster", "self-managed", "--release", "4.19.3")
	description := filepath.Join(c.dir, "cluster.yaml")
	text, err := os.ReadFile(description)
	require.NoError(t, err)
	replacer := strings.NewReplacer("baseDomain: example.com", "baseDomain: checked.example.com", "Z0123456789ABCDEFGHIJ", zone)
	require.NoError(t, os.WriteFile(description, []byte(replacer.Replace(string(text))), 0o600))
	const pullSecret = `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "pull-secret.txt"), []byte(pullSecret), 0o600))
	out, code := c.run(c.dir, "install", "--skip-check", "state", "--skip-check", "openshift-install", "--skip-check", "service-linked roles")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "failed   delegation               the DNS has no name servers of checked.example.com")
	assert.Contains(t, out, "failed   openshift-install ")
	assert.Contains(t, out, "error: nothing was changed")
	assert.Contains(t, out, "install --skip-check 'delegation'\n")
	assert.NoDirExists(t, filepath.Join(c.dir, "checked"))
}
