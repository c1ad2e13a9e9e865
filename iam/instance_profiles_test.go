package iam_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestInstanceProfilesPolicies(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason          string
		region          string
		service, object string
	}{
		"commercial": {
			reason:  "the bucket is in the partition of the region",
			region:  "us-east-2",
			service: "ec2.amazonaws.com",
			object:  "arn:aws:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
		"gov": {
			reason:  "only ARNs differ on GovCloud",
			region:  "us-gov-west-1",
			service: "ec2.amazonaws.com",
			object:  "arn:aws-us-gov:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
		"china": {
			reason:  "ARNs and service principals differ in China",
			region:  "cn-northwest-1",
			service: "ec2.amazonaws.com.cn",
			object:  "arn:aws-cn:s3:::openshift-bootstrap-data-" + mockstest.LongInfraID + "/*",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, profiles(installing(tt.region)), mocks.Region(tt.region))
			for _, role := range rec.OfType("aws:iam/role:Role") {
				assert.Equal(t, policy.AssumeRole(tt.service), document(t, role.Inputs["assumeRolePolicy"]), tt.reason)
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 3)
			all := []string{"*"}
			assert.Equal(t, policy.New(
				policy.Statement{
					Effect:   policy.Allow,
					Action:   []string{"ec2:Describe*", "ec2:AttachVolume", "ec2:DetachVolume"},
					Resource: all,
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
					Resource: all,
				},
			), document(t, mockstest.Find(t, rec, "main-worker-policy").Inputs["policy"]))
			assert.Equal(t, policy.New(
				policy.Statement{Effect: policy.Allow, Action: wantMasterActions(), Resource: all},
			), document(t, mockstest.Find(t, rec, "main-master-policy").Inputs["policy"]))
		})
	}
}

// wantMasterActions are the actions of the installer's CloudFormation template.
func wantMasterActions() []string {
	var actions []string
	for _, service := range []struct{ name, actions string }{
		{
			name: "ec2",
			actions: "AttachVolume AuthorizeSecurityGroupIngress CreateSecurityGroup CreateTags CreateVolume " +
				"DeleteSecurityGroup DeleteVolume Describe* DetachVolume ModifyInstanceAttribute ModifyVolume " +
				"RevokeSecurityGroupIngress",
		},
		{
			name: "elasticloadbalancing",
			actions: "AddTags AttachLoadBalancerToSubnets ApplySecurityGroupsToLoadBalancer CreateListener " +
				"CreateLoadBalancer CreateLoadBalancerPolicy CreateLoadBalancerListeners CreateTargetGroup " +
				"ConfigureHealthCheck DeleteListener DeleteLoadBalancer DeleteLoadBalancerListeners DeleteTargetGroup " +
				"DeregisterInstancesFromLoadBalancer DeregisterTargets Describe* DetachLoadBalancerFromSubnets " +
				"ModifyListener ModifyLoadBalancerAttributes ModifyTargetGroup ModifyTargetGroupAttributes " +
				"RegisterInstancesWithLoadBalancer RegisterTargets SetLoadBalancerPoliciesForBackendServer " +
				"SetLoadBalancerPoliciesOfListener",
		},
		{name: "kms", actions: "DescribeKey"},
	} {
		for action := range strings.FieldsSeq(service.actions) {
			actions = append(actions, service.name+":"+action)
		}
	}
	return actions
}

// Instances with a profile depend on its policy.
func TestInstanceProfilesOutputs(t *testing.T) {
	t.Parallel()
	args := installing("us-east-2")
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		created, err := iam.NewInstanceProfiles(ctx, "main", &args)
		if err != nil {
			return err
		}
		ctx.Export("master", pulumi.StringArray{created.ControlPlaneRoleARN, created.ControlPlaneRoleName})
		ctx.Export("worker", pulumi.StringArray{created.WorkerRoleARN, created.WorkerRoleName})
		ctx.Export("bootstrap", created.BootstrapRoleARN)
		for name, profile := range map[string]pulumi.StringPtrInput{
			"master": created.ControlPlane, "worker": created.Worker, "bootstrap": created.Bootstrap,
		} {
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
		instance := mockstest.Find(t, rec, machine)
		assert.Equal(t, profile.Outputs["name"], instance.Inputs["iamInstanceProfile"], machine)
		policy := mockstest.Find(t, rec, "main-"+machine+"-policy")
		assert.ElementsMatch(t, []string{profile.URN, policy.URN}, instance.Dependencies, machine)
	}
	master, worker := mockstest.Find(t, rec, "main-master-role"), mockstest.Find(t, rec, "main-worker-role")
	assert.Equal(t, map[string]any{
		"master": []any{master.Outputs["arn"], master.Outputs["name"]},
		"worker": []any{worker.Outputs["arn"], worker.Outputs["name"]},

		"bootstrap": mockstest.Find(t, rec, "main-bootstrap-role").Outputs["arn"],
	}, rec.Outputs())
	chain := rec.Graph().LongestChain()
	t.Logf("longest chain: %v", chain)
	assert.LessOrEqual(t, len(chain), 3)
}

func TestInstanceProfilesAfterTheBootstrapStage(t *testing.T) {
	t.Parallel()
	before := mockstest.Run(t, profiles(installing("us-east-2")))
	after := mockstest.Run(t, func(ctx *pulumi.Context) error {
		args := installed("us-east-2")
		created, err := iam.NewInstanceProfiles(ctx, "main", &args)
		if err != nil {
			return err
		}
		ctx.Export("bootstrap", created.Bootstrap)
		ctx.Export("bootstrapRoleArn", created.BootstrapRoleARN)
		return nil
	})
	assert.Equal(t, map[string]any{"bootstrap": nil, "bootstrapRoleArn": nil}, after.Outputs())
	var deleted []string
	for _, resource := range before.Resources() {
		if _, ok := after.Find(resource.Name); !ok {
			deleted = append(deleted, resource.Name)
		}
	}
	assert.ElementsMatch(t, []string{"main-bootstrap-policy", "main-bootstrap-profile", "main-bootstrap-role"}, deleted)
}

func TestInstanceProfilesName(t *testing.T) {
	t.Parallel()
	run := func(name string) error {
		return mocks.New().Run(mockstest.Program(iam.NewInstanceProfiles, name, new(installing("us-east-2"))))
	}
	require.NoError(t, run(strings.Repeat("n", 41)))
	checktest.Equal(t, []string{"iam.NewInstanceProfiles.name: range"}, run(strings.Repeat("n", 42)),
		"role names have at most 64 characters")
	checktest.Equal(t, []string{"iam.NewInstanceProfiles.name: format"}, run("a/b"), "role names have no slash")
}

// Before 4.23 the permission would only serve who has taken over a control-plane machine.
func TestInstanceProfilesOfAReleaseSetSecurityGroups(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{"": false, "4.16": false, "4.22": false, "4.23": true, "5.0": true} {
		args := installed("us-east-2")
		args.OpenShiftVersion = version
		actions := document(t, mockstest.Find(t, mockstest.Run(t, profiles(args)), "main-master-policy").Inputs["policy"]).Statement[0].Action
		assert.Equal(t, want, slices.Contains(actions, "elasticloadbalancing:SetSecurityGroups"), version)
	}
}
