package cluster_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"maps"
	"net"
	"os"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

var machineZones = []string{"us-east-2a", "us-east-2b", "us-east-2c"}

// machineStack is a control plane of three machines in the real engine, with its cluster's API.
type machineStack struct {
	*fakeControlPlane
	t          *testing.T
	box        *sandbox.Sandbox
	dir        string
	kubeconfig string
	out        bytes.Buffer
	change     func(*cluster.ControlPlaneArgs)
	// options are those of the component.
	options []pulumi.ResourceOption
	// update is what an update does to a machine, and boot what the creation of one does; nil for nothing.
	update, boot func(*pulumi.ResourceHookArgs) error
}

// The settings are further ones of its configuration.
func newMachineStack(t *testing.T, settings ...map[string]string) *machineStack {
	t.Helper()
	mockstest.NeedsEngine(t)
	master, err := os.ReadFile("../examples/classic/install-dir/master.ign")
	require.NoError(t, err)
	s := &machineStack{
		t: t, dir: t.TempDir(), change: func(*cluster.ControlPlaneArgs) {},
		fakeControlPlane: &fakeControlPlane{
			nodes: map[string]*fakeNode{}, userData: string(master), requests: map[string]map[string]any{},
		},
	}
	for _, zone := range machineZones {
		name := "demo-master-" + zone
		s.nodes[name], s.members = &fakeNode{}, append(s.members, name)
	}
	s.update = func(args *pulumi.ResourceHookArgs) error {
		s.reboot(args.Name, string(args.ID))
		return nil
	}
	s.boot = func(*pulumi.ResourceHookArgs) error { return nil }
	_, s.kubeconfig = clustertest.APIServer(t, s.serve)
	config := map[string]string{"aws:region": "us-east-2"}
	for _, set := range settings {
		maps.Copy(config, set)
	}
	s.box, err = sandbox.New(sandbox.Options{Project: "machines", Program: s.program, Dir: s.dir, Config: config, Out: &s.out})
	require.NoError(t, err)
	return s
}

func (s *machineStack) program(ctx *pulumi.Context) error {
	install, err := cluster.LoadInstallDir("../examples/classic/install-dir", cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	install.Kubeconfig = pulumi.ToSecret(pulumi.String(s.kubeconfig)).(pulumi.StringOutput)
	if s.update != nil {
		if err := s.observe(ctx); err != nil {
			return err
		}
	}
	args := controlPlaneArgs(install)
	args.Network.PrivateSubnets = nil
	for i, zone := range machineZones {
		args.Network.PrivateSubnets = append(args.Network.PrivateSubnets, network.Subnet{
			ID: pulumi.Sprintf("subnet-%daaaaaaaaaaaaaaaa", i), Zone: zone, CIDR: fmt.Sprintf("10.0.%d.0/20", 16*(i+1)),
		})
	}
	args.Scope, args.MachineWait = network.Internal, clustertest.Quickly(10*time.Second)
	args.BootstrapInstanceProfile = pulumi.String("demo-x7k2p-bootstrap-profile")
	s.change(args)
	controlPlane, err := cluster.NewControlPlane(ctx, "demo", args, s.options...)
	if err != nil {
		return err
	}
	ctx.Export("machines", controlPlane.MachineIDs)
	ctx.Export("addresses", controlPlane.MachineIPs)
	return nil
}

// observe adds the test's hook to those of the machines: what an update does to a machine, before the library looks at the cluster.
func (s *machineStack) observe(ctx *pulumi.Context) error {
	rebooted, err := ctx.RegisterResourceHook("test-reboots", func(args *pulumi.ResourceHookArgs) error { return s.update(args) }, nil)
	if err != nil {
		return err
	}
	booted, err := ctx.RegisterResourceHook("test-boots", func(args *pulumi.ResourceHookArgs) error { return s.boot(args) }, nil)
	if err != nil {
		return err
	}
	return ctx.RegisterResourceTransform(func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		if args.Type == "aws:ec2/instance:Instance" {
			if args.Opts.Hooks == nil {
				args.Opts.Hooks = &pulumi.ResourceHookBinding{}
			}
			args.Opts.Hooks.AfterCreate = append([]*pulumi.ResourceHook{booted}, args.Opts.Hooks.AfterCreate...)
			args.Opts.Hooks.AfterUpdate = append([]*pulumi.ResourceHook{rebooted}, args.Opts.Hooks.AfterUpdate...)
		}
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	})
}

// permitted says that a loss of what the control plane keeps is meant.
var permitted = map[string]string{"openshift-aws:allowLoss": "RegistryBucket/demo,ControlPlane/demo"}

// installed returns a stack whose machines were created in stage bootstrap, with their nodes.
func installed(t *testing.T, settings ...map[string]string) *machineStack {
	t.Helper()
	s := newMachineStack(t, settings...)
	s.change = func(a *cluster.ControlPlaneArgs) { a.Stage = cluster.StageBootstrap }
	result, err := s.box.Up(t.Context())
	require.NoError(t, err)
	for zone, id := range result.Outputs["machines"].(map[string]any) {
		s.nodes["demo-master-"+zone].instance = id.(string)
	}
	s.change = func(*cluster.ControlPlaneArgs) {}
	return s
}

func larger(a *cluster.ControlPlaneArgs) { a.InstanceType = "m5.2xlarge" }

