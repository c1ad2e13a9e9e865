package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// WaitForNodesArgs are the arguments of WaitForNodes.
type WaitForNodesArgs struct {
	// Role is the role of the nodes, such as infra: the label node-role.kubernetes.io/<Role>. Required.
	Role string `check:"required,format=pool-name"`
	// Count is how many nodes must be ready and schedulable, at least 1. Required.
	Count int `check:"required,1.."`
	// After are outputs that must be known before the wait begins, such as one of nodes.InfraMachineSet.MachineSetNames, which waits for
	// all sets. Defaults to none.
	After []pulumi.StringInput
	// Wait limits the wait. Its Timeout defaults to 20 minutes.
	Wait *WaitArgs
}

const waitForNodesPath = "cluster.WaitForNodesArgs"

// WaitForNodes returns the kubeconfig after nodes of a role are ready. Use it for a second Kubernetes provider, for components that move
// pods of a running cluster to these nodes: without a wait, routers, registry and monitoring have half of their pods while the machines
// boot, and for longer if the machines cannot boot.
//
// A program that creates a cluster needs no wait, and examples/classic has none: until the first machines boot, these pods run
// nowhere else, and `openshift-install wait-for install-complete` reports machines that do not boot. Moving a component to another
// provider also replaces its objects: use the second provider for new components, from their first update on.
//
//	kubeconfig, err := cluster.WaitForNodes(ctx, kubeconfig, &cluster.WaitForNodesArgs{
//		Role: "infra", Count: 3, After: []pulumi.StringInput{infra.MachineSetNames.MapIndex(pulumi.String("us-east-2a"))},
//	})
//
// Each update makes the check again, which takes one call if the nodes are ready. A preview does not wait and makes no calls. Destroying
// the program needs no nodes, because a provider in the state has the kubeconfig.
func WaitForNodes(ctx *pulumi.Context, kubeconfig pulumi.StringInput, args *WaitForNodesArgs) (pulumi.StringOutput, error) {
	values := *cmp.Or(args, &WaitForNodesArgs{})
	var p check.Problems
	p.Required("cluster.WaitForNodes.kubeconfig", kubeconfig)
	p.Add(values.Validate())
	if err := p.Err(); err != nil {
		return pulumi.StringOutput{}, err
	}
	values = *check.Outputs(&values, nil)
	secret := pulumi.ToSecret(kubeconfig).(pulumi.StringOutput)
	if ctx.DryRun() {
		return secret, nil
	}
	all := []any{secret}
	for _, input := range values.After {
		all = append(all, input)
	}
	wait := apiclient.WithDefaults(values.Wait, apiTimeout)
	return pulumi.All(all...).ApplyTWithContext(ctx.Context(), func(c context.Context, all []any) (string, error) {
		text := all[0].(string)
		return text, values.wait(c, text, wait, apiclient.LogTo(ctx))
	}).(pulumi.StringOutput), nil
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *WaitForNodesArgs) Validate() error {
	p := check.Struct(a)
	for i, input := range a.After {
		p.Required(check.Index(waitForNodesPath+".After", i), input)
	}
	return p.ErrOf(a)
}

// wait polls the nodes of the role.
func (a WaitForNodesArgs) wait(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := apiclient.New(kubeconfig)
	if err != nil {
		return fmt.Errorf("cluster.WaitForNodes: %w", err)
	}
	path := "/api/v1/nodes?labelSelector=" + url.QueryEscape(kube.NodeRolePrefix+a.Role)
	err = apiclient.Poll(ctx, wait, fmt.Sprintf("%d nodes of role %s", a.Count, a.Role), progress, func(ctx context.Context) (bool, string) {
		body, err := client.Get(ctx, path)
		if err != nil {
			return false, err.Error()
		}
		var nodes struct {
			Items []node `json:"items"`
		}
		if err := json.Unmarshal(body, &nodes); err != nil {
			return false, "invalid NodeList: " + err.Error()
		}
		ready := slices.DeleteFunc(slices.Clone(nodes.Items), func(n node) bool { return n.ready() != nil })
		return len(ready) >= a.Count, fmt.Sprintf("%d of %d nodes are ready", len(ready), len(nodes.Items))
	})
	if err != nil {
		return fmt.Errorf("cluster.WaitForNodes: %w; check `oc -n openshift-machine-api get machines` and `oc get csr`, then run "+
			"`pulumi up` again or raise Timeout", err)
	}
	return nil
}
