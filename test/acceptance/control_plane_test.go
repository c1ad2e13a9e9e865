package acceptance

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// controlPlaneStack is the stack of a control plane and its network.
type controlPlaneStack struct {
	t       *testing.T
	box     *sandbox.Sandbox
	dir     string
	stage   cluster.Stage
	scope   network.Scope
	install *cluster.InstallDir
	zoneID  string
	cidr    string
	// zones are those of the control plane's network, and machineZones those of the machines; nil for one in each zone.
	zones        []string
	machineZones []string
	// change changes more arguments; nil changes none. The options are those of the component.
	change  func(*cluster.ControlPlaneArgs)
	options []pulumi.ResourceOption
}

// No other test in the emulated account uses these.
const (
	planeInfraID = "plane-a1b2c"
	planeDomain  = "plane.example.org"
)

func newControlPlaneStack(t *testing.T, zoneID, infraID, domain string) *controlPlaneStack {
	t.Helper()
	install, err := cluster.LoadInstallDir("../../examples/classic/install-dir", cluster.AllowExpiredIgnition())
	require.NoError(t, err)
	install.InfraID, install.Domain = infraID, domain
	install.ClusterName, _, _ = strings.Cut(domain, ".")
	install.MasterIgnition = ofDomain(install.MasterIgnition, domain)
	install.WorkerIgnition = ofDomain(install.WorkerIgnition, domain)
	p := &controlPlaneStack{
		t: t, dir: filepath.Join(t.TempDir(), "plane"),
		stage: cluster.StageBootstrap, scope: network.External, install: install, zoneID: zoneID,
		cidr: "10.87.0.0/16", zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
	}
	p.configure(emulatorConfig)
	return p
}

// configure sets the configuration of the stack.
func (p *controlPlaneStack) configure(config map[string]string) {
	p.t.Helper()
	box, err := sandbox.New(sandbox.Options{Project: "plane", Program: p.program, Dir: p.dir, Config: config, RealAWS: true})
	require.NoError(p.t, err)
	p.box = box
}

// ofDomain returns the Ignition config of a machine of another cluster.
func ofDomain(ignition pulumi.StringOutput, domain string) pulumi.StringOutput {
	return ignition.ApplyT(func(text string) string {
		return strings.ReplaceAll(text, "api-int.demo.example.com", "api-int."+domain)
	}).(pulumi.StringOutput)
}

func (p *controlPlaneStack) program(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "plane", &network.VpcArgs{
		CIDR:    p.cidr,
		Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		InfraID: p.install.InfraID,
		NAT:     network.NATNone,
	})
	if err != nil {
		return err
	}
	groups, err := network.NewSecurityGroups(ctx, "plane",
		&network.SecurityGroupsArgs{InfraID: p.install.InfraID, Network: vpc.Network})
	if err != nil {
		return err
	}
	profiles, err := iam.NewInstanceProfiles(ctx, "plane",
		&iam.InstanceProfilesArgs{InfraID: p.install.InfraID, Region: "us-east-2", Stage: iam.StageBootstrap})
	if err != nil {
		return err
	}
	bastion, err := ec2.NewSecurityGroup(ctx, "bastion",
		&ec2.SecurityGroupArgs{Description: pulumi.String("Bastion"), VpcId: vpc.ID})
	if err != nil {
		return err
	}
	args := &cluster.ControlPlaneArgs{
		Install: p.install, Stage: p.stage, Scope: p.scope, Network: vpc.InZones(p.zones...), MachineZones: p.machineZones,
		StreamJSON: []byte(
			`{"stream": "emulated", "architectures": {"x86_64": {"images": {"aws": {"regions": ` +
				`{"us-east-2": {"image": "` + emulatedAMI + `"}}}}}}}`,
		),
		InstanceProfile: profiles.ControlPlane, BootstrapInstanceProfile: profiles.Bootstrap,
		SecurityGroupIDs: groups.ControlPlaneMachine(), APIServerLBSecurityGroupIDs: pulumi.StringArray{groups.APIServerLBID},
		AdditionalSecurityGroupIDs: pulumi.StringArray{bastion.ID()},
		TerminationProtection:      new(false),
		APIAllowedCIDRs:            []string{"203.0.113.0/24"},
		PublicZoneID:               pulumi.String(p.zoneID),
		OperatorLoadBalancers: map[string]cluster.OperatorLoadBalancer{
			"sre":  {AllowedCIDRs: []string{"198.51.100.0/24"}},
			"sre2": {AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"bastion": bastion.ID()}, Scope: network.Internal},
		},
		Tags: pulumi.StringMap{"team": pulumi.String("core")},
	}
	if p.change != nil {
		p.change(args)
	}
	controlPlane, err := cluster.NewControlPlane(ctx, "plane", args, p.options...)
	if err != nil {
		return err
	}
	ctx.Export("machines", controlPlane.MachineIDs)
	ctx.Export("internal", controlPlane.InternalLoadBalancerDNSName)
	return nil
}

