package nodes

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// TerminationHandler runs the AWS Node Termination Handler, which drains the nodes of a WorkerPool whose instances are about to
// terminate: those whose termination the group delays (WorkerPoolArgs.Drain), and Spot Instances within the two minutes after an
// interruption warning. It consumes the queue of one pool; each pool needs its own handler. It ignores instances without the
// cluster's tag. Without it, the termination of an instance is delayed until DrainArgs.Timeout.
//
//	workers, err := nodes.NewWorkerPool(…, &nodes.WorkerPoolArgs{Drain: &nodes.DrainArgs{}, …})
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

// NewTerminationHandler registers a TerminationHandler. It requires a Kubernetes provider (pulumi.Provider).
func NewTerminationHandler(
	ctx *pulumi.Context, name string, args *TerminationHandlerArgs, opts ...pulumi.ResourceOption,
) (*TerminationHandler, error) {
	return component.Register(ctx, name, args, opts, component.Type[TerminationHandlerArgs, TerminationHandler]{
		Token:     "openshift-aws:nodes:TerminationHandler",
		InCluster: true,
		Fill:      func(args *TerminationHandlerArgs) { args.Region = region.Default(ctx, args.Region) },
		Check:     func(args *TerminationHandlerArgs) error { return region.Require(handlerPath, args.Region) },
		Children: func(b *component.Builder[TerminationHandlerArgs, TerminationHandler]) (err error) {
			b.Component.Namespace, err = desiredTerminationHandler(b.Move, b.Args).register(b.Base)
			return err
		},
	})
}

func desiredTerminationHandler(move check.Move, args *TerminationHandlerArgs) agent {
	handler := agent{
		namespace:    args.Namespace,
		name:         handlerAccount,
		clusterRules: terminationHandlerRules(),
		image:        args.Image,
		command:      []string{"/node-termination-handler"},
		env:          terminationHandlerEnv(move, args),
		cpu:          "50m",
		memory:       "64Mi",
		proxy:        args.HTTPSProxy,
		agentRole: newAgentRole(move, handlerPath, "drain", args.RoleARN, args.Role,
			roleDefaults(args.InfraID, args.Namespace, handlerAccount, args.policy(move))),
	}
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
func terminationHandlerEnv(move check.Move, args *TerminationHandlerArgs) []any {
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
		map[string]any{"name": "QUEUE_URL", "value": args.queueURL(move)},
		map[string]any{"name": "CHECK_TAG_BEFORE_DRAINING", "value": "true"},
		map[string]any{"name": "MANAGED_TAG", "value": tags.Cluster(args.InfraID)},
		map[string]any{"name": "USE_PROVIDER_ID", "value": "true"},
		map[string]any{"name": "DELETE_SQS_MSG_IF_NODE_NOT_FOUND", "value": "true"},
		map[string]any{"name": "NODE_TERMINATION_GRACE_PERIOD", "value": strconv.Itoa(int(args.Timeout.Seconds()))},
	)
}

// TerminationHandlerArgs are the arguments of a TerminationHandler. Unless a field says otherwise, changes restart the handler.
type TerminationHandlerArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: only nodes of instances with its tag are drained. Required.
	InfraID string `check:"required,infra-id"`
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string `check:"format=region"`
	// QueueURL is the URL of the queue to consume: WorkerPool.DrainQueueURL of a pool with Drain. Required.
	QueueURL pulumi.StringPtrInput `check:"required,format=http-url"`
	// Role is registered with the handler: its OIDCProviderARN is enough, or, in a cluster without an OIDC provider, its
	// ControlPlaneRoleName. Unless its fields say otherwise, it has the permissions of TerminationHandlerPolicy, the handler's service account,
	// termination-handler in Namespace, and InfraID. Must not be set together with RoleARN. Defaults to none.
	Role *iam.ServiceAccountRoleArgs `check:"part,not=RoleARN"`
	// RoleARN is an existing role with these permissions, which the handler assumes with its service account's token. Without
	// [Role] and RoleARN, the handler runs in the host network of a control-plane node and uses that node's role, which needs the
	// permissions. Defaults to none.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// Timeout is how long the pods of a node have to terminate, in whole seconds between 30s and 2h. It should be shorter than
	// DrainArgs.Timeout. Spot Instances have two minutes in any case. Defaults to 14m.
	Timeout time.Duration `check:"30s..2h/1s" default:"14m"`
	// Image is the image of the AWS Node Termination Handler, with a digest or a tag other than latest. Defaults to
	// public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.6, of which a disconnected cluster needs a mirror. It is a tag, because
	// its digest is not published: docs/disconnected.md says how to read and set it.
	Image pulumi.StringInput `check:"format=pinned-image" default:"public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.6"`
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput `check:"secret"`
	// Namespace is the namespace that is created for the handler. Two handlers need different namespaces. Defaults to
	// termination-handler. Changes replace all objects.
	Namespace string `default:"termination-handler"`
}

