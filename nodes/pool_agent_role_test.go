package nodes_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestAgentRoleArgsValidate(t *testing.T) {
	t.Parallel()
	type autoscaler = nodes.AutoscalerRoleArgs
	type handler = nodes.TerminationHandlerRoleArgs
	const autoscalerPath, handlerPath = "nodes.AutoscalerRoleArgs", "nodes.TerminationHandlerRoleArgs"
	role, queue := pulumi.String("demo-master"), pulumi.String(drainQueueARN)
	oidc := pulumi.String("arn:aws:iam::123456789012:oidc-provider/issuer.example.com")
	for name, tt := range map[string]struct {
		reason string
		args   interface{ Validate() error }
		want   []string
	}{
		"own role": {
			reason: "a role can trust an OIDC provider",
			args:   &autoscaler{InfraID: infraID, OIDCProviderARN: oidc},
		},
		"control plane role": {
			reason: "a policy can extend a role",
			args:   &autoscaler{InfraID: infraID, ControlPlaneRoleName: role},
		},
		"handler": {
			reason: "the handler also needs a queue",
			args:   &handler{InfraID: infraID, QueueARN: queue, ControlPlaneRoleName: role},
		},
		"nothing": {
			reason: "the infrastructure ID and a role are required",
			args:   (*autoscaler)(nil),
			want:   []string{autoscalerPath + ".InfraID: required", autoscalerPath + ": required"},
		},
		"no handler": {
			reason: "the infrastructure ID, a role and a queue are required",
			args:   (*handler)(nil),
			want: []string{
				handlerPath + ".InfraID: required", handlerPath + ": required", handlerPath + ".QueueARN: required",
			},
		},
		"two roles": {
			reason: "an agent has one role",
			args:   &handler{InfraID: infraID, QueueARN: queue, OIDCProviderARN: oidc, ControlPlaneRoleName: role},
			want:   []string{handlerPath + ": exclusive"},
		},
		"empty role": {
			reason: "an empty name is not a role",
			args:   &autoscaler{InfraID: infraID, ControlPlaneRoleName: pulumi.String("")},
			want:   []string{autoscalerPath + ".ControlPlaneRoleName: required"},
		},
		"empty queue": {
			reason: "an empty ARN is not a queue",
			args:   &handler{InfraID: infraID, QueueARN: pulumi.String(""), ControlPlaneRoleName: role},
			want:   []string{handlerPath + ".QueueARN: required"},
		},
		"every queue": {
			reason: "the permissions are for one queue",
			args:   &handler{InfraID: infraID, QueueARN: pulumi.String("*"), ControlPlaneRoleName: role},
			want:   []string{handlerPath + ".QueueARN: format"},
		},
		"forms": {
			reason: "each of these fields has a form",
			args: &autoscaler{
				InfraID: infraID, OIDCProviderARN: pulumi.String("issuer.example.com"), Namespace: "a.b", Path: "/openshift",
				PermissionsBoundary: pulumi.String("boundary"),
			},
			want: []string{
				autoscalerPath + ".Namespace: format", autoscalerPath + ".OIDCProviderARN: format",
				autoscalerPath + ".Path: format", autoscalerPath + ".PermissionsBoundary: format",
			},
		},
		"role name": {
			reason: "the control plane's role is given by its name, not its ARN",
			args:   &autoscaler{InfraID: infraID, ControlPlaneRoleName: pulumi.String("arn:aws:iam::123456789012:role/a")},
			want:   []string{autoscalerPath + ".ControlPlaneRoleName: format"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}

// TestAgentRoleName: Pulumi forms the role's name from the component's; the control plane's role has a name already.
func TestAgentRoleName(t *testing.T) {
	t.Parallel()
	program := func(args nodes.AutoscalerRoleArgs) pulumi.RunFunc {
		args.InfraID = infraID
		return func(ctx *pulumi.Context) error {
			_, err := nodes.NewAutoscalerRole(ctx, strings.Repeat("a", 60), &args)
			return err
		}
	}
	oidc := pulumi.String("arn:aws:iam::123456789012:oidc-provider/issuer.example.com")
	mockstest.Rejected(t, program(nodes.AutoscalerRoleArgs{OIDCProviderARN: oidc}),
		"nodes.NewAutoscalerRole.name: must have at most 51 characters (has 60)")
	mockstest.Run(t, program(nodes.AutoscalerRoleArgs{ControlPlaneRoleName: pulumi.String("demo-master")}))
}
