package nodes

import (
	"errors"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// TerminationHandler runs the AWS Node Termination Handler, which drains the nodes of a WorkerPool whose instances are about to
// terminate: those whose termination the group delays (WorkerPoolArgs.Drain), and Spot Instances within the two minutes after an
// interruption warning. It consumes the queue of one pool; each pool needs its own handler. It ignores instances without the
// cluster's tag. Without it, the termination of an instance is delayed until DrainArgs.Timeout.
//
//	workers, err := nodes.NewWorkerPool(…, &nodes.WorkerPoolArgs{Drain: &nodes.DrainArgs{}, …})
//	iam.NewServiceAccountRole(…, &iam.ServiceAccountRoleArgs{Policy: nodes.TerminationHandlerPolicy(infraID, workers.DrainQueueARN), …})
//	nodes.NewTerminationHandler(…, &nodes.TerminationHandlerArgs{QueueURL: workers.DrainQueueURL, …})
type TerminationHandler struct {
	pulumi.ResourceState

	// Namespace is the handler's namespace. It depends on the deployment.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

const (
	// handlerAccount is the name of the service account, the deployment and the container.
	handlerAccount = "termination-handler"

	// drainHint completes the error for a queue that does not exist.
	drainHint = "the WorkerPool needs Drain"
)

// NewTerminationHandler registers a TerminationHandler. It returns the problems of all invalid arguments, joined, before anything
// is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewTerminationHandler(
	ctx *pulumi.Context, name string, args *TerminationHandlerArgs, opts ...pulumi.ResourceOption,
) (*TerminationHandler, error) {
	args = args.withDefaults()
	region, regionErr := clusterRegion(ctx, handlerPath, args.Region)
	args.Region = region
	_, err := kube.Args(ctx, args, opts)
	if err := errors.Join(err, regionErr); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &TerminationHandler{}
	if err := ctx.RegisterComponentResource(tokenPrefix+"TerminationHandler", name, component, opts...); err != nil {
		return nil, err
	}
	if component.Namespace, err = registerAgent(ctx, name, desiredTerminationHandler(args), component); err != nil {
		return nil, err
	}
	return component, nil
}

func desiredTerminationHandler(args *TerminationHandlerArgs) agent {
	handler := agent{
		namespace:    args.Namespace,
		name:         handlerAccount,
		clusterRules: terminationHandlerRules(),
		image:        pulumi.String(args.Image),
		command:      []string{"/node-termination-handler"},
		env:          terminationHandlerEnv(args),
		cpu:          "50m",
		memory:       "64Mi",
		proxy:        args.HTTPSProxy,
	}
	handler.setRole(handlerPath, args.RoleARN)
	handler.setProbe()
	return handler
}

const handlerProbePort = 8080

// setProbe adds the handler's probe server, unless the handler is in the host network: the server listens on every address of the
// node (aws/aws-node-termination-handler v1.25.6 pkg/observability/probes.go). It reports that the process responds. When the
// queue cannot be read, the handler exits by itself (cmd/node-termination-handler.go, duplicateErrThreshold).
func (a *agent) setProbe() {
	if a.onHostNetwork {
		return
	}
	a.env = append(a.env,
		map[string]any{"name": "ENABLE_PROBES_SERVER", "value": "true"},
		map[string]any{"name": "PROBES_SERVER_PORT", "value": strconv.Itoa(handlerProbePort)},
	)
	a.liveness = map[string]any{"httpGet": map[string]any{"path": "/healthz", "port": handlerProbePort}}
}

// terminationHandlerRules returns the upstream rules, without those for events, which are not enabled (aws/aws-node-termination-handler
// config/helm/aws-node-termination-handler/templates/clusterrole.yaml).
func terminationHandlerRules() []any {
	return []any{
		rule([]string{""}, []string{"nodes"}, nil, "get", "list", "patch", "update"),
		rule([]string{""}, []string{"pods"}, nil, "get", "list"),
		rule([]string{""}, []string{"pods/eviction"}, nil, "create"),
		rule([]string{"apps"}, []string{"daemonsets"}, nil, "get"),
	}
}

// terminationHandlerEnv configures queue processing (aws/aws-node-termination-handler pkg/config/config.go). Nodes are found by
// their provider ID, not by their name, which the VPC's DHCP options can change. The message of an instance without a Node is
// deleted, so that it is logged once.
func terminationHandlerEnv(args *TerminationHandlerArgs) []any {
	var env []any
	for _, field := range [][2]string{
		{"NODE_NAME", "spec.nodeName"}, {"POD_NAME", "metadata.name"}, {"NAMESPACE", "metadata.namespace"},
	} {
		reference := map[string]any{"fieldRef": map[string]any{"fieldPath": field[1]}}
		env = append(env, map[string]any{"name": field[0], "valueFrom": reference})
	}
	return append(env,
		map[string]any{"name": "AWS_REGION", "value": args.Region},
		map[string]any{"name": "ENABLE_SQS_TERMINATION_DRAINING", "value": "true"},
		map[string]any{"name": "QUEUE_URL", "value": args.queueURL()},
		map[string]any{"name": "CHECK_TAG_BEFORE_DRAINING", "value": "true"},
		map[string]any{"name": "MANAGED_TAG", "value": tags.Cluster(args.InfraID)},
		map[string]any{"name": "USE_PROVIDER_ID", "value": "true"},
		map[string]any{"name": "DELETE_SQS_MSG_IF_NODE_NOT_FOUND", "value": "true"},
		map[string]any{"name": "NODE_TERMINATION_GRACE_PERIOD", "value": strconv.Itoa(int(args.Timeout.Seconds()))},
	)
}