const handlerPath = "nodes.TerminationHandlerArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewTerminationHandler also requires a region.
func (a *TerminationHandlerArgs) Validate() error {
	const path = handlerPath
	args, p := check.Begin(a)
	queue, _ := check.Text(args.QueueURL)
	args.checkQueueRegion(&p, queue)
	checkProxy(&p, path+".HTTPSProxy", args.HTTPSProxy)
	checkNamespace(&p, path+".Namespace", args.Namespace)
	checkRole(&p, path, args.InfraID, args.Namespace, handlerAccount, args.Role)
	return p.ErrOf(a)
}

// checkQueueRegion reports the URL of a queue in another region: the handler calls the queue's service in its own.
func (a *TerminationHandlerArgs) checkQueueRegion(p *check.Problems, queue string) {
	if region := queueRegion(queue); region != "" && a.Region != "" && region != a.Region {
		p.Addf(handlerPath+".QueueURL", "%s is in region %s; must be in %s", queue, region, a.Region)
	}
}

// queueRegion returns the region in the URL of a queue, in whichever of the service's endpoints (AWS General Reference, "Amazon SQS
// endpoints and quotas"); "" if there is none.
func queueRegion(queue string) string {
	parsed, err := url.Parse(queue)
	if err != nil {
		return ""
	}
	labels := strings.Split(parsed.Hostname(), ".")
	if i := slices.IndexFunc(labels, partition.IsRegion); i >= 0 {
		return labels[i]
	}
	return ""
}

// queueURL returns the URL of the queue; the output fails if the pool has no queue, or one in another region.
func (a *TerminationHandlerArgs) queueURL(move check.Move) pulumi.StringOutput {
	required := requiredOutput(move, handlerPath+".QueueURL", a.QueueURL, drainHint)
	return check.Apply(move, required, func(queue string) (string, error) {
		var p check.Problems
		a.checkQueueRegion(&p, queue)
		return queue, p.Err()
	}).(pulumi.StringOutput)
}

// policy returns the permissions for the queue, whose ARN follows from its URL: the path has the account and the name (AWS General
// Reference, "Amazon SQS endpoints and quotas").
func (a *TerminationHandlerArgs) policy(move check.Move) pulumi.StringOutput {
	return check.Apply(move, a.queueURL(move), func(queue string) (string, error) {
		parsed, err := url.Parse(queue)
		if err != nil {
			return "", check.Problemf(handlerPath+".QueueURL", "%w", err)
		}
		parts := strings.Split(strings.Trim(parsed.Path, "/"), "/")
		if len(parts) < 2 { //nolint:mnd // the account and the name
			return "", check.Problemf(handlerPath+".QueueURL", "%q has no account and name; set RoleARN instead of Role", queue)
		}
		arn := partition.OfRegion(a.Region).ARN("sqs", a.Region, parts[len(parts)-2], parts[len(parts)-1])
		return terminationHandlerPolicy(a.InfraID, arn).JSON(), nil
	}).(pulumi.StringOutput)
}
