package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const (
	drainQueueURL = "https://sqs.us-east-2.amazonaws.com/123456789012/drain"
	drainQueueARN = "arn:aws:sqs:us-east-2:123456789012:drain"
)

func terminationHandler(change func(*nodes.TerminationHandlerArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := &nodes.TerminationHandlerArgs{
			InfraID:  infraID,
			Region:   "us-east-2",
			QueueURL: pulumi.String(drainQueueURL),
		}
		change(args)
		made, err := nodes.NewTerminationHandler(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("namespace", made.Namespace)
		return nil
	}
}

func sameHandler(*nodes.TerminationHandlerArgs) {}

func TestTerminationHandlerIsTaken(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*nodes.TerminationHandlerArgs){sameHandler, func(a *nodes.TerminationHandlerArgs) {
		a.RoleARN, a.HTTPSProxy = pulumi.String("arn:aws:iam::123456789012:role/handler"), pulumi.String("http://proxy:3128")
	}} {
		rec := mockstest.Run(t, terminationHandler(change))
		kubetest.CheckRecorded(t, rec)
		mockstest.PreviewIsTheUpdate(t, terminationHandler(change))
		assert.Equal(t, "termination-handler", rec.Outputs()["namespace"])
	}
}

func TestTerminationHandlerGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/termination-handler.golden", mockstest.Run(t, terminationHandler(sameHandler)).Golden())
}

func TestTerminationHandlerReadsTheQueueForItsMachines(t *testing.T) {
	t.Parallel()
	deployment := object(
		t,
		mockstest.Run(t, terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.Timeout = 5 * time.Minute })),
		"Deployment",
	)
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
	}, values)
	assert.Equal(
		t,
		map[string]any{"NODE_NAME": "spec.nodeName", "POD_NAME": "metadata.name", "NAMESPACE": "metadata.namespace"},
		fields,
	)
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	assert.Equal(t, true, pod["hostNetwork"], "the machine's role can be had in its network alone")
	assert.Equal(t, "system-cluster-critical", pod["priorityClassName"])
}

func TestADrainHoldsLongerThanItsHandlerTakes(t *testing.T) {
	t.Parallel()
	hook := only(t, mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{} })), hookType)
	env := container(t, object(t, mockstest.Run(t, terminationHandler(sameHandler)), "Deployment"))["env"]
	assert.InDelta(t, 900, hook["heartbeatTimeout"], 0)
	assert.Contains(t, env, map[string]any{"name": "NODE_TERMINATION_GRACE_PERIOD", "value": "840"})
}

func terminationHandlerRole(args *nodes.TerminationHandlerRoleArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		role, err := nodes.NewTerminationHandlerRole(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("arn", role.RoleARN)
		ctx.Export("name", role.RoleName)
		return nil
	}
}

