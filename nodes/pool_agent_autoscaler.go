package nodes

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ClusterAutoscalerASG runs the upstream Kubernetes cluster-autoscaler, which resizes the Auto Scaling groups of WorkerPool: it
// launches instances for pending pods, and drains and terminates unneeded ones. OpenShift's own autoscaler (ClusterAutoscaler)
// manages only MachineSets, and neither removes the other's nodes. But a pending pod that fits in the groups of both makes both
// scale up: separate their pods by taints. Groups are discovered by the tags that WorkerPoolArgs.Autoscaling sets.
//
// The expander priority reads the ConfigMap cluster-autoscaler-priority-expander in the namespace, which the component does not
// create. When the component is deleted, groups keep their size.
type ClusterAutoscalerASG struct {
	pulumi.ResourceState

	// Namespace is the autoscaler's namespace. It depends on the deployment.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

// autoscalerAccount is the name of the service account, the deployment and the container.
const autoscalerAccount = "cluster-autoscaler"

// NewClusterAutoscalerASG registers a ClusterAutoscalerASG. It returns the problems of all invalid arguments, joined, before
// anything is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterAutoscalerASG(
	ctx *pulumi.Context, name string, args *ClusterAutoscalerASGArgs, opts ...pulumi.ResourceOption,
) (*ClusterAutoscalerASG, error) {
	args = args.withDefaults()
	region, regionErr := clusterRegion(ctx, autoscalerPath, args.Region)
	_, err := kube.Args(ctx, args, opts)
	if err := errors.Join(err, regionErr); err != nil {
		return nil, err
	}
	component := &ClusterAutoscalerASG{}
	if err := ctx.RegisterComponentResource(tokenPrefix+"ClusterAutoscalerASG", name, component, opts...); err != nil {
		return nil, err
	}
	args.Region = region
	args = check.Outputs(args)
	if component.Namespace, err = registerAgent(ctx, name, desiredAutoscaler(args), component); err != nil {
		return nil, err
	}
	return component, nil
}

func desiredAutoscaler(args *ClusterAutoscalerASGArgs) agent {
	autoscaler := agent{
		namespace:    args.Namespace,
		name:         autoscalerAccount,
		clusterRules: autoscalerClusterRules(),
		rules:        autoscalerRules(),
		image:        pulumi.String(args.Image),
		command:      autoscalerCommand(args),
		env:          []any{map[string]any{"name": "AWS_REGION", "value": args.Region}},
		cpu:          "100m",
		memory:       "300Mi",
		proxy:        args.HTTPSProxy,
	}
	autoscaler.setRole(autoscalerPath, args.RoleARN)
	autoscaler.liveness = autoscalerHealth(autoscaler.onHostNetwork)
	return autoscaler
}

const (
	autoscalerHost = "127.0.0.1"
	autoscalerPort = 8085
)

// autoscalerHealth returns the probe of the endpoint that fails when no loop has ended for --max-inactivity, or none without an
// error for --max-failing-time (kubernetes/autoscaler cluster-autoscaler-1.31.5 cluster-autoscaler/metrics/liveness.go).
func autoscalerHealth(onHostNetwork bool) map[string]any {
	request := map[string]any{"path": "/health-check", "port": autoscalerPort}
	if onHostNetwork {
		request["host"] = autoscalerHost
	}
	return map[string]any{"httpGet": request}
}

