package plugin

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

const (
	infraID = "demo-x7k2p"
	roleARN = "arn:aws:iam::123456789012:role/role"
)

var (
	resolved = func(text string) pulumi.StringOutput { return pulumi.String(text).ToStringOutput() }
	absent   = resolved("").ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
	noTexts  = pulumi.StringArray{}.ToStringArrayOutput()
	keycloak = &iam.ServiceAccountRoleArgs{OIDCProviderARN: resolved("keycloak")}
)

// outputProblems are the problems that components find in what outputs resolve to, beyond the rules of tags, by their paths.
var outputProblems = map[check.Path]struct {
	args any
	// region is that of the AWS provider, which is an output.
	region  string
	options []mocks.Option
	// prepare sets what a program registers before the component.
	prepare func(provider *aws.Provider, args any)
}{
	"iam.ShortTermCredentialsArgs.PublicKey": {args: &iam.ShortTermCredentialsArgs{
		Name: "demo", OpenShiftVersion: "4.19", PublicKey: resolved("ssh-rsa"),
	}},
	"iam.ServiceAccountRoleArgs.OIDCProviderARN": {args: &iam.ServiceAccountRoleArgs{
		InfraID: infraID, OIDCProviderARN: resolved("keycloak"), Policy: pulumi.String("{}"),
		ServiceAccounts: []iam.ServiceAccount{{Namespace: "web", Name: "shop"}},
	}},
	"iam.AccountRolesArgs.Region": {
		args: &iam.AccountRolesArgs{Product: iam.Classic, OpenShiftVersion: "4.18"}, region: "us-gov-west-1",
	},
	"iam.AccountRolesArgs.OCMAccountID": {args: &iam.AccountRolesArgs{Product: iam.HCP}, region: "cn-north-1"},
	"iam.OperatorRolesArgs.OIDCProviderARN": {args: &iam.OperatorRolesArgs{
		Product: iam.HCP, Prefix: "shop", OIDCProviderARN: resolved("keycloak"),
	}},
	"iam.VolumeKeyArgs.ControlPlaneRoleARN": {args: &iam.VolumeKeyArgs{
		Product: iam.HCP, InstallerRoleARN: pulumi.String(roleARN), SupportRoleARN: pulumi.String(roleARN), CAPARoleARN: pulumi.String(roleARN),
		KubeControllerManagerRoleARN: pulumi.String(roleARN), ControlPlaneRoleARN: resolved(roleARN).ToStringPtrOutput(),
	}},
	"storage.BackupBucketArgs.Replica.Region": {
		args: &storage.BackupBucketArgs{InfraID: infraID, Purpose: "apps"}, region: "us-west-2",
		prepare: func(provider *aws.Provider, args any) {
			args.(*storage.BackupBucketArgs).Replica = &storage.BackupReplicaArgs{Provider: provider, Region: "us-west-1"}
		},
	},
	"storage.BackupBucketArgs.Writer.OIDCProviderARN": {args: &storage.BackupBucketArgs{InfraID: infraID, Purpose: "apps", Writer: keycloak}},
	"storage.LogBucketArgs.Writer.OIDCProviderARN":    {args: &storage.LogBucketArgs{InfraID: infraID, Writer: keycloak}},
	"storage.DataProtectionApplicationArgs.RoleARN": {args: &storage.DataProtectionApplicationArgs{
		Bucket: pulumi.String("demo-backup"), RoleARN: absent,
	}},
	"storage.LogStoreArgs.RoleARN": {args: &storage.LogStoreArgs{
		Bucket: pulumi.String("demo-logs"), RoleARN: absent, StorageClass: pulumi.String("gp3-csi"),
	}},
	"nodes.WorkerPoolArgs.Ignition": {args: pool(func(a *nodes.WorkerPoolArgs) { a.Ignition = resolved("worker.ign") })},
	"nodes.TerminationHandlerArgs.QueueURL": {args: &nodes.TerminationHandlerArgs{
		InfraID: infraID, QueueURL: resolved("https://sqs.us-west-2.amazonaws.com/123456789012/demo").ToStringPtrOutput(),
	}},
	"nodes.TerminationHandlerArgs.RoleARN": {args: &nodes.TerminationHandlerArgs{
		InfraID: infraID, RoleARN: absent, QueueURL: resolved("https://sqs.us-east-2.amazonaws.com/123456789012/demo").ToStringPtrOutput(),
	}},
	"nodes.ClusterAutoscalerASGArgs.RoleARN": {args: &nodes.ClusterAutoscalerASGArgs{InfraID: infraID, RoleARN: absent}},
	"nodes.CSRApproverArgs.GroupNames":       {args: approver(func(a *nodes.CSRApproverArgs) { a.GroupNames = noTexts })},
	"nodes.CSRApproverArgs.ProofRoleARNs":    {args: approver(func(a *nodes.CSRApproverArgs) { a.ProofRoleARNs = noTexts })},
	"nodes.CSRApproverArgs.Role.OIDCProviderARN": {args: approver(func(a *nodes.CSRApproverArgs) {
		a.RoleARN, a.Role = nil, keycloak
	})},
	"configuration.ExternalOIDCArgs.Issuer": {
		args: &configuration.ExternalOIDCArgs{
			ProviderName: "sso", Issuer: "https://sso.example.com", Audiences: []string{"openshift"}, UsernameClaim: "email",
		},
		options: []mocks.Option{object("Authentication", map[string]any{"serviceAccountIssuer": "https://sso.example.com"}, nil)},
	},
	"configuration.ProxyArgs.TrustedCA": {
		args:    &configuration.ProxyArgs{TrustedCA: pulumi.String(clustertest.Certificate)},
		options: []mocks.Option{object("Proxy", map[string]any{"trustedCA": map[string]any{"name": "user-ca-bundle"}}, nil)},
	},
	"configuration.UpgradeArgs.Version": {
		args: &configuration.UpgradeArgs{Version: "4.18.5", Channel: "stable-4.18"},
		options: []mocks.Option{object("ClusterVersion", map[string]any{}, map[string]any{
			"desired": map[string]any{"version": "4.19.1"}, "history": []any{map[string]any{"state": "Completed", "version": "4.19.1"}},
		})},
	},
}

