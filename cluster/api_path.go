package cluster

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

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
	targets, err := b.Hooks("target-before-create", b.rejectKnownTarget, true)
	b.onAPIPath = []pulumi.ResourceOption{pulumi.ResourceHooks(path)}
	b.onTargets = []pulumi.ResourceOption{pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeCreate: targets})}
	return err
}

// rejectKnownTarget rejects a target that a target group had after the last update. The address of a machine that is created is another one.
func (b *controlPlaneBuilder) rejectKnownTarget(args *pulumi.ResourceHookArgs) error {
	group, target := keep.Text(args.NewInputs["targetGroupArn"]), keep.Text(args.NewInputs["targetId"])
	if _, created := b.created.Load(target); created {
		return nil
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