func (p *controlPlaneStack) up(change func(*controlPlaneStack)) result {
	p.t.Helper()
	change(p)
	made, err := p.box.Up(p.t.Context())
	require.NoError(p.t, err)
	return resultOf(made)
}

// resultOf returns the result file that an example would have written for the same operation.
func resultOf(made *sandbox.Result) result {
	steps := map[string]string{}
	for _, step := range made.Steps {
		switch steps[step.URN] {
		case "", "refresh", "same":
			steps[step.URN] = step.Op
		}
	}
	return result{Changes: made.Changes, Steps: steps, Outputs: made.Outputs}
}

func noChange(*controlPlaneStack) {}

func TestControlPlane(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, "example.org")
	p := newControlPlaneStack(t, zone, planeInfraID, planeDomain)
	created := p.up(noChange)
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	p.up(noChange).unchanged(t, "second update of stage bootstrap")
	p.ignitionIsSecret(true)

	stage := p.up(func(p *controlPlaneStack) { p.stage = cluster.StageCluster })
	assert.Equal(t, []string{"openshift-aws:cluster:ControlPlane plane"}, stage.with("update"),
		"the state has the stage, which nothing in AWS has")
	assert.Empty(t, stage.with("create", "replace", "create-replacement", "delete-replaced"))
	assert.NotEmpty(t, stage.with("delete"))
	for _, gone := range stage.with("delete") {
		assert.Contains(t, gone, "bootstrap", "only the bootstrap machine's resources are deleted")
	}
	p.ignitionIsSecret(false)

	p.scopeChangesOnlyExternalResources()
	p.terminatedMachineIsReplaced(created)

	_, err := p.box.Destroy(t.Context())
	require.NoError(t, err)
	removeZone()
}

// TestControlPlaneInFewZones creates three machines in one and in two zones. Another zone of the network changes none
// of them.
func TestControlPlaneInFewZones(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		infraID, domain, cidr string
		machineZones          []string
		keys                  []string
	}{
		"one zone": {
			infraID: "onezone-a1b2c", domain: "onezone.example.net", cidr: "10.88.0.0/16",
			machineZones: []string{"us-east-2a", "us-east-2a", "us-east-2a"},
			keys:         []string{"us-east-2a", "us-east-2a-2", "us-east-2a-3"},
		},
		"two zones": {
			infraID: "twozones-a1b2c", domain: "twozones.example.net", cidr: "10.89.0.0/16",
			machineZones: []string{"us-east-2a", "us-east-2b", "us-east-2a"},
			keys:         []string{"us-east-2a", "us-east-2a-2", "us-east-2b"},
		},
	}
	zone, removeZone := publicZone(t, "example.net")
	// The subtests end before the group does.
	t.Run("stacks", func(t *testing.T) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := newControlPlaneStack(t, zone, tt.infraID, tt.domain)
				p.cidr, p.machineZones = tt.cidr, tt.machineZones
				p.zones = slices.Compact(slices.Sorted(slices.Values(tt.machineZones)))
				created := p.up(noChange)
				machines := created.Outputs["machines"].(map[string]any)
				assert.ElementsMatch(t, tt.keys, slices.Collect(maps.Keys(machines)))
				p.up(noChange).unchanged(t, "second update")

				grown := p.up(func(p *controlPlaneStack) {
					p.zones, p.stage = []string{"us-east-2a", "us-east-2b", "us-east-2c"}, cluster.StageCluster
				})
				assert.Empty(t, grown.with("replace", "create-replacement", "delete-replaced"))
				assert.Equal(t, machines, grown.Outputs["machines"])
				for _, gone := range grown.with("delete") {
					assert.Contains(t, gone, "bootstrap")
				}
				_, err := p.box.Destroy(t.Context())
				require.NoError(t, err)
			})
		}
	})
	removeZone()
}

// ignitionIsSecret asserts that no file that the engine wrote contains the bootstrap Ignition config in plain text.
func (p *controlPlaneStack) ignitionIsSecret(bootstrap bool) {
	p.t.Helper()
	ignition, err := os.ReadFile("../../examples/classic/install-dir/bootstrap.ign")
	require.NoError(p.t, err)
	// Alphanumeric characters are the same in every quoting.
	part := regexp.MustCompile(`[A-Za-z0-9]{40}`).FindString(string(ignition[len(ignition)/2:]))
	require.NotEmpty(p.t, part)
	var found, resources bool
	require.NoError(p.t, filepath.WalkDir(p.dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found = found || strings.Contains(string(text), part)
		resources = resources ||
			strings.Contains(string(text), "plane-bootstrap-ignition") && !strings.Contains(path, "backup") &&
				!strings.Contains(path, "history")
		return err
	}))
	assert.False(p.t, found, "the bootstrap Ignition config is encrypted")
	if bootstrap {
		assert.True(p.t, resources, "the state was searched")
	}
}

