package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	drainQueueURL = "https://sqs.us-east-2.amazonaws.com/123456789012/drain"
	drainQueueARN = "arn:aws:sqs:us-east-2:123456789012:drain"
)

func handlerArgs(change func(*nodes.TerminationHandlerArgs)) *nodes.TerminationHandlerArgs {
	return checktest.With(&nodes.TerminationHandlerArgs{InfraID: infraID, Region: "us-east-2", QueueURL: pulumi.String(drainQueueURL)}, change)
}

func terminationHandler(change func(*nodes.TerminationHandlerArgs)) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewTerminationHandler, "demo", handlerArgs(change),
		func(made *nodes.TerminationHandler) pulumi.Map { return pulumi.Map{"namespace": made.Namespace} })
}

func sameHandler(*nodes.TerminationHandlerArgs) {}

func TestTerminationHandlerEnvironment(t *testing.T) {
	t.Parallel()
	deployment := object(t,
		run(t, terminationHandler(func(a *nodes.TerminationHandlerArgs) {
			a.Timeout, a.Image = 5*time.Minute, pulumi.String("registry.example.com/nth:v1.25.0")
		})),
		"Deployment")
	assert.Equal(t, "registry.example.com/nth:v1.25.0", container(t, deployment)["image"])
	values, fields := map[string]any{}, map[string]any{}
	for _, variable := range container(t, deployment)["env"].([]any) {
		variable := variable.(map[string]any)
		if from, found := variable["valueFrom"]; found {
			fields[variable["name"].(string)] = at(from.(map[string]any), "fieldRef", "fieldPath")
			continue
		}
		values[variable["name"].(string)] = variable["value"]
	}
	assert.Equal(t, map[string]any{
		"AWS_REGION": "us-east-2", "ENABLE_SQS_TERMINATION_DRAINING": "true", "QUEUE_URL": drainQueueURL,
		"CHECK_TAG_BEFORE_DRAINING": "true", "MANAGED_TAG": "kubernetes.io/cluster/" + infraID, "USE_PROVIDER_ID": "true",
		"DELETE_SQS_MSG_IF_NODE_NOT_FOUND": "true", "NODE_TERMINATION_GRACE_PERIOD": "300",
		"SSL_CERT_FILE": "/etc/trusted-ca/ca-bundle.crt",
	}, values)
	assert.Equal(t,
		map[string]any{"NODE_NAME": "spec.nodeName", "POD_NAME": "metadata.name", "NAMESPACE": "metadata.namespace"},
		fields)
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	assert.Equal(t, true, pod["hostNetwork"], "the node's role is available in the host network only")
	assert.Equal(t, "system-cluster-critical", pod["priorityClassName"])
}

func TestTerminationHandlerProbe(t *testing.T) {
	t.Parallel()
	inHostNetwork := container(t, object(t, run(t, terminationHandler(sameHandler)), "Deployment"))
	assert.NotContains(t, inHostNetwork, "livenessProbe",
		"the probe server listens on every address, in the host network on those of a control-plane node")
	inPodNetwork := container(t, object(t, run(t, terminationHandler(func(a *nodes.TerminationHandlerArgs) {
		a.RoleARN = pulumi.String("arn:aws:iam::123456789012:role/handler")
	})), "Deployment"))
	assert.Equal(t, map[string]any{"path": "/healthz", "port": int64(8080)}, at(inPodNetwork, "livenessProbe", "httpGet"))
	assert.Contains(t, inPodNetwork["env"], map[string]any{"name": "ENABLE_PROBES_SERVER", "value": "true"})
	assert.Contains(t, inPodNetwork["env"], map[string]any{"name": "PROBES_SERVER_PORT", "value": "8080"})
}

func TestQueueOfAnotherRegion(t *testing.T) {
	t.Parallel()
	err := mocks.New(inCluster).Run(terminationHandler(func(a *nodes.TerminationHandlerArgs) {
		a.Region, a.QueueURL = "us-west-2", pulumi.String(drainQueueURL).ToStringOutput().ToStringPtrOutput()
	}))
	assert.ErrorContains(t, err, "nodes.TerminationHandlerArgs.QueueURL: "+drainQueueURL+
		" is in region us-east-2; must be in us-west-2")
	err = mocks.New(inCluster, mocks.Region("us-west-2")).Run(
		terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.Region = "" }))
	assert.ErrorContains(t, err, "must be in us-west-2", "a known URL is compared with the provider's region")
}