func TestTerminationHandlerRoleMayLetGoOfItsClustersMachinesAlone(t *testing.T) {
	t.Parallel()
	program := terminationHandlerRole(&nodes.TerminationHandlerRoleArgs{
		InfraID: infraID, QueueARN: pulumi.String(drainQueueARN), ControlPlaneRoleName: pulumi.String("demo-master"),
	})
	mockstest.PreviewIsTheUpdate(t, program)
	rec := mockstest.Run(t, program)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	inputs := only(t, rec, "aws:iam/rolePolicy:RolePolicy")
	assert.Equal(t, "demo-master", inputs["role"])
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"Listen","Effect":"Allow","Action":["sqs:DeleteMessage","sqs:ReceiveMessage"],"Resource":["`+drainQueueARN+`"]},
		{"Sid":"Look","Effect":"Allow","Action":["ec2:DescribeInstances"],"Resource":["*"]},
		{"Sid":"LetGo","Effect":"Allow","Action":["autoscaling:CompleteLifecycleAction"],"Resource":["*"],
			"Condition":{"StringEquals":{"aws:ResourceTag/kubernetes.io/cluster/demo-x7k2p":["owned"]}}}]}`, inputs["policy"].(string))
	assert.Equal(t, map[string]any{"arn": "", "name": "demo-master"}, rec.Outputs())
}

func TestTerminationHandlerRoleOfItsOwn(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, terminationHandlerRole(&nodes.TerminationHandlerRoleArgs{
		InfraID: infraID, QueueARN: pulumi.String(drainQueueARN), Path: "/openshift/", Namespace: "drain",
		OIDCProviderARN: pulumi.String("arn:aws:iam::1:oidc-provider/issuer.example.com"),
	}))
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.Contains(
		t,
		role.Inputs["assumeRolePolicy"],
		`"issuer.example.com:sub":["system:serviceaccount:drain:termination-handler"]`,
	)
	assert.Equal(t, "The AWS Node Termination Handler of OpenShift cluster demo-x7k2p", role.Inputs["description"])
	assert.Equal(t, "/openshift/", role.Inputs["path"])
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
}

func TestAPoolWithoutDrainHasNoQueueToRead(t *testing.T) {
	t.Parallel()
	for want, use := range map[string]func(*pulumi.Context, *nodes.WorkerPool) error{
		"nodes.TerminationHandlerArgs.QueueURL: is empty; the queue is that of a WorkerPool with Drain": func(ctx *pulumi.Context, workers *nodes.WorkerPool) error {
			return terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.QueueURL = workers.DrainQueueURL })(ctx)
		},
		"nodes.TerminationHandlerRoleArgs.QueueARN: is empty; the queue is that of a WorkerPool with Drain": func(ctx *pulumi.Context, workers *nodes.WorkerPool) error {
			return terminationHandlerRole(&nodes.TerminationHandlerRoleArgs{InfraID: infraID, QueueARN: workers.DrainQueueARN, ControlPlaneRoleName: pulumi.String("master")})(ctx)
		},
	} {
		err := mocks.New().Run(func(ctx *pulumi.Context) error {
			workers, err := nodes.NewWorkerPool(ctx, "pool", poolArgs())
			if err != nil {
				return err
			}
			return use(ctx, workers)
		})
		assert.ErrorContains(t, err, want)
	}
}

func TestTerminationHandlerArgsValidate(t *testing.T) {
	t.Parallel()
	const path, rolePath = "nodes.TerminationHandlerArgs.", "nodes.TerminationHandlerRoleArgs."
	url, arn := pulumi.String(drainQueueURL), pulumi.String(drainQueueARN)
	for name, tt := range map[string]struct {
		reason string
		args   interface{ Validate() error }
		want   string
	}{
		"usual": {
			reason: "the minimum",
			args:   &nodes.TerminationHandlerArgs{InfraID: infraID, Region: "us-east-2", QueueURL: url},
		},
		"nothing": {
			reason: "all at once",
			args:   (*nodes.TerminationHandlerArgs)(nil),
			want:   path + "InfraID: is required\n" + path + "Region: is required\n" + path + "QueueURL: is required",
		},
		"no time": {
			reason: "no pod could go",
			args:   &nodes.TerminationHandlerArgs{InfraID: infraID, Region: "us-east-2", QueueURL: url, Timeout: time.Second},
			want:   path + "Timeout: 1s is not between 30s and 2h, in whole seconds",
		},
		"latest": {
			reason: "it moves",
			args:   &nodes.TerminationHandlerArgs{InfraID: infraID, Region: "us-east-2", QueueURL: url, Image: "nth:latest"},
			want:   path + `Image: "nth:latest" is not pinned; give a tag other than latest, or a digest`,
		},
		"namespace": {
			reason: "the platform's own",
			args:   &nodes.TerminationHandlerArgs{InfraID: infraID, Region: "us-east-2", QueueURL: url, Namespace: "kube-system"},
			want:   path + `Namespace: "kube-system" is in the platform's part of the names (openshift, openshift-, kube-, default); choose another`,
		},
		"usual role": {
			reason: "the minimum",
			args:   &nodes.TerminationHandlerRoleArgs{InfraID: infraID, QueueARN: arn, ControlPlaneRoleName: arn},
		},
		"no role": {
			reason: "all at once",
			args:   (*nodes.TerminationHandlerRoleArgs)(nil),
			want:   rolePath + "InfraID: is required\n" + rolePath + "OIDCProviderARN: is required unless ControlPlaneRoleName is given\n" + rolePath + "QueueARN: is required",
		},
		"a pool's queue": {
			reason: "a pool without Drain has none",
			args:   &nodes.TerminationHandlerRoleArgs{InfraID: infraID, QueueARN: pulumi.String(""), ControlPlaneRoleName: arn},
			want:   rolePath + "QueueARN: is required",
		},
		"both roles": {
			reason: "one is enough",
			args:   &nodes.TerminationHandlerRoleArgs{InfraID: infraID, QueueARN: arn, OIDCProviderARN: arn, ControlPlaneRoleName: arn},
			want:   rolePath + "ControlPlaneRoleName: cannot be set with OIDCProviderARN; the handler acts by one role",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
		})
	}
}