// request is a CSR of a kubelet.
func (s *machineStack) request(name, node, address string, serving bool) {
	subject := pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes"}}
	template := x509.CertificateRequest{Subject: subject}
	spec := map[string]any{
		"signerName": "kubernetes.io/kube-apiserver-client-kubelet", "usages": []any{"digital signature", "client auth"},
		"username": "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper",
	}
	if serving {
		template.DNSNames, template.IPAddresses = []string{node}, []net.IP{net.ParseIP(address)}
		spec = map[string]any{
			"signerName": "kubernetes.io/kubelet-serving", "usages": []any{"digital signature", "server auth"},
			"username": "system:node:" + node, "groups": []any{"system:nodes", "system:authenticated"},
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NoError(s.t, err)
	der, err := x509.CreateCertificateRequest(rand.Reader, &template, key)
	assert.NoError(s.t, err)
	spec["request"] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})
	s.requests[name] = map[string]any{
		"metadata": map[string]any{"name": name, "creationTimestamp": time.Now().UTC().Format(time.RFC3339)}, "spec": spec,
	}
}

// join lets new machines join the cluster: the kubelet's two requests, of which a person approves the first, the node, then etcd's
// member.
func (s *machineStack) join() {
	s.boot = func(args *pulumi.ResourceHookArgs) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		node, address := args.NewOutputs["privateDns"].StringValue(), args.NewOutputs["privateIp"].StringValue()
		s.request("client", node, address, false)
		s.request("stranger", "ip-10-9-9-9.us-east-2.compute.internal", address, false)
		s.person = func() {
			delete(s.requests, "client")
			delete(s.requests, "earlier")
			s.nodes[node] = &fakeNode{instance: string(args.ID), away: 1 << 30}
			s.request("serving", node, address, true)
			s.request("serving-again", node, address, true)
		}
		s.joined = func(name string) {
			s.changed = append(s.changed, name)
			s.nodes[node].away = 5
			s.members = append(s.members, node)
		}
		return nil
	}
}

// otherZone moves the machine of the third zone.
func otherZone(a *cluster.ControlPlaneArgs) {
	a.MachineZones = []string{"us-east-2a", "us-east-2b", "us-east-2b"}
	a.AllowMachineDeletion = []string{"us-east-2c"}
}

// replaced is a stack whose third machine is replaced, after the documented steps: etcd's member and the Node of the old machine are
// removed.
func replaced(t *testing.T) *machineStack {
	t.Helper()
	s := installed(t)
	s.change = otherZone
	s.join()
	delete(s.nodes, "demo-master-us-east-2c")
	s.members = s.members[:2]
	return s
}

// TestReplacedMachineBecomesANode: a Node with the machine's name, but of another instance, gets no certificate.
func TestReplacedMachineBecomesANode(t *testing.T) {
	t.Parallel()
	s := replaced(t)
	join := s.boot
	s.boot = func(args *pulumi.ResourceHookArgs) error {
		require.NoError(t, join(args))
		s.mu.Lock()
		defer s.mu.Unlock()
		node, own := args.NewOutputs["privateDns"].StringValue(), s.person
		s.person = func() {
			s.nodes[node] = &fakeNode{instance: "i-0fedcba9876543210", away: 1 << 30}
			s.request("earlier", node, args.NewOutputs["privateIp"].StringValue(), true)
			s.listed, s.person = 0, own
		}
		return nil
	}
	_, err := s.box.Up(t.Context())
	require.NoError(t, err)
	assert.Regexp(t, `client \(..:..:..\) asks for the identity of .*approve it: oc adm certificate approve client `, s.out.String())
	require.Len(t, s.changed, 1, "one serving certificate is approved, and no client certificate")
	assert.Contains(t, s.changed[0], "serving")
	assert.Len(t, s.members, 3)
}

// TestNobodyElseBecomesAControlPlaneNode: everybody who reaches port 22623 can ask in the machine's name, also before it boots.
func TestNobodyElseBecomesAControlPlaneNode(t *testing.T) {
	t.Parallel()
	s := replaced(t)
	join := s.boot
	s.boot = func(args *pulumi.ResourceHookArgs) error {
		require.NoError(t, join(args))
		s.mu.Lock()
		defer s.mu.Unlock()
		s.person = nil
		for i := range 6 {
			s.request(fmt.Sprintf("thief-%d", i), args.NewOutputs["privateDns"].StringValue(), "", false)
		}
		return nil
	}
	change := s.change
	s.change = func(a *cluster.ControlPlaneArgs) {
		change(a)
		a.MachineWait = clustertest.Quickly(300 * time.Millisecond)
	}
	_, err := s.box.Up(t.Context())
	require.ErrorContains(t, err, "7 requests ask for the identity of ")
	require.ErrorContains(t, err, "2 more. Approve none that the journal of the machine's kubelet does not show at the same second")
	assert.NotContains(t, err.Error(), "stranger")
	assert.Empty(t, s.changed, "none is approved")
}

func TestMachinesAreNotReplacedBeforeTheSteps(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		prepare func(*machineStack)
		want    string
	}{
		"member": {
			reason:  "etcd with a dead member accepts no new one",
			prepare: func(*machineStack) {},
			want:    "etcd has 3 members for 3 machines: first remove the member of the machine that is replaced",
		},
		"unhealthy": {
			reason: "with two of three members, one more that is down ends etcd",
			prepare: func(s *machineStack) {
				s.members = s.members[:2]
				s.nodes["demo-master-us-east-2a"].away = 1 << 30
			},
			want: "etcd accepts no new member: etcd: EtcdMembersDegraded is True",
		},
		"Ignition": {
			reason: "the machine config server has another CA than at the installation",
			prepare: func(s *machineStack) {
				s.members = s.members[:2]
				s.userData = `{"ignition": {"version": "3.2.0"}}`
			},
			want: "Install.MasterIgnition is not the cluster's current Ignition config",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := installed(t)
			tt.prepare(s)
			s.change = otherZone
			_, err := s.box.Preview(t.Context())
			require.ErrorContains(t, err, tt.want, tt.reason)
			_, err = s.box.Up(t.Context())
			require.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
