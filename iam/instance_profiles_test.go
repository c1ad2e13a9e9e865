package iam_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func profiles(args iam.InstanceProfilesArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := iam.NewInstanceProfiles(ctx, "main", &args, opts...)
		return err
	}
}

func names(rec *mocks.Recorder) []string {
	var all []string
	for _, resource := range rec.Resources() {
		all = append(all, resource.Name)
	}
	slices.Sort(all)
	return all
}

func document(t *testing.T, input any) policy.Document {
	t.Helper()
	var d policy.Document
	require.NoError(t, json.Unmarshal([]byte(input.(string)), &d))
	return d
}

func TestInstanceProfilesGolden(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   iam.InstanceProfilesArgs
	}{
		"bootstrap": {
			reason: "all three profiles, with every option",
			args: iam.InstanceProfilesArgs{
				InfraID: mockstest.LongInfraID, Region: "eu-central-1", Bootstrap: true, Path: "/openshift/demo/",
				PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
				Tags:                pulumi.StringMap{"team": pulumi.String("core")},
			},
		},
		"cluster-china": {
			reason: "the bootstrap profile is gone",
			args:   iam.InstanceProfilesArgs{InfraID: "demo-x7k2p", Region: "cn-north-1"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Log(tt.reason)
			rec := mockstest.Run(t, profiles(tt.args), mocks.Region(tt.args.Region))
			golden.Check(t, "testdata/instance-profiles-"+name+".golden", rec.Golden())
		})
	}
}

func TestInstanceProfilesPolicies(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason          string
		region          string
		service, object string
	}{
		"commercial": {
			reason:  "the usual partition",
			region:  "us-east-2",
			service: "ec2.amazonaws.com",
			object:  "arn:aws:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
		"gov": {
			reason:  "ARNs differ, principals do not",
			region:  "us-gov-west-1",
			service: "ec2.amazonaws.com",
			object:  "arn:aws-us-gov:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
		"china": {
			reason:  "both differ",
			region:  "cn-northwest-1",
			service: "ec2.amazonaws.com.cn",
			object:  "arn:aws-cn:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(
				t,
				profiles(iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: tt.region, Bootstrap: true}),
				mocks.Region(tt.region),
			)
			for _, role := range rec.OfType("aws:iam/role:Role") {
				assert.Equal(t, policy.AssumeRole(tt.service), document(t, role.Inputs["assumeRolePolicy"]), tt.reason)
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 3)
			everything := []string{"*"}
			assert.Equal(t, policy.New(
				policy.Statement{
					Effect:   policy.Allow,
					Action:   []string{"ec2:Describe*", "ec2:AttachVolume", "ec2:DetachVolume"},
					Resource: everything,
				},
				policy.Statement{
					Effect:   policy.Allow,
					Action:   []string{"s3:GetObject"},
					Resource: []string{tt.object},
				},
			), document(t, mockstest.Find(t, rec, "main-bootstrap-policy").Inputs["policy"]), tt.reason)
			assert.Equal(t, policy.New(
				policy.Statement{
					Effect:   policy.Allow,
					Action:   []string{"ec2:DescribeInstances", "ec2:DescribeRegions"},
					Resource: everything,
				},
			), document(t, mockstest.Find(t, rec, "main-worker-policy").Inputs["policy"]))
			assert.Equal(t, policy.New(
				policy.Statement{Effect: policy.Allow, Action: wantMasterActions(), Resource: everything},
			), document(t, mockstest.Find(t, rec, "main-master-policy").Inputs["policy"]))
		})
	}
}

// wantMasterActions are the actions of the installer's CloudFormation template, by service.
func wantMasterActions() []string {
	var actions []string
	for _, service := range []struct{ name, actions string }{
		{
			name: "ec2",
			actions: "AttachVolume AuthorizeSecurityGroupIngress CreateSecurityGroup CreateTags CreateVolume DeleteSecurityGroup DeleteVolume " +
				"Describe* DetachVolume ModifyInstanceAttribute ModifyVolume RevokeSecurityGroupIngress",
		},
		{
			name: "elasticloadbalancing",
			actions: "AddTags AttachLoadBalancerToSubnets ApplySecurityGroupsToLoadBalancer CreateListener CreateLoadBalancer " +
				"CreateLoadBalancerPolicy CreateLoadBalancerListeners CreateTargetGroup ConfigureHealthCheck DeleteListener DeleteLoadBalancer " +
				"DeleteLoadBalancerListeners DeleteTargetGroup DeregisterInstancesFromLoadBalancer DeregisterTargets Describe* " +
				"DetachLoadBalancerFromSubnets ModifyListener ModifyLoadBalancerAttributes ModifyTargetGroup ModifyTargetGroupAttributes " +
				"RegisterInstancesWithLoadBalancer RegisterTargets SetLoadBalancerPoliciesForBackendServer SetLoadBalancerPoliciesOfListener",
		},
		{name: "kms", actions: "DescribeKey"},
	} {
		for action := range strings.FieldsSeq(service.actions) {
			actions = append(actions, service.name+":"+action)
		}
	}
	return actions
}

