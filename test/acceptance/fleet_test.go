package acceptance

import (
	"fmt"
	"io/fs"
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

// fleetRegions are the regions of the clusters of TestFleet, which no other test uses.
var fleetRegions = map[string]string{"singapore": "ap-southeast-1", "tokyo": "ap-northeast-1"}

func fleetList(version, protect string) string {
	return fmt.Sprintf(`
rollout: [{name: canary, select: {tier: [canary]}}, {name: rest, select: {tier: [rest]}}]
defaults: {blueprint: rosa-hcp, account: "123456789012", version: %s, protect: %s, labels: {tier: rest}}
clusters:
- {name: singapore, labels: {tier: canary}, region: ap-southeast-1, zones: [ap-southeast-1a], vpcCidr: 10.0.0.0/16}
- {name: tokyo, region: ap-northeast-1, zones: [ap-northeast-1a], vpcCidr: 10.1.0.0/16}
`, version, protect)
}

// TestFleet updates two clusters as a job of the example's workflow does: with the settings that the program prints, by the Pulumi CLI in
// the folder of its Pulumi.yaml, with a Pulumi backend of the user, and with the RHCS provider that programs download by default. The
// report of each step reads the logs.
func TestFleet(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	f := newFleet(t, fleetList("4.18.5", "true"))
	for name := range fleetRegions {
		f.update(name, `\d+ create, 1 import`)
	}
	regions := map[string]string{}
	for _, cluster := range service.created("clusters") {
		region, _ := cluster["region"].(map[string]any)
		regions[fmt.Sprint(cluster["name"])] = fmt.Sprint(region["id"])
	}
	assert.Equal(t, fleetRegions, regions, "OCM was asked for one cluster in each region")
	f.update("tokyo", `\d+ same`)

	f.write("fleet.yaml", fleetList("4.18.6", "true"))
	f.update("singapore", `\d+ same, \d+ update`)
	code, output := f.report("--step", "rest", "events/tokyo.json")
	assert.Zero(t, code, output)
	assert.Contains(t, output, "tokyo, succeeded, step rest, wanted 4.18.6, running 4.18.5, ", "its step has not begun")
	f.shell("pulumi stack ls --json >stacks.json")
	code, output = f.report("--stacks", "stacks.json", "events/singapore.json", "events/tokyo.json")
	assert.Zero(t, code, output)

	// Without the preview, Pulumi deletes what is not protected before it fails.
	_, err := f.try("pulumi destroy --yes --stack tokyo")
	require.Error(t, err, "it is protected")
	f.write("fleet.yaml", fleetList("4.18.6", "false"))
	for name, region := range fleetRegions {
		f.update(name, `\d+ same`)
		f.shell("pulumi destroy --yes --skip-preview --remove --stack " + name)
		assert.Empty(t, regionLeftovers(t, region, name))
	}
	assert.Empty(t, service.object("clusters")["items"])
}

// update updates the stack of a cluster, and asserts what the report says about it.
func (f *fleet) update(name, changes string) {
	t := f.t
	t.Helper()
	begun := time.Now()
	f.shell(strings.NewReplacer("PROGRAM", f.binary, "NAME", name).Replace(`mkdir -p events
pulumi stack select --create NAME
PROGRAM settings --file fleet.yaml NAME >Pulumi.NAME.yaml
pulumi up --yes --skip-preview --refresh --event-log events/NAME.json`))
	code, output := f.report("events/" + name + ".json")
	t.Logf("%s took %s\n%s", name, time.Since(begun).Round(time.Second), output)
	assert.Zero(t, code, output)
	assert.Regexp(t, `(?m)^`+name+`, succeeded, step \S+, wanted (\S+), running \S+, `+changes, output)
}

func (f *fleet) report(args ...string) (int, string) {
	output, err := f.try(f.binary + " report --file fleet.yaml " + strings.Join(args, " "))
	if err == nil {
		return 0, output
	}
	return 1, output
}

// fleet is the compiled example in a folder with its Pulumi.yaml and a list of clusters.
type fleet struct {
	t           *testing.T
	binary, dir string
	env         map[string]string
}

func newFleet(t *testing.T, list string) *fleet {
	t.Helper()
	built := newExample(t, "fleet", nil)
	f := &fleet{t: t, binary: built.binary, dir: filepath.Join(t.TempDir(), "fleet")}
	for _, folder := range []string{"state", "home"} {
		require.NoError(t, os.MkdirAll(filepath.Join(f.dir, folder), 0o700))
	}
	project, err := os.ReadFile("../../examples/fleet/Pulumi.yaml")
	require.NoError(t, err)
	f.write("Pulumi.yaml", strings.Replace(withEmulator(t, string(project)), "\nruntime: go\n",
		"\nruntime: {name: go, options: {binary: "+f.binary+"}}\n", 1))
	f.write("fleet.yaml", list)
	f.env = map[string]string{
		"PULUMI_BACKEND_URL": "file://" + filepath.Join(f.dir, "state"),
		"PULUMI_HOME":        filepath.Join(f.dir, "home"),
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
		"PULUMI_DEBUG_COMMANDS":                       "true",
		"PATH":                                        filepath.Dir(languageHost(t)) + string(os.PathListSeparator) + os.Getenv("PATH"),
	}
	for _, setting := range built.env {
		name, value, _ := strings.Cut(setting, "=")
		f.env[name] = value
	}
	t.Cleanup(func() {
		for name := range fleetRegions {
			if t.Failed() {
				_, _ = f.try("pulumi state unprotect --all --yes --stack " + name + "; pulumi destroy --yes --skip-preview --stack " + name)
			}
		}
	})
	return f
}

// languageHost returns the path of a language host for Go: Pulumi's own, or that of the tests.
func languageHost(t *testing.T) string {
	t.Helper()
	host := os.Getenv("LAB_LANGUAGE_HOST")
	if host == "" {
		host = filepath.Join(t.TempDir(), "pulumi-language-go")
		output, err := exec.Command("go", "test", "-c", "-o", host, "../../cmd/pulumi-resource-openshift-aws").CombinedOutput()
		require.NoError(t, err, string(output))
	}
	return host
}

func (f *fleet) write(name, text string) {
	f.t.Helper()
	require.NoError(f.t, os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o600))
}

