package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// WaitArgs are the arguments of a wait for a cluster: Timeout is how long to wait before the update fails. Changing a wait does not change
// the cluster. cluster.WaitArgs and configuration.WaitArgs are the same type.
type WaitArgs = apiclient.WaitArgs

const apiTimeout = 20 * time.Minute

// WaitForAPI returns the kubeconfig after the API answers /readyz with its credentials. Use it for a Kubernetes provider whose
// objects are created in the same update as the control plane, with ControlPlane.Kubeconfig, which resolves after the machines and
// load balancers exist:
//
//	kubeconfig, err := cluster.WaitForAPI(ctx, controlPlane.Kubeconfig, nil)
//
// The machine that runs Pulumi must reach the API: with network.Internal, from the VPC or a network connected to it. Progress is
// logged, and the update fails after the timeout. A preview does not wait and makes no calls: it returns the kubeconfig at once.
func WaitForAPI(ctx *pulumi.Context, kubeconfig pulumi.StringInput, args *WaitArgs) (pulumi.StringOutput, error) {
	var p check.Problems
	p.Required("cluster.WaitForAPI.kubeconfig", kubeconfig)
	if args != nil {
		p.PositiveDuration("cluster.WaitArgs.Timeout", args.Timeout, 0)
	}
	if err := p.Err(); err != nil {
		return pulumi.StringOutput{}, err
	}
	secret := pulumi.ToSecret(kubeconfig).(pulumi.StringOutput)
	if ctx.DryRun() {
		return secret, nil
	}
	wait := apiclient.WithDefaults(args, apiTimeout)
	return secret.ApplyTWithContext(ctx.Context(), func(c context.Context, text string) (string, error) {
		return text, waitForAPI(c, text, wait, apiclient.LogTo(ctx))
	}).(pulumi.StringOutput), nil
}

// waitForAPI polls /readyz until the response is 200.
func waitForAPI(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := apiclient.New(kubeconfig)
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w", err)
	}
	err = apiclient.Poll(ctx, wait, client.Server()+"/readyz", progress, func(ctx context.Context) (bool, string) {
		body, err := client.Get(ctx, "/readyz")
		if err != nil {
			return false, err.Error()
		}
		return true, string(body)
	})
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w; check that the machines run, that the load balancer's targets are healthy and that "+
			"this machine resolves and reaches the name, then run `pulumi up` again or raise Timeout", err)
	}
	return nil
}
