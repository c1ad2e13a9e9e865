package nodes

import (
	"fmt"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// TerminationHandler runs the AWS Node Termination Handler, which drains the nodes of machines of a WorkerPool that are
// about to end: those that the group holds for it (WorkerPoolArgs.Drain), and spot machines in the two minutes that EC2
// leaves them. It reads the queue of one pool; a second pool has a handler of its own. It acts on machines with the
// cluster's tag and passes over all others. Without it a machine that the group holds waits until DrainArgs.Timeout is over.
//
//	workers, err := nodes.NewWorkerPool(…, &nodes.WorkerPoolArgs{Drain: &nodes.DrainArgs{}, …})
//	nodes.NewTerminationHandlerRole(…, &nodes.TerminationHandlerRoleArgs{QueueARN: workers.DrainQueueARN, …})
//	nodes.NewTerminationHandler(…, &nodes.TerminationHandlerArgs{QueueURL: workers.DrainQueueURL, …})
type TerminationHandler struct {
	pulumi.ResourceState

	// Namespace is where the handler runs, once it does.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

// handlerAccount is the service account, the deployment and the container.
const handlerAccount = "termination-handler"

// NewTerminationHandler registers a TerminationHandler. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewTerminationHandler(ctx *pulumi.Context, name string, args *TerminationHandlerArgs, opts ...pulumi.ResourceOption) (*TerminationHandler, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &TerminationHandler{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:TerminationHandler", name, component, opts...); err != nil {
		return nil, err
	}
	last, err := registerWorkload(ctx, name, desiredTerminationHandler(args), component)
	if err != nil {
		return nil, err
	}
	component.Namespace = waitFor(ctx, args.Namespace, last)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"namespace": component.Namespace})
}

func desiredTerminationHandler(args *TerminationHandlerArgs) workload {
	w := workload{
		namespace:      args.Namespace,
		name:           handlerAccount,
		clusterRules:   terminationHandlerRules(),
		onControlPlane: args.RoleARN == nil,
		image:          pulumi.String(args.Image),
		command:        []string{"/node-termination-handler"},
		env:            terminationHandlerEnv(args),
		cpu:            "50m",
		memory:         "64Mi",
	}
	if args.RoleARN != nil {
		w.takeRole(args.RoleARN)
	}
	w.takeProxy(args.HTTPSProxy)
	return w
}

// terminationHandlerRules are upstream's, without the events that it does not write (aws/aws-node-termination-handler
// config/helm/aws-node-termination-handler/templates/clusterrole.yaml).
func terminationHandlerRules() []any {
	return []any{
		rule([]string{""}, []string{"nodes"}, nil, "get", "list", "patch", "update"),
		rule([]string{""}, []string{"pods"}, nil, "get", "list"),
		rule([]string{""}, []string{"pods/eviction"}, nil, "create"),
		rule([]string{"apps"}, []string{"daemonsets"}, nil, "get"),
	}
}

// terminationHandlerEnv reads a queue (aws/aws-node-termination-handler pkg/config/config.go). Nodes are found by their
// machine and not by their name, which a VPC's domain may have changed. A machine that is no node is told of once.
func terminationHandlerEnv(args *TerminationHandlerArgs) []any {
	var env []any
	for _, own := range [][2]string{{"NODE_NAME", "spec.nodeName"}, {"POD_NAME", "metadata.name"}, {"NAMESPACE", "metadata.namespace"}} {
		env = append(env, map[string]any{"name": own[0], "valueFrom": map[string]any{"fieldRef": map[string]any{"fieldPath": own[1]}}})
	}
	return append(env,
		map[string]any{"name": "AWS_REGION", "value": args.Region},
		map[string]any{"name": "ENABLE_SQS_TERMINATION_DRAINING", "value": "true"},
		map[string]any{"name": "QUEUE_URL", "value": queueOf("nodes.TerminationHandlerArgs.QueueURL", args.QueueURL)},
		map[string]any{"name": "CHECK_TAG_BEFORE_DRAINING", "value": "true"},
		map[string]any{"name": "MANAGED_TAG", "value": tags.Cluster(args.InfraID)},
		map[string]any{"name": "USE_PROVIDER_ID", "value": "true"},
		map[string]any{"name": "DELETE_SQS_MSG_IF_NODE_NOT_FOUND", "value": "true"},
		map[string]any{"name": "NODE_TERMINATION_GRACE_PERIOD", "value": strconv.Itoa(int(args.Timeout.Seconds()))},
	)
}

// queueOf is a queue's URL or ARN. A pool without Drain has an empty one, which nothing else would note.
func queueOf(path string, queue pulumi.StringInput) pulumi.StringOutput {
	return queue.ToStringOutput().ApplyT(func(queue string) (string, error) {
		if queue == "" {
			return "", fmt.Errorf("%s: is empty; the queue is that of a WorkerPool with Drain", path)
		}
		return queue, nil
	}).(pulumi.StringOutput)
}