// withEmulator adds the configuration for the emulator to a Pulumi.yaml, which every stack of the project has then.
func withEmulator(t *testing.T, project string) string {
	t.Helper()
	var settings strings.Builder
	for key, value := range emulatorConfig {
		if key != "aws:region" { // It is the cluster's.
			fmt.Fprintf(&settings, "  %s: {value: %q}\n", key, value)
		}
	}
	before, after, found := strings.Cut(project, "\nconfig:\n")
	require.True(t, found, project)
	return before + "\nconfig:\n" + settings.String() + after
}

// try runs a script in the folder, and returns its output.
func (f *fleet) try(script string) (string, error) {
	run := exec.Command("sh", "-ec", script)
	run.Dir = f.dir
	run.Env = os.Environ()
	for name, value := range f.env {
		run.Env = append(run.Env, name+"="+value)
	}
	output, err := run.CombinedOutput()
	return string(output), err
}

func (f *fleet) shell(script string) {
	f.t.Helper()
	output, err := f.try(script)
	require.NoError(f.t, err, "%s\n%s", script, output)
}

// TestFleetImage runs what the last stage of examples/fleet/Containerfile has in a chroot: as the image's user and with empty caches,
// `pulumi install`, `up` and `destroy` neither compile nor download anything. `test/lab/image` runs it without a network, and with
// Pulumi's own plugin for Go instead of that of the tests.
func TestFleetImage(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	image := newImage(t)
	assert.Contains(t, image.env, "USER=fleet", "Pulumi needs it for a user without an entry in /etc/passwd")
	before := image.files()
	settings := []string{"", "-c aws:region=ap-southeast-1"}
	for key, value := range emulatorConfig {
		if key != "aws:region" {
			settings = append(settings, "-c "+key+"="+value)
		}
	}
	for key, value := range map[string]string{
		"name": "imaged", "blueprint": "rosa-hcp", "zones": "ap-southeast-1a", "version": "4.18.5", "vpcCidr": "10.0.0.0/16",
	} {
		settings = append(settings, "-c openshift-fleet:"+key+"="+value)
	}
	image.run("pulumi install && pulumi stack init imaged && pulumi up --yes --skip-preview" + strings.Join(settings, " "))
	require.Len(t, service.created("clusters"), 1)
	image.run("pulumi destroy --yes --skip-preview")
	assert.Empty(t, service.object("clusters")["items"])
	assert.Empty(t, regionLeftovers(t, "ap-southeast-1", "imaged"))
	for path, size := range image.files() {
		_, known := before[path]
		assert.True(t, known || size < 1<<20, "%s was downloaded or compiled: %d bytes", path, size)
	}
}

// image is a folder with what the image has.
type image struct {
	t      *testing.T
	folder string
	stages map[string][]string
	env    []string
	user   string
}

// newImage lays out the folder as the Containerfile says. The base image is the machine: its /usr and its Go.
func newImage(t *testing.T) *image {
	t.Helper()
	text, err := os.ReadFile("../../examples/fleet/Containerfile")
	require.NoError(t, err)
	i := &image{t: t, folder: t.TempDir(), stages: map[string][]string{}}
	stage := ""
	for line := range strings.SplitSeq(strings.ReplaceAll(string(text), "\\\n", ""), "\n") {
		if rest, from := strings.CutPrefix(line, "FROM "); from {
			_, stage, _ = strings.Cut(rest, " AS ")
		} else if line != "" && line[0] != '#' {
			i.stages[stage] = append(i.stages[stage], line)
		}
	}
	built := t.TempDir()
	i.build(built)
	for _, line := range i.stages[""] {
		instruction, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		switch instruction {
		case "COPY":
			from := strings.TrimPrefix(words[0], "--from=")
			if from == "policy" {
				continue // Node.js and the packages of the policy pack are not in the lab.
			}
			i.shell(`mkdir -p "$(dirname "$2x")"; cp -rL "$1" "$2"`, filepath.Join(built, from, words[1])+trailing(words[1]), i.folder+words[2])
		case "ENV":
			i.env = append(i.env, words...)
		case "USER":
			i.user = words[0]
		case "RUN":
			i.chroot("0:0", rest)
		}
	}
	return i
}

