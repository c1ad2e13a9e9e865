package cluster_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

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

// replaced are the kinds of children, and why one is not replaced by its URN: of keptKinds the preview says it, of the others AWS. "" is for one
// that is replaced.
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
