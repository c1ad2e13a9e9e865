package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	// nodePackages are those of a program in TypeScript.
	nodePackages = "@pulumi/pulumi@3.250.0 @types/node@20.19.43 typescript@5.4.5"
	// tsc is the compiler, in the folder of a program.
	tsc = "node_modules/typescript/bin/tsc"
	// pythonExec is the variable of the environment with the path of the program that runs programs in Python.
	pythonExec = "PYTHON_EXEC"
	// python is that of the operating system, which has the packages python3-grpcio, python3-dill, python3-semver and python3-yaml.
	python = "/usr/bin/python3"
	// sdkModule is the module of the SDK for Go.
	sdkModule = "github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws"
)

// sdks generates the SDKs once.
var sdks = sync.OnceValues(func() (string, error) {
	folder, err := build()
	if err != nil {
		return "", err
	}
	schemaFile, err := filepath.Abs("schema.json")
	if err != nil {
		return "", err
	}
	generated := filepath.Join(folder, "sdk")
	return generated, run(filepath.Join(root, "tools"), "go", "run", "./sdk", schemaFile, "0.0.1-dev", generated)
})

func run(dir, name string, arguments ...string) error {
	command := exec.Command(name, arguments...)
	command.Dir = dir
	if text, err := command.CombinedOutput(); err != nil {
		return errors.Join(err, errors.New(strings.Join(command.Args, " ")+"\n"+string(text)))
	}
	return nil
}

// TestLanguages runs one program in each language, with unknown values, a secret, and an update: the previews and the state have the same
// resources.
func TestLanguages(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	wantCreated, wantUpdated, wantExist := newProject(t, "languages").lifeOf()
	assert.Greater(t, len(wantExist), len(wantCreated), "the first preview lacks what the update registers")
	assert.Len(t, wantUpdated, 1)
	for program, prepare := range map[string]func(p *project, sdk, program string){
		"main.go": prepareGo, "index.ts": prepareTypeScript, "__main__.py": preparePython,
	} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			p := &project{T: t}
			prepare(p, generated, read(t, "testdata", "languages", program))
			created, updated, exist := p.lifeOf()
			assert.Equal(t, wantCreated, created)
			assert.Equal(t, wantUpdated, updated)
			assert.Equal(t, wantExist, exist)
		})
	}
}

// TestWirings passes outputs of components and of another stack to arguments: the compilers accept each program, although they reject an
// output of a plain argument, and the previews are complete and the same. One of them is created, too.
func TestWirings(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	shared := project{T: t, dir: t.TempDir()}
	shared.write("Pulumi.yaml", "name: shared\nruntime: yaml\n"+
		"outputs: {infraId: shop-x7k2p, office: 192.0.2.0/24, domain: example.com, team: shop}\n")
	shared.must("up", "--yes", "--skip-preview")
	planned := map[string][]string{}
	for program, prepare := range map[string]func(p *project, sdk, program string){
		"main.go": prepareGo, "index.ts": prepareTypeScript, "__main__.py": preparePython,
	} {
		p := &project{T: t}
		prepare(p, generated, read(t, "testdata", "wirings", program))
		p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n  kubernetes:context: demo\n")
		p.writeFiles()
		require.NoError(t, os.CopyFS(filepath.Join(p.dir, ".sandbox"), os.DirFS(filepath.Join(shared.dir, ".sandbox"))))
		planned[program] = p.planned()
		if program != "index.ts" {
			continue
		}
		p.must("up", "--yes", "--skip-preview")
		p.must("preview", "--expect-no-changes")
		p.must("destroy", "--yes", "--skip-preview")
	}
	assert.Equal(t, planned["index.ts"], planned["__main__.py"])
	assert.Equal(t, planned["index.ts"], planned["main.go"])
}

// documented returns the program of docs/languages.md in a language.
func documented(t *testing.T, language string) string {
	t.Helper()
	found := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(read(t, root, "docs", "languages.md"))
	require.NotNil(t, found)
	return found[1]
}

// transform changes the VPC that the component registers, in the program that it is in.
const transform = `
		if err := ctx.RegisterStackTransform(func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
			if args.Type == "aws:ec2/vpc:Vpc" {
				args.Props["enableNetworkAddressUsageMetrics"] = pulumi.Bool(true)
			}
			return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
		}); err != nil {
			return err
		}
`

