package cluster

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

const machineTimeout = 30 * time.Minute

// changedMachine is what the engine does to one control-plane machine.
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
// modifies it, and a wrong profile or security group separates it from AWS or from the cluster.
var affecting = []resource.PropertyKey{"instanceType", "rootBlockDevice", "iamInstanceProfile", "vpcSecurityGroupIds"}

// changesOf returns the affecting properties that differ.
func changesOf(before, after resource.PropertyMap) []string {
	var changed []string
	for _, key := range affecting {
		if !withoutTags(before[key]).DeepEquals(withoutTags(after[key])) {
			changed = append(changed, string(key))
		}
	}
	return changed
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
	ctx        *pulumi.Context
	kubeconfig pulumi.StringOutput
	infraID    string
	wait       WaitArgs
	machines   int
	// unlimited accepts the creation of all machines without the API.
	unlimited bool
	// turn has one element while a machine is changed.
	turn chan struct{}

	mu sync.Mutex
	// holder is the machine that is changed, failed the first one whose change failed, and withoutAPI the one that was changed although
	// the API cannot be reached.
	holder, failed, withoutAPI string
	// cluster reads the cluster's API; nil if it cannot be reached.
	cluster *clusterHealth
	asked   bool
	// unreachable is the warning that the API cannot be reached, until it is shown.
	unreachable string
	// created counts the machines that are created in this update.
	created int
	// bootID is the boot ID of the holder's node before the change.
	bootID string
}

// machineHooks registers the hooks of the machines, and returns them with what they do; nil where there is no running cluster or no engine.
func (b *controlPlaneBuilder) machineHooks() (*pulumi.ResourceHookBinding, *machineChanges, error) {
	if b.bootstrapping() || b.Ctx.RunningWithMocks() {
		return nil, nil, nil
	}
	keys, _ := b.machineKeys()
	c := &machineChanges{
		ctx: b.Ctx, kubeconfig: b.Install.Kubeconfig, machines: len(keys), turn: make(chan struct{}, 1),
		wait: apiclient.WithDefaults(b.MachineWait, machineTimeout), infraID: b.Install.InfraID, unlimited: withoutBootstrap(),
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
		if *phase.hooks, err = b.Hooks("master-"+phase.name, phase.call, phase.name == "before-update"); err != nil {
			return nil, nil, err
		}
	}
	binding.OnError, err = b.ErrorHooks("master-on-error", c.onError)
	return &binding, c, err
}

func (c *machineChanges) beforeUpdate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{name: args.Name, instance: string(args.ID), changes: changesOf(args.OldInputs, args.NewInputs)}
	if len(m.changes) == 0 {
		return nil
	}
	if c.ctx.DryRun() {
		return c.ctx.Log.Warn(m.preview(), nil)
	}
	return c.begin(m, func(ctx context.Context, cluster *clusterHealth) error {
		if err := c.poll(ctx, m.name+" waits for its turn", 1, cluster.healthy); err != nil {
			return err
		}
		node, err := cluster.nodeOf(ctx, m.instance)
		c.bootID = node.Status.NodeInfo.BootID
		return err
	})
}

// preview returns the warning of a preview.
func (m changedMachine) preview() string {
	what := "is changed while it runs"
	if m.restarts() {
		what = "is stopped and started"
	}
	return fmt.Sprintf("control-plane machine %s %s (%s): one machine after the other, each after the API and etcd are healthy",
		m.name, what, strings.Join(m.changes, ", "))
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

func (c *machineChanges) beforeCreate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{name: args.Name, created: true, userData: keep.Text(args.NewInputs["userData"])}
	return c.begin(m, func(ctx context.Context, cluster *clusterHealth) error {
		return cluster.acceptsMachine(ctx, m, c.machines)
	})
}

