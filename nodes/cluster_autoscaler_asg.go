package nodes

import (
	"fmt"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// ClusterAutoscalerASG runs the upstream Kubernetes cluster-autoscaler, which resizes the Auto Scaling groups of
// WorkerPool: it adds machines for pods that find no place, and drains and ends machines that nobody needs. OpenShift's
// own autoscaler (ClusterAutoscaler) knows MachineSets alone, and neither removes the other's nodes. But a pod that would
// fit in the groups of both makes both grow: keep their pods apart by taints. Groups are found by the tags that
// WorkerPoolArgs.Autoscaling sets.
//
// The expander priority reads the ConfigMap cluster-autoscaler-priority-expander of the namespace, which the component
// does not make. When the component goes, groups keep the size that they have.
type ClusterAutoscalerASG struct {
	pulumi.ResourceState

	// Namespace is where the autoscaler runs, once it does.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

// autoscalerAccount is the service account, the deployment and the container.
const autoscalerAccount = "cluster-autoscaler"

// NewClusterAutoscalerASG registers a ClusterAutoscalerASG. It takes the cluster's Kubernetes provider by pulumi.Provider.
// Wrong arguments are reported together, as by Validate, before anything is registered.
func NewClusterAutoscalerASG(ctx *pulumi.Context, name string, args *ClusterAutoscalerASGArgs, opts ...pulumi.ResourceOption) (*ClusterAutoscalerASG, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &ClusterAutoscalerASG{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:ClusterAutoscalerASG", name, component, opts...); err != nil {
		return nil, err
	}
	last, err := registerWorkload(ctx, name, desiredAutoscaler(args), component)
	if err != nil {
		return nil, err
	}
	component.Namespace = waitFor(ctx, args.Namespace, last)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"namespace": component.Namespace})
}

func desiredAutoscaler(args *ClusterAutoscalerASGArgs) workload {
	w := workload{
		namespace:      args.Namespace,
		name:           autoscalerAccount,
		clusterRules:   autoscalerClusterRules(),
		rules:          autoscalerRules(),
		onControlPlane: args.RoleARN == nil,
		image:          pulumi.String(args.Image),
		command:        autoscalerCommand(args),
		env:            []any{map[string]any{"name": "AWS_REGION", "value": args.Region}},
		cpu:            "100m",
		memory:         "300Mi",
	}
	if args.RoleARN != nil {
		w.takeRole(args.RoleARN)
	}
	w.takeProxy(args.HTTPSProxy)
	return w
}

// autoscalerCommand elects no leader: there is one pod, and the next starts only after it has ended.
func autoscalerCommand(args *ClusterAutoscalerASGArgs) []string {
	command := []string{
		"./cluster-autoscaler",
		"--cloud-provider=aws",
		"--namespace=" + args.Namespace,
		"--leader-elect=false",
		fmt.Sprintf("--node-group-auto-discovery=asg:tag=%s,%s%s", autoscalerEnabled, autoscalerPrefix, args.InfraID),
		"--max-node-provision-time=" + duration(args.MaxNodeProvisionTime),
	}
	flag := func(name, value string) {
		if value != "" {
			command = append(command, "--"+name+"="+value)
		}
	}
	flag("expander", args.Expander)
	if args.BalanceSimilarNodeGroups {
		flag("balance-similar-node-groups", "true")
	}
	flag("max-nodes-total", optionalInt(args.MaxNodesTotal))
	if args.SkipNodesWithLocalStorage != nil {
		flag("skip-nodes-with-local-storage", strconv.FormatBool(*args.SkipNodesWithLocalStorage))
	}
	if down := args.ScaleDown; down != nil {
		flag("scale-down-enabled", strconv.FormatBool(!down.Disabled))
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

// autoscalerClusterRules are upstream's, without those for an election (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/examples/cluster-autoscaler-autodiscover.yaml).
func autoscalerClusterRules() []any {
	return []any{
		rule([]string{""}, []string{"events"}, nil, "create", "patch"),
		rule([]string{""}, []string{"pods/eviction"}, nil, "create"),
		rule([]string{""}, []string{"pods/status"}, nil, "update"),
		rule([]string{""}, []string{"nodes"}, nil, "watch", "list", "get", "update"),
		rule([]string{""}, []string{"namespaces", "pods", "services", "replicationcontrollers", "persistentvolumeclaims", "persistentvolumes"}, nil, "watch", "list", "get"),
		rule([]string{"policy"}, []string{"poddisruptionbudgets"}, nil, "watch", "list"),
		rule([]string{"apps"}, []string{"statefulsets", "replicasets", "daemonsets"}, nil, "watch", "list", "get"),
		rule([]string{"storage.k8s.io"}, []string{"storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments"}, nil, "watch", "list", "get"),
		rule([]string{"batch"}, []string{"jobs"}, nil, "get", "list", "watch"),
	}
}

// autoscalerRules are for its status and for the priorities that the expander priority reads.
func autoscalerRules() []any {
	return []any{
		rule([]string{""}, []string{"configmaps"}, nil, "create", "list", "watch"),
		rule([]string{""}, []string{"configmaps"}, []string{"cluster-autoscaler-status", "cluster-autoscaler-priority-expander"}, "delete", "get", "update", "watch"),
	}
}
