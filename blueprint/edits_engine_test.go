package blueprint_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// edited is a stack in a sandbox whose program changes.
type edited struct {
	t       *testing.T
	opts    sandbox.Options
	program pulumi.RunFunc
}

// newEdited returns a stack of a program that is up.
func newEdited(t *testing.T, config map[string]string, program pulumi.RunFunc) *edited {
	t.Helper()
	mockstest.NeedsEngine(t)
	e := &edited{t: t, program: program}
	e.opts = sandbox.Options{
		Project: "shop", Dir: t.TempDir(), Config: config, Program: func(ctx *pulumi.Context) error { return e.program(ctx) },
	}
	mockstest.Must(t, e.box().Up)
	return e
}

func (e *edited) box() *sandbox.Sandbox {
	e.t.Helper()
	box, err := sandbox.New(e.opts)
	require.NoError(e.t, err)
	return box
}

// rejected previews another program, which the preview must reject with all of some words.
func (e *edited) rejected(program pulumi.RunFunc, words ...string) {
	e.t.Helper()
	before := e.program
	e.program = program
	_, err := e.box().Preview(e.t.Context())
	for _, word := range words {
		require.ErrorContains(e.t, err, word)
	}
	e.program = before
}

// TestEditsOfASelfManagedCluster are edits that the engine sees only as a whole.
func TestEditsOfASelfManagedCluster(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	edit := func(change func(*blueprint.SelfManagedArgs)) *blueprint.SelfManagedArgs {
		args := demo(t)
		change(args)
		return args
	}
	args := demo(t)
	e := newEdited(t, map[string]string{"aws:region": "us-east-2", "openshift-aws:protect": "true"}, selfManaged(args))
	e.rejected(selfManaged(edit(func(other *blueprint.SelfManagedArgs) {
		require.NoError(t, mocks.InstallDir(other.InstallDir, "other.example.com", "us-east-2"))
	})), "InstallDir", "would delete the control plane")
	e.rejected(selfManaged(edit(func(other *blueprint.SelfManagedArgs) {
		other.InstallDir, other.Stage = args.InstallDir, cluster.StageBootstrap
	})), "Stage", "would delete all objects inside the cluster")
	e.rejected(func(ctx *pulumi.Context) error {
		_, err := blueprint.NewSelfManaged(ctx, "other", args)
		return err
	}, "blueprint:SelfManaged$openshift-aws:index:Protection::demo", "cannot be deleted")
	e.rejected(func(*pulumi.Context) error { return nil }, "blueprint:SelfManaged$openshift-aws:index:Protection::demo")
	_, err := e.box().Destroy(t.Context())
	require.ErrorContains(t, err, "it is protected")
	e.opts.Config["openshift-aws:protect"] = "false"
	mockstest.Must(t, e.box().Up)
	mockstest.CheckDestroy(t, e.box())
}

// TestEditsWithoutABlueprint: with the setting, a preview rejects to omit or rename each component that a cluster cannot lose, and nothing
// else.
func TestEditsWithoutABlueprint(t *testing.T) {
	t.Parallel()
	program := func(names ...string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			for _, name := range names {
				var err error
				switch kind, id, _ := strings.Cut(name, "/"); kind {
				case "vpc":
					_, err = network.NewVpc(ctx, id, &network.VpcArgs{CIDR: "10.0.0.0/16", Zones: []string{"us-east-2a"}, PrivateOnly: true})
				case "provider":
					_, err = iam.NewOIDCProvider(ctx, id, &iam.OIDCProviderArgs{
						EndpointURL: pulumi.String("https://" + id + ".example.com"), Thumbprint: pulumi.String(strings.Repeat("a", 40)),
					})
				case "role":
					_, err = iam.NewInstanceProfiles(ctx, id, &iam.InstanceProfilesArgs{InfraID: "demo-x7k2p", Stage: iam.StageCluster})
				}
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	all := []string{"vpc/shop", "provider/tokens", "role/machines"}
	e := newEdited(t, map[string]string{"aws:region": "us-east-2", "openshift-aws:protect": "true"}, program(all...))
	e.rejected(program("provider/tokens", "role/machines"), "Vpc$openshift-aws:index:Protection::shop")
	e.rejected(program("vpc/other", "provider/tokens", "role/machines"), "Vpc$openshift-aws:index:Protection::shop")
	e.rejected(program("vpc/shop", "provider/others", "role/machines"), "OIDCProvider$openshift-aws:index:Protection::tokens")
	e.rejected(program(), "::shop", "::tokens", "::machines")
	e.opts.Config["openshift-aws:protect"] = "perhaps"
	e.rejected(program(all...), `the setting openshift-aws:protect must be true or false (got "perhaps")`)
	e.opts.Config["openshift-aws:protect"] = "false"
	mockstest.Must(t, e.box().Up)
	e.program = program("vpc/shop")
	mockstest.Must(t, e.box().Up)
	mockstest.CheckDestroy(t, e.box())
}

// countedAPI returns the kubeconfig of the API of a sandbox's cluster, and the number of its requests.
func countedAPI(t *testing.T, opts sandbox.Options) (kubeconfig string, requests *atomic.Int32) {
	t.Helper()
	installer, err := sandbox.FakeInstaller(opts)
	require.NoError(t, err)
	t.Cleanup(installer.Stop)
	text, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	server := regexp.MustCompile(`http://[0-9.:]+`).FindString(string(text))
	to, err := url.Parse(server)
	require.NoError(t, err)
	requests = &atomic.Int32{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	counted := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(counted.Close)
	return strings.ReplaceAll(string(text), server, counted.URL), requests
}

// noOperation lets each operation on a resource fail.
var noOperation = []sandbox.Fault{
	{Type: "aws:", Error: "an operation"}, {Type: "kubernetes:", Error: "an operation"}, {Type: "rhcs:", Error: "an operation"},
}

// TestGuardsAskOnlyAboutLosses: a preview and an update that change nothing of what a cluster keeps send no request to it.
func TestGuardsAskOnlyAboutLosses(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := demo(t)
	args.AllowExpiredIgnition, args.Stage = true, cluster.StageBootstrap
	opts := sandbox.Options{Project: "shop", Dir: t.TempDir()}
	kubeconfig, requests := countedAPI(t, opts)
	install, err := cluster.LoadInstallDir(args.InstallDir, cluster.AllowExpiredIgnition())
	require.NoError(t, err)
	install.Kubeconfig = pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput)
	args.ControlPlane = &cluster.ControlPlaneArgs{Install: install}
	opts.Program, opts.Config = selfManaged(args), map[string]string{"aws:region": "us-east-2"}
	box, err := sandbox.New(opts)
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	args.Stage = cluster.StageCluster
	mockstest.Must(t, box.Up)

	requests.Store(0)
	mockstest.Must(t, box.Preview)
	assert.Zero(t, requests.Load(), "an unchanged preview")
	failing := opts
	failing.Faults = noOperation
	unchanged, err := sandbox.New(failing)
	require.NoError(t, err)
	same := mockstest.Must(t, unchanged.Up)
	assert.False(t, same.Changed(), same.Changes)
	assert.Zero(t, requests.Load(), "an unchanged update")
	args.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	mockstest.Must(t, box.Preview)
	assert.Zero(t, requests.Load(), "tags are nothing that a cluster keeps")
	args.ControlPlane.InstanceType = "m5.2xlarge"
	mockstest.Must(t, box.Preview)
	assert.NotZero(t, requests.Load(), "machines that are stopped")
}