// trailing returns what makes cp copy the content of a folder, as COPY does.
func trailing(path string) string {
	if strings.HasSuffix(path, "/") {
		return "/."
	}
	return ""
}

// build makes what the other stages have: the commands of stage program are run, the others' results are parts of the lab.
func (i *image) build(folder string) {
	i.t.Helper()
	i.shell(`mkdir -p "$1/fleet"`, folder+"/program")
	for _, line := range i.stages["program"] {
		if command, run := strings.CutPrefix(line, "RUN "); run && !strings.Contains(command, "go mod download") {
			// With cgo, whose results the other tests have compiled.
			command = strings.NewReplacer("CGO_ENABLED=0 ", "", " /fleet/", " $1/fleet/", ">/fleet/", ">$1/fleet/").Replace(command)
			i.shell("cd ../.. && "+command, folder+"/program")
		}
	}
	parts := map[string]string{
		"pulumi/pulumi/bin/pulumi-language-go":    languageHost(i.t),
		"pulumi/pulumi/bin/pulumi":                "$(which pulumi)",
		"rhcs/pulumi-resource-openshift-aws-rhcs": "$(which pulumi-resource-openshift-aws-rhcs)",
	}
	for _, plugin := range regexp.MustCompile(`pulumi plugin install resource (\S+) (\S+)`).FindAllStringSubmatch(
		strings.Join(i.stages["pulumi"], "\n"), -1) {
		if plugin[1] != "kubernetes" { // The clusters of the example have no objects, and the lab no such plugin.
			parts["pulumi/opt/pulumi/plugins/resource-"+plugin[1]+"-v"+plugin[2]+"/pulumi-resource-"+plugin[1]] =
				"$(which pulumi-resource-" + plugin[1] + ")"
		}
	}
	for path, source := range parts {
		i.shell(`mkdir -p "$(dirname "$1")" && cp -L "`+source+`" "$1"`, filepath.Join(folder, path))
	}
}

func (i *image) shell(script string, args ...string) {
	i.t.Helper()
	output, err := exec.Command("sh", append([]string{"-ec", script, "sh"}, args...)...).CombinedOutput()
	require.NoError(i.t, err, "%s %v\n%s", script, args, output)
}

// run runs a command in the folder as the image's user, with the image's variables and those of the lab.
func (i *image) run(script string) {
	i.t.Helper()
	begun := time.Now()
	i.chroot(i.user, "cd /fleet && "+script, slices.Concat(i.env, []string{
		"PULUMI_BACKEND_URL=file:///home/fleet", "PULUMI_CONFIG_PASSPHRASE=lab", "AWS_ACCESS_KEY_ID=fleet", "AWS_SECRET_ACCESS_KEY=lab",
		"AWS_ENDPOINT_URL=" + os.Getenv("AWS_ENDPOINT_URL"), "RHCS_URL=" + os.Getenv("RHCS_URL"), "RHCS_INSECURE=true",
		"RHCS_TOKEN=" + os.Getenv("RHCS_TOKEN"),
	})...)
	i.t.Logf("%s took %s", script[:min(len(script), 40)], time.Since(begun).Round(time.Second))
}

// chroot runs a command in the folder, with the machine's system mounted in a namespace of its own. The user is in its /etc/passwd, where
// the lab's CLI looks, which is built with cgo; Pulumi's own is not, and looks at USER.
func (i *image) chroot(user, script string, env ...string) {
	i.t.Helper()
	id, _, _ := strings.Cut(user, ":")
	mounted := `cd "$1"; shift; umask 022
mkdir -p tmp proc dev etc usr/bin usr/lib usr/lib64 usr/local/go; chmod 1777 tmp; chmod 755 .
for link in bin lib lib64; do ln -sfn usr/$link $link; done
for folder in /proc /dev /etc /usr/bin /usr/lib /usr/lib64; do mount --rbind $folder .$folder; done
mount --bind "$(go env GOROOT)" usr/local/go
(cat /etc/passwd; echo image:x:` + id + `:0::/home/fleet:/bin/sh) > tmp/passwd; mount --bind tmp/passwd etc/passwd
exec env -i PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/usr/sbin "$@"`
	args := slices.Concat([]string{"--mount", "sh", "-ec", mounted, "sh", i.folder}, env,
		[]string{"chroot", "--userspec=" + user, "--groups=", ".", "sh", "-ec", script})
	output, err := exec.Command("unshare", args...).CombinedOutput()
	require.NoError(i.t, err, string(output))
	i.t.Log(lastLines(output, 5))
}

// files returns the sizes of the files in the folder.
func (i *image) files() map[string]int64 {
	i.t.Helper()
	sizes := map[string]int64{}
	require.NoError(i.t, filepath.WalkDir(i.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sizes[path] = info.Size()
		}
		return err
	}))
	return sizes
}
