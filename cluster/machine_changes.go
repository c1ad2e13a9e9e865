package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

const machineTimeout = 30 * time.Minute

// changedMachine is the change of one control-plane machine by the engine.
type changedMachine struct {
	// name is the name of the resource, and instance the ID of the EC2 instance; "" before it is created.
	name, instance string
	privateDNS     string
	privateIP      string
	created        bool
	// changes are the properties that affect the running machine.
	changes []string
	// userData is the Ignition config that a new machine boots with.
	userData string
}

// restarts reports whether the machine boots during the change.
func (m changedMachine) restarts() bool {
	return m.created || slices.Contains(m.changes, "instanceType")
}

// affecting are the properties of an instance whose change affects a running machine: its type stops and starts it
// (hashicorp/terraform-provider-aws v5.100.0 internal/service/ec2/ec2_instance.go, resourceInstanceUpdate), a volume is slower while AWS
// modifies it, and a wrong profile or a security group that leaves separates it from AWS or from the cluster.
var affecting = []resource.PropertyKey{"instanceType", "rootBlockDevice", "iamInstanceProfile", "vpcSecurityGroupIds"}

// changesOf returns the affecting properties that differ.
func changesOf(before, after resource.PropertyMap) []string {
	var changed []string
	for _, key := range affecting {
		if !withoutTags(before[key]).DeepEquals(withoutTags(after[key])) && !onlyAdds(before[key], after[key]) {
			changed = append(changed, string(key))
		}
	}
	return changed
}

// onlyAdds reports whether a list has all elements of the previous one, such as the security groups of a machine that gets one more.
func onlyAdds(before, after resource.PropertyValue) bool {
	return before.IsArray() && after.IsArray() && !slices.ContainsFunc(before.ArrayValue(), func(element resource.PropertyValue) bool {
		return !slices.ContainsFunc(after.ArrayValue(), element.DeepEquals)
	})
}

// withoutTags returns a block without its tags, whose change does not affect the machine.
func withoutTags(value resource.PropertyValue) resource.PropertyValue {
	if !value.IsObject() {
		return value
	}
	block := value.ObjectValue().Copy()
	for _, key := range []resource.PropertyKey{"tags", "tagsAll"} {
		delete(block, key)
	}
	return resource.NewObjectProperty(block)
}

// machineChanges changes one control-plane machine of a running cluster at a time. Its functions are hooks of the instances, which the
// engine calls in parallel.
type machineChanges struct {
	*controlPlaneGuard
	wait WaitArgs
	// created gets the private addresses of the machines that are created.
	created *sync.Map
	// turn has one element while a machine is changed.
	turn chan struct{}

	mu sync.Mutex
	// holder is the machine that is changed, and failed the first one whose change failed.
	holder, failed string
	// cluster reads the API of the cluster of the holder; nil if it cannot be asked.
	cluster *clusterHealth
	// bootID is the boot ID of the holder's node before the change.
	bootID string
	// previewed is the API's report in a preview; nil before it is asked.
	previewed *liveCluster
}

// guard returns what the hooks of the children ask.
func (b *controlPlaneBuilder) guard() *controlPlaneGuard {
	g := newGuard(b.Ctx, &b.ControlPlaneArgs)
	g.update.identity, g.update.permitted = b.Identity(), b.LossPermitted()
	return g
}

// machineHooks registers the hooks of the machines; nil where there is no running cluster or no engine.
func (b *controlPlaneBuilder) machineHooks() (*pulumi.ResourceHookBinding, error) {
	if b.bootstrapping() || b.Ctx.RunningWithMocks() {
		return nil, nil
	}
	c := &machineChanges{
		controlPlaneGuard: b.guard(), created: &b.created, turn: make(chan struct{}, 1), wait: apiclient.WithDefaults(b.MachineWait, machineTimeout),
	}
	var binding pulumi.ResourceHookBinding
	var err error
	for _, phase := range []struct {
		name  string
		call  func(*pulumi.ResourceHookArgs) error
		hooks *[]*pulumi.ResourceHook
	}{
		{"before-create", c.beforeCreate, &binding.BeforeCreate}, {"after-create", c.afterCreate, &binding.AfterCreate},
		{"before-update", c.beforeUpdate, &binding.BeforeUpdate}, {"after-update", c.afterUpdate, &binding.AfterUpdate},
	} {
		inPreviews := strings.HasPrefix(phase.name, "before")
		if *phase.hooks, err = b.Hooks("master-"+phase.name, phase.call, inPreviews); err != nil {
			return nil, err
		}
	}
	binding.OnError, err = b.ErrorHooks("master-on-error", c.onError)
	return &binding, err
}