func pool(changes ...func(*nodes.WorkerPoolArgs)) *nodes.WorkerPoolArgs {
	return checktest.With(&nodes.WorkerPoolArgs{
		InfraID: infraID, Pool: "worker", Max: 1, AMI: pulumi.String("ami-0123456789abcdef0"), Ignition: pulumi.String("{}"),
		InstanceProfile:  pulumi.String("demo-worker-profile"),
		SecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-0123456789abcdef0")},
		Subnets:          []network.Subnet{{Zone: "us-east-2a", ID: pulumi.String("subnet-0123456789abcdef0")}},
	}, changes...)
}

func approver(changes ...func(*nodes.CSRApproverArgs)) *nodes.CSRApproverArgs {
	return checktest.With(&nodes.CSRApproverArgs{
		InfraID: infraID, RoleARN: pulumi.String(roleARN), GroupNames: pulumi.StringArray{pulumi.String("demo")},
		InstanceProfiles: pulumi.StringArray{pulumi.String("demo-worker-profile")},
	}, changes...)
}

// object is a cluster with this object of OpenShift's configuration.
func object(kind string, spec, status map[string]any) mocks.Option {
	return mocks.Answer("kubernetes:config.openshift.io/v1:"+kind, func(map[string]any) (map[string]any, error) {
		return map[string]any{"spec": spec, "status": status}, nil
	})
}

// TestProblemsOfOutputs: a problem of what an output resolves to is at the argument, and in a blueprint, a setting or another language at
// what the caller wrote, wherever a component finds it.
func TestProblemsOfOutputs(t *testing.T) {
	t.Parallel()
	for path, tt := range outputProblems {
		of := slices.IndexFunc(Components, func(c Component) bool { return c.Args == reflect.TypeOf(tt.args).Elem() })
		inPart := func(problem *check.Problem) *check.Problem { return problem.In("blueprint.Args.Part") }
		for name, move := range map[string]check.Move{"": nil, " of a part": inPart, " of a property": toProperties(Components[of].Args)} {
			t.Run(path.String()+name, func(t *testing.T) {
				options := append(tt.options, mocks.Config(map[string]string{"aws:region": "us-east-2", "kubernetes:context": "admin"}))
				err := mocks.New(options...).Run(func(ctx *pulumi.Context) error {
					provider, err := aws.NewProvider(ctx, "other", &aws.ProviderArgs{Region: resolved(cmp.Or(tt.region, "us-east-2"))})
					if err != nil {
						return err
					}
					if tt.prepare != nil {
						tt.prepare(provider, tt.args)
					}
					_, err = Components[of].construct(component.WithMove(ctx, move), "x", tt.args, pulumi.Provider(provider))
					return err
				})
				want := &check.Problem{Path: path}
				if move != nil {
					want = move(want)
				}
				require.ErrorContains(t, err, want.Path.String()+": ")
			})
		}
	}
}