// TestInstanceProfilesOutputs starts machines with the profiles, to see what they wait for.
func TestInstanceProfilesOutputs(t *testing.T) {
	t.Parallel()
	args := iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2", Bootstrap: true}
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		made, err := iam.NewInstanceProfiles(ctx, "main", &args)
		if err != nil {
			return err
		}
		ctx.Export("master", pulumi.StringArray{made.ControlPlaneRoleARN, made.ControlPlaneRoleName})
		ctx.Export("worker", pulumi.StringArray{made.WorkerRoleARN, made.WorkerRoleName})
		for name, profile := range map[string]pulumi.StringOutput{"master": made.ControlPlane, "worker": made.Worker, "bootstrap": made.Bootstrap} {
			if _, err := ec2.NewInstance(ctx, name, &ec2.InstanceArgs{
				Ami:                pulumi.String("ami-0123456789abcdef0"),
				InstanceType:       pulumi.String("m5.large"),
				IamInstanceProfile: profile,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, machine := range []string{"master", "worker", "bootstrap"} {
		profile := mockstest.Find(t, rec, "main-"+machine+"-profile")
		started := mockstest.Find(t, rec, machine)
		assert.Equal(t, profile.Outputs["name"], started.Inputs["iamInstanceProfile"], machine)
		assert.ElementsMatch(
			t,
			[]string{profile.URN, mockstest.Find(t, rec, "main-"+machine+"-policy").URN},
			started.Dependencies,
			machine,
		)
	}
	master, worker := mockstest.Find(t, rec, "main-master-role"), mockstest.Find(t, rec, "main-worker-role")
	assert.Equal(t, map[string]any{
		"master": []any{master.Outputs["arn"], master.Outputs["name"]},
		"worker": []any{worker.Outputs["arn"], worker.Outputs["name"]},
	}, rec.Outputs())
	chain := rec.Graph().LongestChain()
	t.Logf("longest chain: %v", chain)
	assert.LessOrEqual(t, len(chain), 3)
}

func TestInstanceProfilesWithoutBootstrap(t *testing.T) {
	t.Parallel()
	args := iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2"}
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		made, err := iam.NewInstanceProfiles(ctx, "main", &args)
		if err != nil {
			return err
		}
		assert.Equal(t, pulumi.StringOutput{}, made.Bootstrap, "a check can tell that it is missing")
		return nil
	})
	with := args
	with.Bootstrap = true
	gone := slices.DeleteFunc(
		names(mockstest.Run(t, profiles(with))),
		func(name string) bool { return slices.Contains(names(rec), name) },
	)
	assert.Equal(t, []string{"main-bootstrap-policy", "main-bootstrap-profile", "main-bootstrap-role"}, gone)
}

func TestInstanceProfilesPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	for _, stage := range []bool{true, false} {
		program := profiles(
			iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2", Bootstrap: stage},
		)
		preview := mocks.New()
		require.NoError(t, preview.Preview(program))
		assert.Equal(t, names(mockstest.Run(t, program)), names(preview))
	}
}

func TestInstanceProfilesProviderIsInherited(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		return profiles(
			iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2", Bootstrap: true},
			pulumi.Providers(provider),
		)(
			ctx,
		)
	})
	provider := mockstest.Find(t, rec, "other-account").URN
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != provider {
			assert.Equal(t, provider, resource.Provider, resource.Name)
		}
	}
}

func TestInstanceProfilesName(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]string{41: "", 42: "has 42 characters; at most 41 fit the names of roles"} {
		rec := mocks.New()
		err := rec.Run(func(ctx *pulumi.Context) error {
			_, err := iam.NewInstanceProfiles(
				ctx,
				strings.Repeat("n", length),
				&iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2", Bootstrap: true},
			)
			return err
		})
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
		assert.Empty(t, rec.OfType("openshift-aws:iam:InstanceProfiles"))
	}
}
