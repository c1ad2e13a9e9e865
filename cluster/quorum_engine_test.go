package cluster_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// sandboxStack is a control plane of three machines, installed with a bootstrap machine, whose API is that of the sandbox.
type sandboxStack struct{ *machineStack }

func newSandboxStack(t *testing.T) sandboxStack {
	t.Helper()
	s := sandboxStack{newMachineStack(t)}
	s.update = nil
	installer, err := sandbox.FakeInstaller(s.sandbox())
	require.NoError(t, err)
	t.Cleanup(installer.Stop)
	text, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	s.kubeconfig = string(text)

	s.change = func(a *cluster.ControlPlaneArgs) { a.Stage = cluster.StageBootstrap }
	_, err = s.box.Up(t.Context())
	require.NoError(t, err)
	var config struct {
		Clusters []struct{ Cluster struct{ Server string } }
	}
	require.NoError(t, yaml.Unmarshal(text, &config))
	response, err := http.Get(config.Clusters[0].Cluster.Server + "/version") // openshift-install wait-for bootstrap-complete
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	s.up(func(*cluster.ControlPlaneArgs) {})
	return s
}

func (s sandboxStack) sandbox() sandbox.Options {
	return sandbox.Options{Project: "machines", Dir: s.dir}
}

func (s sandboxStack) account(command ...string) {
	s.t.Helper()
	require.NoError(s.t, sandbox.Account(s.t.Context(), s.sandbox(), &strings.Builder{}, command...))
}

func (s sandboxStack) up(change func(*cluster.ControlPlaneArgs)) *sandbox.Result {
	s.t.Helper()
	s.change = func(a *cluster.ControlPlaneArgs) {
		change(a)
		a.MachineWait = clustertest.Quickly(2 * time.Minute) // for a busy machine: nothing waits that long
	}
	result, err := s.box.Up(s.t.Context())
	require.NoError(s.t, err)
	return result
}

// resources returns what the account has.
func (s sandboxStack) resources() string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.dir, "aws.json"))
	require.NoError(s.t, err)
	return string(text)
}

// Faults of the sandbox's API.
const (
	degraded = `{"type": "openshift:api", "error": "` + sandbox.Degraded + `"}`
	away     = `{"type": "openshift:api", "error": "connection refused"}`
	slow     = `{"type": "openshift:api", "delay": 20000000}`
)