// autoscalerCommand returns the command line. Leader election is off: there is never more than one pod.
func autoscalerCommand(args *ClusterAutoscalerASGArgs) []string {
	command := []string{
		"./cluster-autoscaler", "--cloud-provider=aws", "--namespace=" + args.Namespace, "--leader-elect=false",
		fmt.Sprintf("--node-group-auto-discovery=asg:tag=%s,%s%s", autoscalerEnabled, autoscalerPrefix, args.InfraID),
		"--max-node-provision-time=" + check.Short(args.MaxNodeProvisionTime),
	}
	flag := func(name, value string) {
		if value != "" {
			command = append(command, "--"+name+"="+value)
		}
	}
	if args.RoleARN == nil {
		// In the host network, metrics and health would listen on every address of a control-plane node.
		flag("address", autoscalerHost+":"+strconv.Itoa(autoscalerPort))
	}
	flag("expander", strings.Join(args.Expanders, ","))
	if args.BalanceSimilarNodeGroups {
		flag("balance-similar-node-groups", "true")
	}
	flag("max-nodes-total", optionalInt(args.MaxNodesTotal))
	if args.SkipNodesWithLocalStorage != nil {
		flag("skip-nodes-with-local-storage", strconv.FormatBool(*args.SkipNodesWithLocalStorage))
	}
	if down := args.ScaleDown; down != nil {
		flag("scale-down-enabled", strconv.FormatBool(enabled(down.Enabled)))
		for _, delay := range []struct {
			name  string
			value time.Duration
		}{
			{"scale-down-delay-after-add", down.DelayAfterAdd},
			{"scale-down-delay-after-delete", down.DelayAfterDelete},
			{"scale-down-delay-after-failure", down.DelayAfterFailure},
			{"scale-down-unneeded-time", down.UnneededTime},
		} {
			flag(delay.name, optionalDuration(delay.value))
		}
		if down.UtilizationThreshold > 0 {
			flag("scale-down-utilization-threshold", fraction(down.UtilizationThreshold))
		}
		if down.CordonBeforeTerminating {
			flag("cordon-node-before-terminating", "true")
		}
	}
	flag("v", optionalInt(args.LogVerbosity))
	return append(command, args.ExtraArgs...)
}

func optionalInt(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// autoscalerClusterRules returns the upstream rules, without those for leader election (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/examples/cluster-autoscaler-autodiscover.yaml and the chart's clusterrole.yaml).
//
// They include those of 1.29 to 1.35, the versions of OpenShift 4.16 to 4.22. It always lists deployments, resource quotas and the objects of
// dynamic resource allocation (kubernetes/autoscaler issue 9244, PR 10278), and does not start before all its caches are
// synchronized (PR 7897): without one of the rules it never scales.
func autoscalerClusterRules() []any {
	return []any{
		rule([]string{""}, []string{"events"}, nil, "create", "patch"),
		rule([]string{""}, []string{"pods/eviction"}, nil, "create"),
		rule([]string{""}, []string{"pods/status"}, nil, "update"),
		rule([]string{""}, []string{"nodes"}, nil, "watch", "list", "get", "update"),
		rule([]string{""}, []string{
			"namespaces", "pods", "services", "replicationcontrollers", "persistentvolumeclaims", "persistentvolumes",
			"resourcequotas", "podtemplates",
		}, nil, "watch", "list", "get"),
		rule([]string{"policy"}, []string{"poddisruptionbudgets"}, nil, "watch", "list"),
		rule([]string{"apps"}, []string{"statefulsets", "replicasets", "daemonsets", "deployments"}, nil, "watch", "list", "get"),
		rule([]string{"storage.k8s.io"}, []string{
			"storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments",
		}, nil, "watch", "list", "get"),
		rule([]string{"batch"}, []string{"jobs"}, nil, "get", "list", "watch"),
		rule([]string{"resource.k8s.io"}, []string{"deviceclasses", "resourceslices", "resourceclaims"}, nil, "get", "list", "watch"),
	}
}

// autoscalerRules returns the rules for its status and for the ConfigMap of the expander priority.
func autoscalerRules() []any {
	return []any{
		rule([]string{""}, []string{"configmaps"}, nil, "create", "list", "watch"),
		rule([]string{""}, []string{"configmaps"}, []string{
			"cluster-autoscaler-status", "cluster-autoscaler-priority-expander",
		}, "delete", "get", "update", "watch"),
	}
}

func optionalDuration(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return check.Short(d)
}