// TestTransform changes a component's resources from the program.
func TestTransform(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	const begin = "func(ctx *pulumi.Context) error {\n"
	program := documented(t, "go")
	require.Contains(t, program, begin)
	program = strings.Replace(strings.Replace(program, begin, begin+transform, 1), "import (\n", "import (\n\t\"context\"\n\n", 1)
	p := &project{T: t}
	prepareGo(p, generated, program)
	p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n")
	p.must("up", "--yes", "--skip-preview")
	p.must("preview", "--expect-no-changes")
	changed := 0
	for _, each := range p.state() {
		if each.Type == "aws:ec2/vpc:Vpc" {
			changed++
			assert.Equal(t, true, each.Inputs["enableNetworkAddressUsageMetrics"])
		}
	}
	assert.Equal(t, 1, changed)
	p.must("destroy", "--yes", "--skip-preview")
}

// unknown is the warning of a component of which an argument that is no Input is not known in a preview.
const unknown = "the preview is incomplete: labels[release] will be known in the update"

// lifeOf creates, updates, refreshes and deletes the resources of the program of testdata/languages, and returns the URNs of the first
// preview, of the preview of the update, and of the state.
func (p project) lifeOf() (created, updated, exist []string) {
	const secret = "secret-of-the-test"
	must := func(arguments ...string) string {
		out := p.must(arguments...)
		assert.NotContains(p, out, secret)
		return out
	}
	p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n  rosa:release: 4.18.5\n")
	must("config", "set", "--secret", "clientSecret", secret)
	created = steps(p.T, must("preview", "--json", "--diff"), unknown+", which then registers what this component consists of", "create")
	must("up", "--yes", "--skip-preview", "--diff")
	assert.Equal(p, "10.0.0.0/16\n", must("stack", "output", "cidr"))
	must("preview", "--expect-no-changes")

	must("config", "set", "release", "4.18.6")
	updated = steps(p.T, must("preview", "--json", "--diff"), unknown+"; the preview shows what the last update has", "update")
	must("up", "--yes", "--skip-preview", "--diff")
	must("up", "--yes", "--skip-preview", "--expect-no-changes")
	must("refresh", "--yes", "--skip-preview")
	for _, resource := range p.state() {
		// Default providers are named by the release of an SDK.
		if !strings.HasPrefix(resource.Type, "pulumi:providers:") {
			exist = append(exist, resource.URN)
		}
		switch resource.Type {
		case "rhcs:index/identityProvider:IdentityProvider":
			github := resource.Inputs["github"].(map[string]any)
			require.Contains(p, github, "clientSecret")
			assert.Contains(p, github["clientSecret"], "ciphertext", "the value in the state is secret: %v", github)
		case "rhcs:index/hcpMachinePool:HcpMachinePool":
			if labels, _ := resource.Inputs["labels"].(map[string]any); labels != nil {
				assert.Equal(p, "4.18.6", labels["release"])
			}
		}
	}
	must("destroy", "--yes", "--skip-preview", "--diff")
	slices.Sort(exist)
	return created, updated, exist
}

// prepareGo compiles a program against the SDK for Go alone, with the releases of this module.
func prepareGo(p *project, sdk, program string) {
	p.dir = p.TempDir()
	p.write("Pulumi.yaml", "name: rosa\nruntime: go\n")
	p.write("main.go", program)
	_, required, _ := strings.Cut(read(p, root, "go.mod"), "\n")
	p.write("go.mod", "module rosa\n"+required+"\nrequire "+sdkModule+" v0.0.0\nreplace "+sdkModule+" => "+filepath.Join(sdk, "go")+"\n")
	p.write("go.sum", read(p, root, "go.sum"))
	require.NoError(p, run(p.dir, "go", "build", "-mod=mod", "-o", "program", "."))
	used, err := exec.Command("go", "version", "-m", filepath.Join(p.dir, "program")).Output()
	require.NoError(p, err)
	assert.NotContains(p, string(used), "github.com/pulumi/pulumi-aws", "the program compiles Pulumi's SDK only")
}