func TestDrainTimeoutIsLongerThanTheHandlers(t *testing.T) {
	t.Parallel()
	hook := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{} })), hookType)
	env := container(t, object(t, run(t, terminationHandler(sameHandler)), "Deployment"))["env"]
	assert.InDelta(t, 900, hook["heartbeatTimeout"], 0)
	assert.Contains(t, env, map[string]any{"name": "NODE_TERMINATION_GRACE_PERIOD", "value": "840"})
}

func TestQueueOfAPoolWithoutDrain(t *testing.T) {
	t.Parallel()
	type user = func(*pulumi.Context, *nodes.WorkerPool) error
	for path, use := range map[string]user{
		"nodes.TerminationHandlerArgs.QueueURL": func(ctx *pulumi.Context, workers *nodes.WorkerPool) error {
			return terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.QueueURL = workers.DrainQueueURL })(ctx)
		},
		"nodes.TerminationHandlerPolicy.queueARN": func(ctx *pulumi.Context, workers *nodes.WorkerPool) error {
			ctx.Export("policy", nodes.TerminationHandlerPolicy(infraID, workers.DrainQueueARN))
			return nil
		},
	} {
		err := mocks.New(inCluster).Run(func(ctx *pulumi.Context) error {
			workers, err := nodes.NewWorkerPool(ctx, "pool", poolArgs())
			if err != nil {
				return err
			}
			return use(ctx, workers)
		})
		assert.ErrorContains(t, err, path+": is nil; the WorkerPool needs Drain")
	}
}

func TestRoleARNOfTheControlPlane(t *testing.T) {
	t.Parallel()
	err := mocks.New(inCluster).Run(func(ctx *pulumi.Context) error {
		role, err := iam.NewServiceAccountRole(ctx, "role", &iam.ServiceAccountRoleArgs{
			InfraID: infraID, ControlPlaneRoleName: pulumi.String("demo-master"), Policy: nodes.AutoscalerPolicy(infraID),
		})
		if err != nil {
			return err
		}
		return asgAutoscaler(func(a *nodes.ClusterAutoscalerASGArgs) { a.RoleARN = role.RoleARN })(ctx)
	})
	assert.ErrorContains(
		t, err, "nodes.ClusterAutoscalerASGArgs.RoleARN: is nil; with ControlPlaneRoleName, do not set RoleARN",
	)
}

func TestTerminationHandlerArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.TerminationHandlerArgs
	checktest.Cases(t, "nodes.TerminationHandlerArgs", map[string]checktest.Case{
		"usual": {
			Reason: "the region defaults to that of the AWS provider",
			Args:   handlerArgs(func(a *args) { a.Region = "" }),
		},
		"formats": {
			Reason: "each of these fields has a format",
			Args:   handlerArgs(func(a *args) { a.HTTPSProxy, a.Namespace = pulumi.String("proxy"), "a.b" }),
			Want: []string{
				".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				".Namespace: format",
			},
		},
		"queue of another region": {
			Reason: "the handler calls SQS in its own region",
			Args: handlerArgs(func(a *args) {
				a.QueueURL = pulumi.String("https://vpce-0123-abc.sqs.us-west-2.vpce.amazonaws.com/123456789012/drain")
			}),
			Want: []string{".QueueURL: https://vpce-0123-abc.sqs.us-west-2.vpce.amazonaws.com/123456789012/drain" +
				" is in region us-west-2; must be in us-east-2"},
		},
		"queue in China": {
			Reason: "the endpoints of each partition contain the region",
			Args: handlerArgs(func(a *args) {
				a.Region = "cn-north-1"
				a.QueueURL = pulumi.String("https://sqs.cn-north-1.amazonaws.com.cn/123456789012/drain")
			}),
		},
		"queue without a region": {
			Reason: "an endpoint can have any name",
			Args:   handlerArgs(func(a *args) { a.QueueURL = pulumi.String("https://queue.example.com/123456789012/drain") }),
		},
		"platform namespace": {
			Reason: "namespaces of the platform are reserved",
			Args:   handlerArgs(func(a *args) { a.Namespace = "kube-system" }),
			Want: []string{".Namespace: must not be kube-system: " +
				"default, openshift, openshift-* and kube-* are reserved for the platform"},
		},
	})
}