func (c *machineChanges) afterCreate(args *pulumi.ResourceHookArgs) error {
	m := changedMachine{
		name: args.Name, instance: string(args.ID), created: true,
		privateDNS: keep.Text(args.NewOutputs["privateDns"]), privateIP: keep.Text(args.NewOutputs["privateIp"]),
	}
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

// begin waits until no other machine is changed, and runs prepare. The turn ends with end or with an error.
func (c *machineChanges) begin(m changedMachine, prepare func(context.Context, *clusterHealth) error) error {
	ctx := c.ctx.Context()
	// Releases of the CLI in which onError is not called let the others wait: each of them has two waits.
	patience := time.NewTimer(2 * time.Duration(c.machines+1) * c.wait.Timeout)
	defer patience.Stop()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-patience.C:
		return fmt.Errorf("control-plane machine %s is not changed: the change of another one has not ended", m.name)
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
	if !c.asked {
		if err := c.connect(ctx, m); err != nil {
			c.fail(m.name)
			return err
		}
	}
	if m.created {
		c.created++
	}
	var err error
	if c.cluster == nil {
		err = c.changeWithoutAPI(m)
	} else {
		err = prepare(ctx, c.cluster)
	}
	if err != nil {
		c.fail(m.name)
		return fmt.Errorf("control-plane machine %s is not changed: %w", m.name, err)
	}
	return nil
}

// changeWithoutAPI accepts the change of one machine, or the creation of one.
func (c *machineChanges) changeWithoutAPI(m changedMachine) error {
	if m.created && c.unlimited {
		return nil
	}
	if c.withoutAPI != "" {
		return fmt.Errorf("%s was changed in this update, and its API cannot be reached from here to see when etcd is healthy again. Wait "+
			"until `oc get clusteroperators etcd kube-apiserver` reports no problem, then run `pulumi up` again, which changes the next one",
			c.withoutAPI)
	}
	c.withoutAPI = m.name
	return c.warn()
}

// warn shows once that the API cannot be reached.
func (c *machineChanges) warn() error {
	text := c.unreachable
	if c.unreachable = ""; text == "" {
		return nil
	}
	return c.ctx.Log.Warn(text, nil)
}

// warnOfNewMachines warns, when all machines exist, if the API could not be reached and some of them are new: in a cluster whose machines
// are all created in this update, no API could answer.
func (c *machineChanges) warnOfNewMachines(machines []createdMachine) {
	var ids []any
	for _, machine := range machines {
		ids = append(ids, machine.instance.ID())
	}
	pulumi.All(ids...).ApplyT(func([]any) (bool, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.created == 0 || c.created == c.machines {
			return false, nil
		}
		return true, c.warn()
	})
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

// connect decides whether the cluster's API can be reached: a running one has an answer within three attempts.
func (c *machineChanges) connect(ctx context.Context, m changedMachine) error {
	kubeconfig, err := internals.UnsafeAwaitOutput(ctx, c.kubeconfig)
	if err != nil {
		return err
	}
	text, ok := kubeconfig.Value.(string)
	if !ok {
		return fmt.Errorf("control-plane machine %s is not changed: Install.Kubeconfig is not known", m.name)
	}
	client, err := apiclient.New(text)
	if err != nil {
		return fmt.Errorf("control-plane machine %s is not changed: Install.Kubeconfig: %w", m.name, err)
	}
	for attempt := 1; ; attempt++ {
		_, err = client.Get(ctx, "/readyz")
		if apiclient.Responded(err) {
			if err := client.CheckCluster(ctx, c.infraID); apiclient.IsOther(err) {
				return fmt.Errorf("control-plane machine %s is not changed: Install.Kubeconfig: %w", m.name, err)
			}
			c.cluster, c.asked = &clusterHealth{client}, true
			return nil
		}
		if attempt == 3 || m.created {
			break
		}
		time.Sleep(c.wait.Interval())
	}
	c.asked = true
	c.unreachable = fmt.Sprintf("%s cannot be reached (%v): the control plane is changed without waiting for its API and etcd, and its "+
		"new machines need `oc adm certificate approve`", client.Server(), err)
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