// nodeSDK compiles the SDK for Node.js once, and returns the folder of the packages of a program, with the SDK as it is published.
// Packages of npm are in a cache.
var nodeSDK = sync.OnceValues(func() (string, error) {
	generated, err := sdks()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	packages := filepath.Join(cache, "pulumi-openshift-aws", "nodejs-v3.250.0")
	if _, err := os.Stat(filepath.Join(packages, tsc)); err != nil {
		if err := os.MkdirAll(packages, 0o755); err != nil {
			return "", err
		}
		arguments := []string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", packages}
		if err := run(packages, "npm", append(arguments, strings.Fields(nodePackages)...)...); err != nil {
			return "", err
		}
	}
	modules := filepath.Join(generated, "node_modules")
	published := filepath.Join(modules, "@openshift-aws", "pulumi-openshift-aws")
	if err := os.MkdirAll(published, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{".bin", "@pulumi", "@types", "typescript"} {
		if err := os.Symlink(filepath.Join(packages, "node_modules", name), filepath.Join(modules, name)); err != nil {
			return "", err
		}
	}
	sdk := filepath.Join(generated, "nodejs")
	manifest, err := os.ReadFile(filepath.Join(sdk, "package.json"))
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(published, "package.json"), manifest, 0o600); err != nil {
		return "", err
	}
	return modules, run(sdk, "node", filepath.Join(generated, tsc), "--outDir", published)
})

// prepareTypeScript compiles a program with the SDK.
func prepareTypeScript(p *project, _, program string) {
	modules, err := nodeSDK()
	require.NoError(p, err)
	p.dir = p.TempDir()
	require.NoError(p, os.Symlink(modules, filepath.Join(p.dir, "node_modules")))
	p.write("Pulumi.yaml", "name: rosa\nruntime: nodejs\n")
	p.write("package.json", `{"name": "rosa", "main": "index.js"}`)
	p.write("index.ts", program)
	require.NoError(p, run(p.dir, "node", tsc, "--strict", "--target", "ES2022", "--module", "commonjs", "--skipLibCheck", "index.ts"))
}

// preparePython compiles the SDK for Python, and lets the program import it, Pulumi's SDK, which is in its Go module, and what stands in
// for packages that the operating system does not have.
func preparePython(p *project, sdk, program string) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3").Output()
	require.NoError(p, err)
	pulumiSDK := filepath.Join(strings.TrimSpace(string(out)), "python")
	standIns, err := filepath.Abs(filepath.Join("testdata", "python"))
	require.NoError(p, err)
	own := filepath.Join(sdk, "python")
	require.NoError(p, run(own, python, "-m", "compileall", "-q", "."))
	// The SDK reads its release from what pip writes.
	installed := filepath.Join(own, "pulumi_openshift_aws-0.0.1.dist-info")
	require.NoError(p, os.MkdirAll(installed, 0o755))
	metadata := "Metadata-Version: 2.1\nName: pulumi_openshift_aws\nVersion: 0.0.1.dev0\n"
	require.NoError(p, os.WriteFile(filepath.Join(installed, "METADATA"), []byte(metadata), 0o600))
	p.dir = p.TempDir()
	path := strings.Join([]string{standIns, own, filepath.Join(pulumiSDK, "lib")}, string(os.PathListSeparator))
	// Packages are read when something of them is used.
	imports := "import inspect, pkgutil, pulumi_openshift_aws as sdk\n" +
		"for each in pkgutil.iter_modules(sdk.__path__):\n" +
		"    package = getattr(sdk, each.name)\n" +
		"    assert not each.ispkg or hasattr(package, 'x') or inspect.getmembers(package, inspect.isclass), each"
	require.NoError(p, run(own, "env", "PYTHONPATH="+path, python, "-c", imports))
	p.env = []string{
		"PYTHONPATH=" + path, "PYTHONDONTWRITEBYTECODE=1",
		pythonExec + "=" + filepath.Join(pulumiSDK, "cmd", "pulumi-language-python-exec"),
	}
	p.write("Pulumi.yaml", "name: rosa\nruntime: python\n")
	p.write("__main__.py", program)
}