// creationHooks registers a hook that asks the cluster before children are created; nil without an engine. It asks once: what an update has
// created can have repaired the way to the API.
func (b *controlPlaneBuilder) creationHooks(what string, kind changeKind) (*pulumi.ResourceHookBinding, error) {
	g := b.guard()
	decide := sync.OnceValue(func() error { return g.decide(controlPlaneChange{kind: kind}) })
	hooks, err := b.Hooks(what+"-before-create", func(args *pulumi.ResourceHookArgs) error {
		if err := decide(); err != nil {
			return fmt.Errorf("%s is not created: %w", args.Name, err)
		}
		return nil
	}, true)
	return &pulumi.ResourceHookBinding{BeforeCreate: hooks}, err
}

func (c *machineChanges) beforeUpdate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{name: args.Name, instance: string(args.ID), changes: changesOf(args.OldInputs, args.NewInputs)}
	if len(m.changes) == 0 {
		return nil
	}
	if !c.ctx.DryRun() {
		return c.begin(m)
	}
	var wait notYet
	err := c.decidePreview(m)
	if err != nil && !errors.As(err, &wait) {
		return m.rejected(err)
	}
	return c.ctx.Log.Warn(m.preview(err), nil)
}

func (c *machineChanges) beforeCreate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{name: args.Name, created: true, userData: keep.Text(args.NewInputs["userData"])}
	if !c.ctx.DryRun() {
		return c.begin(m)
	}
	return m.rejected(c.decidePreview(m))
}

// decidePreview decides about a change of which this update has not begun any. A preview asks the API once.
func (c *machineChanges) decidePreview(m changedMachine) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.previewed == nil {
		live, _ := c.ask(c.ctx.Context())
		c.previewed = &live
	}
	if errors.Is(c.previewed.unreachable, errUnknownKubeconfig) {
		return nil
	}
	err := c.update.decide(*c.previewed, m.change())
	if err == nil && m.created && c.previewed.unreachable == nil {
		c.update.planned++
	}
	return err
}

// change returns what the cluster is asked about.
func (m changedMachine) change() controlPlaneChange {
	if m.created {
		return controlPlaneChange{kind: machineCreation, userData: m.userData}
	}
	return controlPlaneChange{kind: machineChange}
}

// rejected returns the error of a machine; nil for nil.
func (m changedMachine) rejected(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("control-plane machine %s is not changed: %w", m.name, err)
}

// preview returns the warning of a preview, with why the change has to wait.
func (m changedMachine) preview(wait error) string {
	what := "is changed while it runs"
	if m.restarts() {
		what = "is stopped and started"
	}
	text := fmt.Sprintf("control-plane machine %s %s (%s): one machine after the other, each after the API and etcd are healthy",
		m.name, what, strings.Join(m.changes, ", "))
	if wait != nil {
		text += fmt.Sprintf(", which they are not now (%v)", wait)
	}
	return text
}

func (c *machineChanges) afterUpdate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{name: args.Name, instance: string(args.ID), changes: changesOf(args.OldInputs, args.NewInputs)}
	if len(m.changes) == 0 {
		return nil
	}
	return c.end(m, func(ctx context.Context, cluster *clusterHealth) error {
		return c.poll(ctx, m.name, stableAttempts, func(ctx context.Context) error {
			return cluster.recovered(ctx, m, c.bootID)
		})
	})
}

func (c *machineChanges) afterCreate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{
		name: args.Name, instance: string(args.ID), created: true,
		privateDNS: keep.Text(args.NewOutputs["privateDns"]), privateIP: keep.Text(args.NewOutputs["privateIp"]),
	}
	c.created.Store(m.privateIP, nil)
	return c.end(m, func(ctx context.Context, cluster *clusterHealth) error {
		requests := &kubeletRequests{clusterHealth: cluster, machine: m, log: apiclient.LogTo(c.ctx)}
		return c.poll(ctx, m.name, stableAttempts, func(ctx context.Context) error {
			if err := requests.decide(ctx); err != nil {
				return err
			}
			return cluster.recovered(ctx, m, "")
		})
	})
}

