package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// Inputs of the component, with which the state has what a cluster keeps.
const (
	infraIDInput  = "infraId"
	stageInput    = "stage"
	machinesInput = "machines"
)

// controlPlaneGuard asks the cluster whether an update may change its control plane.
type controlPlaneGuard struct {
	ControlPlaneArgs
	ctx    *pulumi.Context
	update controlPlaneUpdate
}

func newGuard(ctx *pulumi.Context, args *ControlPlaneArgs) *controlPlaneGuard {
	keys, _ := args.machineKeys()
	return &controlPlaneGuard{
		ControlPlaneArgs: *args, ctx: ctx, update: controlPlaneUpdate{machines: len(keys), withoutBootstrap: withoutBootstrap()},
	}
}

// decide asks the cluster about a change. A preview in which the kubeconfig is not known accepts it: the update asks again.
func (g *controlPlaneGuard) decide(change controlPlaneChange) error {
	live, _ := g.ask(g.ctx.Context())
	if g.ctx.DryRun() && errors.Is(live.unreachable, errUnknownKubeconfig) {
		return nil
	}
	return g.update.decide(live, change)
}

// rules lists what a running cluster cannot lose. While a cluster is installed, everything can change.
func (g *controlPlaneGuard) rules() []keep.Rule {
	keys, _ := g.machineKeys()
	internal, zones := pulumi.StringMap{}, []string{}
	for _, subnet := range g.Network.PrivateSubnets {
		zones = append(zones, subnet.Zone)
		internal[subnet.Zone] = subnet.ID
	}
	const path = controlPlanePath + "."
	rules := []keep.Rule{
		keep.Fixed(infraIDInput, path+"Install", pulumi.String(g.Install.InfraID), "the update would delete the control plane, and with it the "+
			"cluster. Set the install directory back; for another cluster use another stack, or run `pulumi destroy` first"),
		keep.Fixed("region", path+"Install", pulumi.String(g.Install.Region), "a cluster cannot move. Set the install directory back"),
		keep.Fixed(stageInput, path+"Stage", pulumi.String(g.Stage), "the cluster is installed; the update would delete all objects inside the "+
			"cluster, with them its workers and infra machines, and a new bootstrap machine would get a share of the API's traffic. Set it back; "+
			"to install the cluster again, run `pulumi destroy` first"),
		keep.Each("loadBalancerZones", path+"Network.PrivateSubnets", zones, withoutAPI+". Machines move by MachineZones, with all zones in "+
			"Network, also those that they have left: of a blueprint, in Zones instead of FurtherZones"),
		keep.Entries("loadBalancerSubnets", path+"Network.PrivateSubnets", internal, withoutAPI+". Set the subnet back"),
		keep.Fixed("vpcId", path+"Network", g.Network.ID, "a cluster cannot move to another VPC. Set it back"),
		keep.Fixed("existingPrivateZoneId", path+"PrivateZoneID", orNoText(g.PrivateZoneID), "the update would delete the record api-int, by which the "+
			"kubelets reach the API, and OpenShift writes the records of the routers into the zone of the installation. Set it back"),
		keep.Fixed("oidcProviderArn", path+"OIDCProviderARN", g.OIDCProviderARN, "the operators act in AWS by roles that trust this "+
			"provider. Set it back"),
		keep.Fixed("publicZoneId", path+"PublicZoneID", orNoText(g.PublicZoneID), "the update would delete the record api of clients outside of "+
			"the VPC, and OpenShift writes the records of the routers into the zone of the installation. Set it back").If(hadPublicZone),
	}
	for i := range rules {
		rules[i] = rules[i].If(wasInstalled)
	}
	return append(rules, keep.Rule{
		Input: machinesInput, Value: pulumi.ToStringArray(keys), Reject: g.rejectDeletion, Argument: true,
	})
}

// withoutAPI says what another subnet does: terraform-provider-aws replaces a network load balancer that loses one.
const withoutAPI = "the update would delete the API's load balancers before it creates others, and kubelets could not reach the API"

// orNoText returns the Input; an empty text for none, from which a change is one too.
func orNoText(input pulumi.StringInput) pulumi.StringInput {
	if input == nil {
		return pulumi.String("")
	}
	return input
}

// hadPublicZone reports whether both updates have a public zone: another Scope adds and deletes the record.
func hadPublicZone(c keep.Change) bool {
	before, after := c.Texts("publicZoneId")
	return before != "" && after != ""
}

// wasInstalled reports whether the last update was at StageCluster.
func wasInstalled(c keep.Change) bool {
	before, _ := c.Texts(stageInput)
	return before == string(StageCluster)
}

// rejectDeletion rejects the deletion of machines, but for those whose etcd members have been removed.
func (g *controlPlaneGuard) rejectDeletion(c keep.Change) error {
	removed := slices.DeleteFunc(c.Removed(machinesInput), func(key string) bool { return slices.Contains(g.AllowMachineDeletion, key) })
	if len(removed) == 0 || g.bootstrapping() && !wasInstalled(c) {
		return nil
	}
	members := map[string]string{}
	for _, key := range removed {
		members[key] = ""
		if ips := c.Outputs["machineIps"]; ips.IsObject() {
			members[key] = keep.Text(ips.ObjectValue()[resource.PropertyKey(key)])
		}
	}
	why := g.decide(controlPlaneChange{kind: machineDeletion, members: members})
	if why == nil {
		return nil
	}
	return check.Problemf(controlPlanePath+".MachineZones", "the update would delete the control-plane machines %s with their members of etcd: %w. etcd, and "+
		"with it the cluster, is lost when it has lost the majority of its members. Set the zones back, or remove one member after the other "+
		"(%s). Without asking etcd, machines are deleted whose keys are in AllowMachineDeletion",
		strings.Join(removed, ", "), why, replaceProcedure)
}

