package nodes_test

import (
	"encoding/base64"
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const (
	templateType = "aws:ec2/launchTemplate:LaunchTemplate"
	groupType    = "aws:autoscaling/group:Group"

	pointerIgnition = `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/worker"}]}}}`
)

func poolArgs() *nodes.WorkerPoolArgs {
	return &nodes.WorkerPoolArgs{
		InfraID:          infraID,
		Subnets:          subnets("us-east-2a", "us-east-2b", "us-east-2c"),
		AMI:              pulumi.String("ami-0123456789abcdef0"),
		Min:              2,
		Max:              6,
		SecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-node"), pulumi.String("sg-lb")},
		InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		Ignition:         pulumi.String(pointerIgnition),
		Tags:             pulumi.StringMap{"team": pulumi.String("core")},
	}
}

func samePool(*nodes.WorkerPoolArgs) {}

func pool(change func(*nodes.WorkerPoolArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := poolArgs()
		change(args)
		workers, err := nodes.NewWorkerPool(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("group", workers.GroupName)
		ctx.Export("arn", workers.GroupARN)
		ctx.Export("template", workers.LaunchTemplateID)
		return nil
	}
}

// only returns the inputs of the one resource of a type.
func only(t *testing.T, rec *mocks.Recorder, token string) map[string]any {
	t.Helper()
	found := rec.OfType(token)
	require.Len(t, found, 1)
	return found[0].Inputs
}

func TestWorkerPoolGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/workers.golden", mockstest.Run(t, pool(samePool)).Golden())
}

func TestWorkerPoolSpotGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/workers-spot.golden", mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.InstanceType = pulumi.String("m6i.2xlarge")
		a.Desired = new(4)
		a.Spot = &nodes.SpotArgs{MaxPrice: "0.08"}
		a.RootVolume = &nodes.RootVolumeArgs{
			SizeGiB:       500,
			IOPS:          4000,
			ThroughputMiB: 500,
			KMSKeyARN:     pulumi.String("arn:aws:kms:us-east-2:1:key/k"),
		}
	})).Golden())
}

func TestWorkerPoolPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, pool(samePool))
}

func TestUserDataIsTheIgnitionAsASecret(t *testing.T) {
	t.Parallel()
	template := only(t, mockstest.Run(t, pool(samePool)), templateType)
	assert.Equal(
		t,
		mocks.Secret{Value: base64.StdEncoding.EncodeToString([]byte(pointerIgnition))},
		template["userData"],
		"a plain text becomes a secret too",
	)
}

func TestDesiredIsLeftAloneUnlessGiven(t *testing.T) {
	t.Parallel()
	assert.NotContains(t, only(t, mockstest.Run(t, pool(samePool)), groupType), "desiredCapacity")
	for _, desired := range []int{0, 4} {
		group := only(
			t,
			mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Desired = 0, new(desired) })),
			groupType,
		)
		assert.Equal(t, float64(desired), group["desiredCapacity"])
	}
}

func TestSpotOptions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		spot   *nodes.SpotArgs
		want   any
	}{
		"on demand": {reason: "the default"},
		"no price": {
			reason: "AWS then caps at the on-demand price",
			spot:   &nodes.SpotArgs{},
			want:   map[string]any{"marketType": "spot"},
		},
		"price": {
			reason: "a cap of one's own",
			spot:   &nodes.SpotArgs{MaxPrice: "0.08"},
			want:   map[string]any{"marketType": "spot", "spotOptions": map[string]any{"maxPrice": "0.08"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			template := only(
				t,
				mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Spot = tt.spot })),
				templateType,
			)
			assert.Equal(t, tt.want, template["instanceMarketOptions"], tt.reason)
		})
	}
}

func TestResizingTouchesOnlyTheGroup(t *testing.T) {
	t.Parallel()
	small := mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Max = 1, 3 }))
	large := mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Max = 4, 9 }))
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

func TestTheOrderOfSubnetsChangesNothing(t *testing.T) {
	t.Parallel()
	forth := mockstest.Inputs(mockstest.Run(t, pool(samePool)))
	back := mockstest.Inputs(
		mockstest.Run(
			t,
			pool(func(a *nodes.WorkerPoolArgs) { a.Subnets = subnets("us-east-2c", "us-east-2b", "us-east-2a") }),
		),
	)
	assert.Equal(t, forth, back)
}

func TestTwoPoolsStandSideBySide(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		for _, name := range []string{"on-demand", "spot"} {
			if _, err := nodes.NewWorkerPool(ctx, name, poolArgs()); err != nil {
				return err
			}
		}
		return nil
	})
	assert.Len(t, rec.OfType(groupType), 2)
	for _, group := range rec.OfType(groupType) {
		assert.NotContains(t, group.Inputs, "name", "physical names are Pulumi's, so that a replacement has another")
	}
}

func TestNoChangeReplacesAnything(t *testing.T) {
	t.Parallel()
	before := mockstest.Run(t, pool(samePool))
	for name, change := range map[string]func(*nodes.WorkerPoolArgs){
		"image":    func(a *nodes.WorkerPoolArgs) { a.AMI = pulumi.String("ami-1") },
		"type":     func(a *nodes.WorkerPoolArgs) { a.InstanceType = pulumi.String("m6i.xlarge") },
		"volume":   func(a *nodes.WorkerPoolArgs) { a.RootVolume = &nodes.RootVolumeArgs{SizeGiB: 400} },
		"spot":     func(a *nodes.WorkerPoolArgs) { a.Spot = &nodes.SpotArgs{} },
		"ignition": func(a *nodes.WorkerPoolArgs) { a.Ignition = pulumi.String(`{"ignition":{"version":"3.4.0"}}`) },
		"size":     func(a *nodes.WorkerPoolArgs) { a.Min, a.Max, a.Desired = 1, 9, new(5) },
		"zones":    func(a *nodes.WorkerPoolArgs) { a.Subnets = subnets("us-east-2a") },
		"groups":   func(a *nodes.WorkerPoolArgs) { a.SecurityGroupIDs = pulumi.ToStringArray([]string{"sg-1"}) },
		"profile":  func(a *nodes.WorkerPoolArgs) { a.InstanceProfile = pulumi.String("other") },
		"tags":     func(a *nodes.WorkerPoolArgs) { a.Tags = nil },
		"infra id": func(a *nodes.WorkerPoolArgs) { a.InfraID = mockstest.LongInfraID },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := mockstest.Run(t, pool(change))
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

// properties are recorded inputs as the engine has them, secrets opened.
func properties(inputs map[string]any) resource.PropertyMap {
	opened := maps.Clone(inputs)
	for key, value := range opened {
		if secret, ok := value.(mocks.Secret); ok {
			opened[key] = secret.Value
		}
	}
	return resource.NewPropertyMapFromMap(opened)
}