// onError ends the turn of a machine whose change AWS rejected. It does not ask for another attempt.
func (c *machineChanges) onError(args *pulumi.ErrorHookArgs) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holder == args.Name {
		c.fail(args.Name)
	}
	return false, nil
}

// fail ends the turn of the holder, after which no other machine changes in this update.
func (c *machineChanges) fail(name string) {
	c.failed = cmp.Or(c.failed, name)
	c.release()
}

func (c *machineChanges) release() {
	c.holder = ""
	<-c.turn
}

// begin waits until no other machine is changed, and until the cluster accepts the change. The turn ends with end or with an error.
func (c *machineChanges) begin(m changedMachine) error {
	ctx := c.ctx.Context()
	// Releases of the CLI in which onError is not called let the others wait: each of them has two waits.
	patience := time.NewTimer(2 * time.Duration(c.update.machines+1) * c.wait.Timeout)
	defer patience.Stop()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-patience.C:
		return m.rejected(errors.New("the change of another one has not ended"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holder = m.name
	if c.failed != "" {
		failed := c.failed
		c.release()
		return fmt.Errorf("control-plane machine %s is not changed, because %s failed: correct that one, then run `pulumi up` again",
			m.name, failed)
	}
	err := c.accept(ctx, m)
	if err != nil {
		c.fail(m.name)
	}
	return m.rejected(err)
}

// attempts are how often an API is asked that does not answer.
const attempts = 3

// accept waits until the cluster accepts the change of the holder.
func (c *machineChanges) accept(ctx context.Context, m changedMachine) error {
	failed := 0
	var live liveCluster
	var rejected error
	err := c.poll(ctx, m.name+" waits for its turn", 1, func(context.Context) error {
		live, c.cluster = c.ask(ctx) // An API that answers when the wait ends is not away.
		rejected = c.update.decide(live, m.change())
		var wait notYet
		if errors.As(rejected, &wait) {
			return wait
		}
		if live.unreachable != nil && !apiclient.IsOther(live.unreachable) && !m.created {
			if failed++; failed < attempts {
				return live.unreachable
			}
		}
		return nil
	})
	switch {
	case err != nil || rejected != nil:
		return cmp.Or(err, rejected)
	case c.cluster == nil:
		return c.acceptUnseen(m, live.unreachable)
	case m.created:
		return nil
	}
	node, err := c.cluster.nodeOf(ctx, m.instance)
	c.bootID = node.Status.NodeInfo.BootID
	return err
}

// acceptUnseen records a change that the cluster does not confirm, and warns of it.
func (c *machineChanges) acceptUnseen(m changedMachine, unreachable error) error {
	c.update.unconfirmed = m.name
	if m.created && c.update.withoutBootstrap {
		return nil
	}
	return c.ctx.Log.Warn(fmt.Sprintf("%v: %s is changed without waiting for its API and etcd, and new machines need `oc adm certificate "+
		"approve`", unreachable, m.name), nil)
}

// end waits for the cluster after a change, and then permits that of the next machine.
func (c *machineChanges) end(m changedMachine, wait func(context.Context, *clusterHealth) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holder != m.name {
		return nil
	}
	if c.cluster == nil {
		c.release()
		return nil
	}
	if err := wait(c.ctx.Context(), c.cluster); err != nil {
		c.fail(m.name)
		return fmt.Errorf("control-plane machine %s was changed, but the cluster does not report that it recovered: %w; other machines are "+
			"not changed", m.name, err)
	}
	c.release()
	return nil
}

// stableAttempts is how many attempts must succeed without another between them: two minutes at the default interval. The etcd operator
// reads its members once a minute (openshift/cluster-etcd-operator release-4.20 pkg/operator/etcdmemberscontroller).
const stableAttempts = 13

// poll calls ready until it succeeds a number of times in sequence.
func (c *machineChanges) poll(ctx context.Context, what string, times int, ready func(context.Context) error) error {
	succeeded := 0
	return apiclient.Poll(ctx, c.wait, what, apiclient.LogTo(c.ctx), func(ctx context.Context) (bool, string) {
		if err := ready(ctx); err != nil {
			succeeded = 0
			return false, err.Error()
		}
		succeeded++
		return succeeded >= times, "the API and etcd are healthy; waiting until they stay so"
	})
}