func (p *controlPlaneStack) scopeChangesOnlyExternalResources() {
	p.t.Helper()
	internal := p.up(func(p *controlPlaneStack) { p.scope = network.Internal })
	assert.Empty(p.t, internal.with("create", "update", "replace", "create-replacement", "delete-replaced"))
	for _, gone := range internal.with("delete") {
		assert.Regexp(p.t, ` plane-(ext|aext|public-api)`, gone)
	}
	assert.Len(p.t, internal.with("delete"), 1+1+4+2+3+1,
		"load balancer, group, rules, target group and listener, registrations, record")

	external := p.up(func(p *controlPlaneStack) { p.scope = network.External })
	assert.Equal(p.t, internal.with("delete"), external.with("create"), "all of it comes back")
	assert.Empty(p.t, external.with("delete", "update", "replace", "create-replacement", "delete-replaced"))
	assert.Equal(p.t, internal.Outputs["internal"], external.Outputs["internal"])
	p.up(noChange).unchanged(p.t, "after both changes of the scope")
}

// terminatedMachineIsReplaced terminates a machine outside Pulumi and asserts that only this machine is replaced.
func (p *controlPlaneStack) terminatedMachineIsReplaced(created result) {
	p.t.Helper()
	machines := created.Outputs["machines"].(map[string]any)
	p.terminate(machines["us-east-2b"].(string))
	_, err := p.box.Refresh(p.t.Context())
	require.NoError(p.t, err)
	replaced := p.up(noChange)
	changed := replaced.with("create", "update", "delete", "replace", "create-replacement", "delete-replaced")
	for _, resource := range changed {
		assert.Contains(p.t, resource, "us-east-2b", "only the machine and its target registrations change")
	}
	assert.Contains(p.t, replaced.with("create"), "aws:ec2/instance:Instance plane-master-us-east-2b")
	now := replaced.Outputs["machines"].(map[string]any)
	assert.NotEqual(p.t, machines["us-east-2b"], now["us-east-2b"])
	assert.Equal(p.t, machines["us-east-2a"], now["us-east-2a"])
	assert.Equal(p.t, machines["us-east-2c"], now["us-east-2c"])
	p.up(noChange).unchanged(p.t, "after the replacement")
}

func (p *controlPlaneStack) terminate(instance string) {
	p.t.Helper()
	callAWS(p.t, "ec2", "TerminateInstances", "InstanceId.1", instance)
}

// failedMachineIsReplaced terminates a machine, and follows the steps of docs/replace-machine.md.
func (p *controlPlaneStack) failedMachineIsReplaced(machines *runningMachines) {
	p.t.Helper()
	var failed *runningMachine
	for _, machine := range machines.machines {
		if machine.Zone == "us-east-2b" {
			failed = machine
		}
	}
	p.terminate(failed.ID)
	_, err := p.box.Refresh(p.t.Context())
	require.NoError(p.t, err)
	kubectl(p.t, jsonText(p.t, map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "master-user-data", "namespace": "openshift-machine-api"},
		"stringData": map[string]any{"userData": `{"ignition":{"version":"3.2.0"}}`},
	}), "create", "-f", "-")
	_, err = p.box.Up(p.t.Context())
	require.ErrorContains(p.t, err, "etcd has 3 members for 3 machines")
	machines.leaves(failed)
	_, err = p.box.Up(p.t.Context())
	require.ErrorContains(p.t, err, "Install.MasterIgnition is not the cluster's current Ignition config")
	require.Len(p.t, machines.instances(), 2, "nothing was created")
	ignition, err := os.ReadFile("../../examples/classic/install-dir/master.ign")
	require.NoError(p.t, err)
	setData(p.t, "secret", "openshift-machine-api", "master-user-data", map[string]any{
		"userData": strings.ReplaceAll(string(ignition), "api-int.demo.example.com", "api-int."+p.install.Domain),
	})

	ended := make(chan error, 1)
	go func() {
		_, err := p.box.Up(p.t.Context())
		ended <- err
	}()
	machines.joins(machines.boots())
	require.NoError(p.t, <-ended, "the new machine is a node and a member of etcd")
	p.up(noChange).unchanged(p.t, "after the replacement")
	assert.Empty(p.t, machines.failures, "the API answers all the time")
}
