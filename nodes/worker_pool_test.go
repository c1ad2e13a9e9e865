package nodes_test

import (
	"maps"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	templateType = "aws:ec2/launchTemplate:LaunchTemplate"
	groupType    = "aws:autoscaling/group:Group"

	pointerIgnition = `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":` +
		`"https://api-int.demo.example.com:22623/config/worker"}]}}}`
)

const hookType = "aws:autoscaling/lifecycleHook:LifecycleHook"

func poolArgs(changes ...func(*nodes.WorkerPoolArgs)) *nodes.WorkerPoolArgs {
	return checktest.With(&nodes.WorkerPoolArgs{
		InfraID:          infraID,
		Subnets:          subnets("us-east-2a", "us-east-2b", "us-east-2c"),
		AMI:              pulumi.String("ami-0123456789abcdef0"),
		Min:              2,
		Max:              6,
		SecurityGroupIDs: securityGroups(),
		InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		Ignition:         pulumi.String(pointerIgnition),
		Tags:             pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func samePool(*nodes.WorkerPoolArgs) {}

func pool(change func(*nodes.WorkerPoolArgs)) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewWorkerPool, "demo", poolArgs(change),
		func(workers *nodes.WorkerPool) pulumi.Map {
			return pulumi.Map{
				"group":    workers.GroupName,
				"arn":      workers.GroupARN,
				"template": workers.LaunchTemplateID,
			}
		})
}

// elastic sets all options that can be combined.
func elastic(a *nodes.WorkerPoolArgs) {
	a.Pool = "batch"
	a.Min, a.Max, a.Desired = 0, 12, new(3)
	a.Mixed = &nodes.MixedInstancesArgs{
		Types:        []nodes.MixedType{{InstanceType: "m6i.xlarge"}, {InstanceType: "m5.xlarge"}},
		OnDemandBase: 2, OnDemandPercentageAboveBase: 25, SpotMaxPrice: "0.10",
	}
	a.Autoscaling = &nodes.PoolAutoscalingArgs{
		Resources:            map[string]string{"ephemeral-storage": "300Gi"},
		UtilizationThreshold: 0.4, UnneededTime: 5 * time.Minute, UnreadyTime: time.Hour,
		Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}},
	}
	a.Labels = map[string]string{"example.com/team": "data", "node.kubernetes.io/lifecycle": "spot"}
	a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/sdf"}}
	a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("batch")}
	a.Tenancy = "default"
	a.KeyName = pulumi.String("debug")
	a.TargetGroupARNs = pulumi.ToStringArray(
		[]string{"arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/a/1"},
	)
	a.ClassicLoadBalancers = pulumi.ToStringArray([]string{"elb"})
	a.LoadBalancerHealth = true
	a.HealthGracePeriod = 15 * time.Minute
	a.CapacityRebalance = true
	a.Maintenance = &nodes.MaintenanceArgs{MinHealthyPercentage: 90, MaxHealthyPercentage: 120}
	a.Refresh = &nodes.RefreshArgs{SkipMatching: true, AutoRollback: true}
	a.Drain = &nodes.DrainArgs{}
	a.MaxInstanceLifetime = 14 * 24 * time.Hour
	a.ProtectFromScaleIn = true
}

func TestResizingUpdatesOnlyTheGroup(t *testing.T) {
	t.Parallel()
	small := run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Max = 1, 3 }))
	large := run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Max = 4, 9 }))
	assert.Equal(t, only(t, small, templateType), only(t, large, templateType))
	before, after := only(t, small, groupType), only(t, large, groupType)
	assert.Equal(t, []any{1.0, 3.0}, []any{before["minSize"], before["maxSize"]})
	assert.Equal(t, []any{4.0, 9.0}, []any{after["minSize"], after["maxSize"]})
	for _, group := range []map[string]any{before, after} {
		delete(group, "minSize")
		delete(group, "maxSize")
	}
	assert.Equal(t, before, after)
}

func TestOrderOfSubnetsDoesNotMatter(t *testing.T) {
	t.Parallel()
	forth := mockstest.Inputs(run(t, pool(samePool)))
	back := mockstest.Inputs(
		run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Subnets = subnets("us-east-2c", "us-east-2b", "us-east-2a") })),
	)
	assert.Equal(t, forth, back)
}

func TestTwoPools(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		for _, name := range []string{"on-demand", "spot"} {
			if _, err := nodes.NewWorkerPool(ctx, name, poolArgs()); err != nil {
				return err
			}
		}
		return nil
	})
	assert.Len(t, rec.OfType(groupType), 2)
	for _, group := range rec.OfType(groupType) {
		assert.NotContains(t, group.Inputs, "name",
			"names are generated, so that a replacement can exist at the same time")
	}
}

func TestNoChangeReplacesAnything(t *testing.T) {
	t.Parallel()
	before := run(t, pool(samePool))
	for name, change := range map[string]func(*nodes.WorkerPoolArgs){
		"image":    func(a *nodes.WorkerPoolArgs) { a.AMI = pulumi.String("ami-0123456789abcdef1") },
		"type":     func(a *nodes.WorkerPoolArgs) { a.InstanceType = "m6i.xlarge" },
		"volume":   func(a *nodes.WorkerPoolArgs) { a.RootVolume = &nodes.VolumeArgs{SizeGiB: 400} },
		"spot":     func(a *nodes.WorkerPoolArgs) { a.Spot = &nodes.SpotArgs{} },
		"ignition": func(a *nodes.WorkerPoolArgs) { a.Ignition = pulumi.String(`{"ignition":{"version":"3.4.0"}}`) },
		"size":     func(a *nodes.WorkerPoolArgs) { a.Min, a.Max, a.Desired = 1, 9, new(5) },
		"zones":    func(a *nodes.WorkerPoolArgs) { a.Subnets = subnets("us-east-2a") },
		"groups": func(a *nodes.WorkerPoolArgs) {
			a.SecurityGroupIDs = pulumi.ToStringArray([]string{"sg-0123456789abcdef1"})
		},
		"profile":  func(a *nodes.WorkerPoolArgs) { a.InstanceProfile = pulumi.String("other") },
		"tags":     func(a *nodes.WorkerPoolArgs) { a.Tags = nil },
		"infra id": func(a *nodes.WorkerPoolArgs) { a.InfraID = mockstest.LongInfraID },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := run(t, pool(change))
			var changed []string
			for _, token := range []string{templateType, groupType} {
				schema, ok := aws.Resource(token)
				require.True(t, ok)
				changes, replaces := schema.Diff(properties(only(t, before, token)), properties(only(t, after, token)))
				assert.Empty(t, replaces, token)
				changed = append(changed, changes...)
			}
			assert.NotEmpty(t, changed)
		})
	}
}

// properties returns recorded inputs as the engine compares them, with the values of secrets.
func properties(inputs map[string]any) resource.PropertyMap {
	opened := maps.Clone(inputs)
	for key, value := range opened {
		if secret, ok := value.(mocks.Secret); ok {
			opened[key] = secret.Value
		}
	}
	return resource.NewPropertyMapFromMap(opened)
}
