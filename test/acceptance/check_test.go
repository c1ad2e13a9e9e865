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
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

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
	return newCheckedBy(t, withoutGo(t), answers...)
}

// newCheckedBy is newChecked with the programs of a folder alone.
func newCheckedBy(t *testing.T, path string, answers ...string) *checked {
	t.Helper()
	c := &checked{T: t, path: path, dir: filepath.Join(t.TempDir(), "checked"), denied: map[string]bool{}, notAllowed: map[string]bool{}}
	account := httptest.NewServer(c.account(emulator(t)))
	t.Cleanup(account.Close)
	c.env = append(os.Environ(), "PATH="+path, "AWS_ENDPOINT_URL="+account.URL,
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
	return c.program(dir, "openshift-aws", arguments...)
}

// program is run for another program. The log has how long it took.
func (c *checked) program(dir, name string, arguments ...string) (string, int) {
	c.Helper()
	command := exec.Command(filepath.Join(c.path, name), arguments...) // Without the test's context, so that cleanups can use it.
	command.Dir, command.Env = dir, c.env
	begun := time.Now()
	text, err := command.CombinedOutput()
	c.Logf("%6.1f s  %s %s", time.Since(begun).Seconds(), name, strings.Join(arguments, " "))
	exit := new(exec.ExitError)
	if err != nil {
		require.ErrorAs(c, err, &exit, string(text))
		return string(text), exit.ExitCode()
	}
	return string(text), 0
}

// check returns the lines that are not ok, by their names, and the exit code.
func (c *checked) check(flags ...string) (map[string]checkLine, int) {
	c.Helper()
	text, code := c.run(c.dir, append([]string{"check", "--json"}, flags...)...)
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

	lines, code := c.check("--export", "counts.json")
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
	lines, _ = c.check("--export", "counts.json")
	assert.Equal(t, []string{"service-linked roles"}, slices.Sorted(maps.Keys(lines)), "IAM does not show the new role yet: %v", lines)
	setCondition(t, "iam-delays", map[string]int{})
	lines, code = c.check("--export", "counts.json")
	assert.Empty(t, lines)
	assert.Zero(t, code)

	quotas(map[string]int{"vcpus": 4, "addresses": 2, "loadBalancers": 0})
	lines, code = c.check("--export", "counts.json")
	assert.Equal(t, 1, code)
	assert.Len(t, lines, 3, "%v", lines)
	for _, line := range lines {
		assert.Contains(t, line.Command, "aws service-quotas request-service-quota-increase", line.Name)
	}
	assert.Equal(t, "3 more, with 0 in use of 2", lines["quota of Elastic IPs"].Text)
	quotas(map[string]int{})

	c.denied["DescribeAvailabilityZones"], c.notAllowed["ec2:CreateVpc"] = true, true
	lines, code = c.check("--export", "counts.json")
	assert.Equal(t, 1, code)
	assert.Equal(t, []string{"permissions: network", "zones"}, slices.Sorted(maps.Keys(lines)), "%v", lines)
	assert.Contains(t, lines["zones"].Command, "allow ec2:DescribeAvailabilityZones to ")
	assert.Contains(t, lines["permissions: network"].Text, "may not ec2:CreateVpc")
	delete(c.notAllowed, "ec2:CreateVpc")
	_, code = c.check("--export", "counts.json")
	assert.Equal(t, 3, code, "something could not be read")
	c.denied["GetCallerIdentity"] = true
	lines, code = c.check("--export", "counts.json")
	assert.Equal(t, 1, code)
	assert.Contains(t, lines["identity"].Command, "aws sso login")
}

// newProject makes a project in a language by `openshift-aws new`. Nothing on its PATH compiles Go.
func newProject(t *testing.T, language string, answers ...string) *checked {
	t.Helper()
	others := []string{"dirname", "readlink"} // of the lab's openshift-install
	if language == "typescript" {
		others = append(others, "node", "npm", "pulumi-language-nodejs")
	}
	c := newCheckedBy(t, withoutGo(t, others...), append(answers, "--language", language)...)
	require.NoFileExists(t, filepath.Join(c.path, "go"))
	home := t.TempDir()
	state := filepath.Join(home, "state")
	require.NoError(t, os.Mkdir(state, 0o700))
	c.env = append(c.env, "HOME="+home, "PULUMI_HOME="+filepath.Join(home, "pulumi"), "PULUMI_BACKEND_URL=file://"+state)
	if language == "typescript" {
		c.addSDK()
	}
	return c
}

// addSDK adds the SDK of the plugin on PATH in place of that of a release, which `pulumi install` downloads.
func (c *checked) addSDK() {
	c.Helper()
	project := filepath.Join(c.dir, "Pulumi.yaml")
	text, err := os.ReadFile(project)
	require.NoError(c, err)
	packages := regexp.MustCompile(`(?m)^packages:\n(  .*\n)+`)
	require.Regexp(c, packages, string(text))
	require.NoError(c, os.WriteFile(project, packages.ReplaceAll(text, nil), 0o600))
	c.must("npm", "install", "--no-audit", "--no-fund")
	c.must("pulumi", "package", "add", filepath.Join(c.path, "pulumi-resource-openshift-aws"))
}

// must runs a program in the project, which must succeed.
func (c *checked) must(name string, arguments ...string) string {
	c.Helper()
	out, code := c.program(c.dir, name, arguments...)
	require.Zero(c, code, out)
	return out
}

// useExample makes the argument that the program shows in a comment an argument, with another text in it.
func (c *checked) useExample(language, argument, from, to string) {
	c.Helper()
	file := map[string]string{"yaml": "Pulumi.yaml", "typescript": "index.ts"}[language]
	comment := map[string]string{"yaml": "# ", "typescript": "// "}[language]
	text, err := os.ReadFile(filepath.Join(c.dir, file))
	require.NoError(c, err)
	require.Contains(c, string(text), comment+argument+":")
	replaced := strings.NewReplacer(comment+argument+":", argument+":", from, to).Replace(string(text))
	require.NoError(c, os.WriteFile(filepath.Join(c.dir, file), []byte(replaced), 0o600))
}

// TestNewROSA: by the commands of a new project's README, from an empty folder to a cluster in the account, a change, and its deletion.
func TestNewROSA(t *testing.T) {
	for _, language := range newLanguages() {
		t.Run(language, func(t *testing.T) {
			ocmLock.acquire(t)
			populateOCM(t)
			service := startOCM(t)
			begun := time.Now()
			c := newProject(t, language, "--cluster", "rosa-hcp", "--release", "4.18.5")
			assert.Contains(t, c.must("openshift-aws", "sandbox", "--", "pulumi", "preview", "--non-interactive"), "to create")
			t.Logf("%6.1f s  from new to a preview", time.Since(begun).Seconds())
			c.must("openshift-aws", "rehearse", "--picture", "")

			c.must("pulumi", "stack", "init", "checked")
			for key, value := range emulatorConfig {
				if key != "aws:region" { // The project has it.
					c.must("pulumi", "config", "set", key, value)
				}
			}
			c.must("pulumi", "config", "set", "--secret", "rhcs:token", os.Getenv("RHCS_TOKEN"))
			c.must("pulumi", "config", "set", "--secret", "adminPassword", adminPassword)
			lines, code := c.check()
			assert.Equal(t, 1, code)
			assert.Equal(t, []string{"linked organization", "service-linked roles", "state"}, slices.Sorted(maps.Keys(lines)), "%v", lines)

			t.Cleanup(func() {
				if t.Failed() {
					c.program(c.dir, "pulumi", "destroy", "--yes", "--skip-preview", "--non-interactive")
				}
			})
			c.must("pulumi", "up", "--yes", "--non-interactive")
			require.Len(t, service.created("clusters"), 1)
			assert.Contains(t, c.must("openshift-aws", "login"), "oc login https://")
			c.must("pulumi", "preview", "--expect-no-changes", "--non-interactive")
			c.useExample(language, "machinePools", "m6i.2xlarge", "m6i.xlarge")
			assert.Regexp(t, `\+ 2 created`, c.must("pulumi", "up", "--yes", "--non-interactive"), "the component and the pool")
			c.must("pulumi", "preview", "--expect-no-changes", "--non-interactive")
			c.must("openshift-aws", "report")
			c.must("pulumi", "destroy", "--yes", "--non-interactive")
			assert.Empty(t, service.object("clusters")["items"])
			assert.Empty(t, regionLeftovers(t, checkRegion, "checked"))
		})
	}
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