// TestTheClusterDecidesInPreviews changes a control plane whose API is healthy, slow, degraded or away.
func TestTheClusterDecidesInPreviews(t *testing.T) {
	t.Parallel()
	otherTags := func(a *cluster.ControlPlaneArgs) { a.Tags = pulumi.StringMap{"team": pulumi.String("core")} }
	fewer := func(a *cluster.ControlPlaneArgs) { a.MachineZones = []string{"us-east-2a", "us-east-2b", "us-east-2b"} }
	more := func(a *cluster.ControlPlaneArgs) {
		a.MachineZones = append([]string{"us-east-2a", "us-east-2b"}, machineZones...)
	}
	unchanged := func(*cluster.ControlPlaneArgs) {}
	// A public load balancer replaces the internal one, and has its name.
	otherLB := []pulumi.ResourceOption{pulumi.Transformations([]pulumi.ResourceTransformation{
		func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
			if balancer, ok := args.Props.(*lb.LoadBalancerArgs); ok {
				balancer.Internal = pulumi.Bool(false)
			}
			return nil
		},
	})}
	s := newSandboxStack(t)
	for name, tt := range map[string]struct {
		fault   string
		change  func(*cluster.ControlPlaneArgs)
		options []pulumi.ResourceOption
		// want is why it is rejected, and warning a part of what is shown.
		want, warning string
	}{
		"healthy, larger machines":            {change: larger, warning: "is stopped and started (instanceType)"},
		"healthy, two more machines":          {change: more},
		"healthy, a member leaves":            {change: fewer, want: "etcd still has the member of us-east-2c"},
		"healthy, another load balancer":      {change: unchanged, options: otherLB, want: "all nodes would be cut off"},
		"away, another load balancer":         {fault: away, change: unchanged, options: otherLB, want: "demo-x7k2p-int"},
		"slow, larger machines":               {fault: slow, change: larger, warning: "is stopped and started (instanceType)"},
		"degraded, larger machines":           {fault: degraded, change: larger, warning: "not now (etcd: EtcdMembersDegraded is True"},
		"degraded, two more machines":         {fault: degraded, change: more, want: "etcd accepts no new member"},
		"degraded, tags":                      {fault: degraded, change: otherTags},
		"away, larger machines":               {fault: away, change: larger, want: "nothing says whether etcd keeps its majority"},
		"away, a member leaves":               {fault: away, change: fewer, want: "cannot be reached"},
		"away, tags":                          {fault: away, change: otherTags},
		"away, nothing":                       {fault: away, change: unchanged},
		"away, a deletion that names the key": {fault: away, change: otherZone},
	} {
		s.account("heal")
		if tt.fault != "" {
			s.account("fail", tt.fault)
		}
		s.change, s.options = tt.change, tt.options
		s.out.Reset()
		_, err := s.box.Preview(t.Context())
		if tt.want != "" {
			require.ErrorContains(t, err, tt.want, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Contains(t, s.out.String(), tt.warning, name)
	}
}

// TestTheClusterDecidesInUpdates changes the control plane of the sandbox, after its load balancer and one of its machines were deleted
// behind the stack's back.
func TestTheClusterDecidesInUpdates(t *testing.T) {
	t.Parallel()
	s := newSandboxStack(t)
	unchanged := func(*cluster.ControlPlaneArgs) {}
	rejected := func(change func(*cluster.ControlPlaneArgs), want, reason string) {
		t.Helper()
		before := s.resources()
		s.change = func(a *cluster.ControlPlaneArgs) {
			change(a)
			a.MachineWait = clustertest.Quickly(3 * time.Second) // a busy machine needs long for three attempts
		}
		_, err := s.box.Up(t.Context())
		require.ErrorContains(t, err, want, reason)
		assert.Equal(t, before, s.resources(), reason)
	}
	s.account("fail", degraded)
	rejected(larger, "EtcdMembersDegraded is True", "a member is down")
	s.account("heal")

	s.account("delete", "LoadBalancer::demo-int")
	rejected(larger, "nothing says whether etcd keeps its majority", "nobody reaches the API without its load balancer")
	_, err := s.box.Refresh(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, s.up(unchanged).Changes["create"], "the load balancer is created again without the API")
	assert.Equal(t, 3, s.up(larger).Changes["update"], "one machine after the other")

	s.account("delete", "Instance::demo-master-us-east-2c")
	_, err = s.box.Refresh(t.Context())
	require.NoError(t, err)
	s.account("fail", degraded)
	rejected(larger, "etcd accepts no new member", "a member is down")
	s.account("heal")
	s.up(larger)
	assert.Equal(t, 3, strings.Count(s.resources(), `"m5.2xlarge"`), "etcd has lost the member, and gets another one")
}

// TestABootstrapMachineOfAnInstalledCluster: it would get a share of the traffic of the API. To permit the other stage does not permit it.
func TestABootstrapMachineOfAnInstalledCluster(t *testing.T) {
	t.Parallel()
	s := newSandboxStack(t)
	back := func(a *cluster.ControlPlaneArgs) { a.Stage = cluster.StageBootstrap }
	rejected := func(want string) {
		t.Helper()
		s.change = back
		_, err := s.box.Preview(t.Context())
		require.ErrorContains(t, err, want)
		_, err = s.box.Up(t.Context())
		require.ErrorContains(t, err, want)
		assert.NotContains(t, s.resources(), `"Name": "demo-x7k2p-bootstrap"`, "the machine")
	}
	rejected("cluster.ControlPlaneArgs.Stage: cluster cannot become bootstrap")
	var err error
	s.box, err = sandbox.New(sandbox.Options{Project: "machines", Program: s.program, Dir: s.dir, Config: map[string]string{
		"aws:region": "us-east-2", "openshift-aws:allowLoss": "ControlPlane/demo",
	}})
	require.NoError(t, err)
	const want = "the cluster is installed: a bootstrap machine would get a share of its API's traffic"
	rejected(want)
	s.account("fail", degraded)
	rejected(want)
}

// replace runs `pulumi preview --replace` and `pulumi up --skip-preview --replace` of resources, with further settings.
func (s sandboxStack) replace(urns []string, settings map[string]string) (preview, up error) {
	s.t.Helper()
	options, stop, err := sandbox.Workspace(s.t.Context(), s.sandbox())
	require.NoError(s.t, err)
	defer stop()
	stack, err := auto.SelectStackInlineSource(s.t.Context(), "sandbox", "machines", s.program, options...)
	require.NoError(s.t, err)
	require.NoError(s.t, stack.SetConfig(s.t.Context(), "aws:region", auto.ConfigValue{Value: "us-east-2"}))
	for key, value := range settings {
		require.NoError(s.t, stack.SetConfig(s.t.Context(), key, auto.ConfigValue{Value: value}))
	}
	_, preview = stack.Preview(s.t.Context(), optpreview.Replace(urns))
	_, up = stack.Up(s.t.Context(), optup.Replace(urns))
	return preview, up
}

// children returns the IDs of the children of the control plane that the account has, by their URNs.
func (s sandboxStack) children() map[string]string {
	s.t.Helper()
	var records map[string]struct{ Token, URN, ID string }
	require.NoError(s.t, json.Unmarshal([]byte(s.resources()), &records))
	found := map[string]string{}
	for _, record := range records {
		if record.Token != "deleted" {
			found[record.URN] = record.ID
		}
	}
	return found
}

// kindOf returns the type and the name of a child without its zone: one child of a kind stands for the others.
func kindOf(urn string) string {
	kind := urn[strings.LastIndex(urn, "$")+1:]
	kind = kind[strings.LastIndex(kind[:strings.LastIndex(kind, "::")], ":")+1:]
	for _, zone := range machineZones {
		kind = strings.TrimSuffix(kind, "-"+zone)
	}
	return kind
}

// public gives the control plane a public load balancer.
func public(a *cluster.ControlPlaneArgs) {
	a.Scope, a.PublicZoneID, a.Network.PublicSubnets = network.External, pulumi.String("Z0123456789ABCDEFGHIJ"), nil
	for i, subnet := range a.Network.PrivateSubnets {
		subnet.ID, subnet.CIDR = pulumi.Sprintf("subnet-%dbbbbbbbbbbbbbbbb", i), fmt.Sprintf("10.0.%d.0/24", i)
		a.Network.PublicSubnets = append(a.Network.PublicSubnets, subnet)
	}
}

// The kinds of children, and why one is not replaced by its URN: of keptKinds the preview says it, of the others AWS. "" is for one that is
// replaced.
var (
	keptKinds = map[string]string{
		"Instance::demo-master":            "etcd has 3 members for 3 machines",
		"LoadBalancer::demo-int":           "all nodes would be cut off",
		"TargetGroup::demo-aint":           "all nodes would be cut off",
		"Listener::demo-aint":              "all nodes would be cut off",
		"Record::demo-private-api-int":     "all nodes would be cut off",
		"Zone::demo-private":               "all nodes would be cut off",
		"TargetGroupAttachment::demo-aint": "would deregister it",
		"TargetGroupAttachment::demo-sint": "would deregister it",
		"TargetGroupAttachment::demo-aext": "would deregister it",
	}
	otherKinds = map[string]string{
		"LoadBalancer::demo-ext":                            "AlreadyExists",
		"Listener::demo-aext":                               "DuplicateListener",
		"Listener::demo-sint":                               "DuplicateListener",
		"Record::demo-private-api":                          "AlreadyExists",
		"Record::demo-public-api":                           "AlreadyExists",
		"SecurityGroupEgressRule::demo-ext-to":              "InvalidPermission.Duplicate",
		"SecurityGroupIngressRule::demo-ext-from-0.0.0.0-0": "InvalidPermission.Duplicate",
		"SecurityGroup::demo-ext":                           "",
		"TargetGroup::demo-aext":                            "",
		"TargetGroup::demo-sint":                            "",
		"Record::demo-private-soa":                          "",
	}
)

// TestReplacedChildren replaces one child of each kind of a running control plane by its URN, with and without a preview. None of them is
// lost.
func TestReplacedChildren(t *testing.T) {
	t.Parallel()
	s := newSandboxStack(t)
	s.up(public)
	tried := map[string]bool{}
	before := s.children()
	for _, urn := range slices.Sorted(maps.Keys(before)) {
		kind := kindOf(urn)
		if tried[kind] {
			continue
		}
		tried[kind] = true
		preview, up := s.replace([]string{urn}, nil)
		after := s.children()
		for other := range before {
			if _, found := after[other]; !found {
				t.Errorf("%s is lost when %s is replaced (%v)", other, kind, up)
			}
		}
		want, kept := keptKinds[kind]
		switch {
		case kept:
			require.ErrorContains(t, preview, want, kind)
			require.ErrorContains(t, up, want, kind)
			assert.Equal(t, before, after, kind)
		case otherKinds[kind] != "":
			require.ErrorContains(t, up, otherKinds[kind], kind)
			assert.Equal(t, before, after, kind)
		default:
			assert.Contains(t, otherKinds, kind)
			require.NoError(t, up, kind)
		}
		before = after
	}
	assert.Len(t, tried, len(keptKinds)+len(otherKinds))
}

// TestATargetThatIsGone: somebody has deregistered a machine, and an update registers it again if that is meant, also by a replacement.
func TestATargetThatIsGone(t *testing.T) {
	t.Parallel()
	s := newSandboxStack(t)
	before := s.children()
	const target = "TargetGroupAttachment::demo-aint-us-east-2a"
	s.account("delete", target)
	_, err := s.box.Refresh(t.Context())
	require.NoError(t, err)
	_, err = s.box.Up(t.Context())
	require.ErrorContains(t, err, "pulumi config set openshift-aws:allowLoss ControlPlane/demo")
	var urn string
	for other := range before {
		if strings.HasSuffix(other, target) {
			urn = other
		}
	}
	for _, urns := range [][]string{nil, {urn}} {
		preview, up := s.replace(urns, map[string]string{"openshift-aws:allowLoss": "ControlPlane/demo"})
		require.NoError(t, errors.Join(preview, up))
		assert.Equal(t, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(s.children())))
	}
}