// errUnknownKubeconfig is the error of a kubeconfig of a resource, which a preview does not know. The update asks again.
var errUnknownKubeconfig = errors.New("Install.Kubeconfig is not known")

// ask returns what the cluster's API reports, and its client; nil if the API cannot be asked.
func (g *controlPlaneGuard) ask(ctx context.Context) (liveCluster, *clusterHealth) {
	health, err := g.health(ctx)
	if err != nil {
		return liveCluster{unreachable: err}, nil
	}
	live := health.read(ctx)
	if live.unreachable != nil {
		health = nil
	}
	return live, health
}

func (g *controlPlaneGuard) health(ctx context.Context) (*clusterHealth, error) {
	kubeconfig, err := internals.UnsafeAwaitOutput(ctx, g.Install.Kubeconfig)
	if err != nil {
		return nil, err
	}
	text, known := kubeconfig.Value.(string)
	if !known {
		return nil, errUnknownKubeconfig
	}
	client, err := apiclient.New(text)
	if err != nil {
		return nil, fmt.Errorf("Install.Kubeconfig: %w", err)
	}
	return &clusterHealth{client, g.Install.InfraID}, nil
}

// withoutBootstrap reports whether the program runs in the sandbox, where a control plane needs no bootstrap machine.
func withoutBootstrap() bool { return os.Getenv(stage.WithoutBootstrapVariable) == "true" }

// beforeCreate rejects a new control plane at StageCluster, unless its cluster runs: a stack can take over a cluster.
func (g *controlPlaneGuard) beforeCreate(*pulumi.ResourceHookArgs) error {
	if g.bootstrapping() || withoutBootstrap() {
		return nil
	}
	err := g.decide(controlPlaneChange{kind: controlPlaneCreation})
	if err == nil {
		return nil
	}
	return check.Problemf(controlPlanePath+".Stage", "a new cluster begins with stage bootstrap: without a bootstrap machine its control "+
		"plane never starts. Set the stage to bootstrap, run `pulumi up` and `openshift-install wait-for bootstrap-complete`, then set it to cluster. If the cluster %s "+
		"runs already, run this where its API answers (%w)", g.Install.InfraID, err)
}

// The engine creates what `pulumi up --replace` names before it deletes the old resource. AWS rejects a second load balancer, listener, record
// or private zone of the same name, so that an update deletes nothing. The hooks below let the preview say so. A target is different: AWS
// accepts it again, and the deletion of the old attachment deregisters it.

// setAPIPathOptions sets the options of children by which the kubelets of a running cluster reach the API. One is created only if they do
// not reach it, and a target only if the stack has not had it. If it is meant, the old one is deleted first, as AWS requires.
func (b *controlPlaneBuilder) setAPIPathOptions() error {
	if b.bootstrapping() {
		return nil
	}
	if b.LossPermitted() {
		b.onAPIPath = []pulumi.ResourceOption{pulumi.DeleteBeforeReplace(true)}
		b.onTargets = b.onAPIPath
		return nil
	}
	path, err := b.creationHooks("api-path", apiPathCreation)
	if err != nil {
		return err
	}
	groups, err := b.Hooks("target-group-after-create", func(args *pulumi.ResourceHookArgs) error {
		b.created.Store(string(args.ID), nil)
		return nil
	}, false)
	if err != nil {
		return err
	}
	targets, err := b.Hooks("target-before-create", b.rejectKnownTarget, true)
	b.onAPIPath = []pulumi.ResourceOption{pulumi.ResourceHooks(path)}
	b.onTargetGroups = []pulumi.ResourceOption{pulumi.ResourceHooks(&pulumi.ResourceHookBinding{AfterCreate: groups})}
	b.onTargets = []pulumi.ResourceOption{pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeCreate: targets})}
	return err
}

// rejectKnownTarget rejects a target that a target group had after the last update: neither the group nor the machine is created then.
func (b *controlPlaneBuilder) rejectKnownTarget(args *pulumi.ResourceHookArgs) error {
	group, target := keep.Text(args.NewInputs["targetGroupArn"]), keep.Text(args.NewInputs["targetId"])
	for _, each := range []string{group, target} {
		if _, created := b.created.Load(each); created {
			return nil
		}
	}
	last, err := component.LastOutputs[struct {
		MachineIPs      map[string]string `pulumi:"machineIps"`
		TargetGroupARNs map[string]string `pulumi:"targetGroupArns"`
	}](b.Base)
	if err != nil || !hasValue(last.MachineIPs, target) || !hasValue(last.TargetGroupARNs, group) {
		return err
	}
	return fmt.Errorf("%s is not created: the target group has the machine %s since an update before, and the deletion of the old attachment "+
		"would deregister it. Do not replace it. If somebody has deregistered the machine, run `pulumi config set %s %s` for one update",
		args.Name, target, keep.Setting, b.Identity())
}

func hasValue(values map[string]string, value string) bool {
	return slices.Contains(slices.Collect(maps.Values(values)), value)
}
