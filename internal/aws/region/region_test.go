package region_test

import (
	"os"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
)

// fakes return inputs as outputs, and record the region that sink was registered with.
type fakes struct{ region string }

func (f *fakes) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	if args.Name == "sink" {
		f.region = args.Inputs["region"].StringValue()
	}
	return args.Name, args.Inputs, nil
}

func (*fakes) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return args.Args, nil
}

// run returns the region that a program computes. It does not set aws:region, as package mocks does.
func run(program func(*pulumi.Context) (pulumi.StringOutput, error), config map[string]string) (string, error) {
	recorded := &fakes{}
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		region, err := program(ctx)
		if err != nil {
			return err
		}
		return ctx.RegisterResource("test:index:Sink", "sink", pulumi.Map{"region": region}, &sink{})
	}, pulumi.WithMocks("project", "stack", recorded), func(info *pulumi.RunInfo) { info.Config = config })
	return recorded.region, err
}

type sink struct{ pulumi.CustomResourceState }

type component struct{ pulumi.ResourceState }

// options returns the options of a component in a program.
type options func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption

func provider(t *testing.T, ctx *pulumi.Context, region pulumi.StringPtrInput) *aws.Provider {
	t.Helper()
	registered, err := aws.NewProvider(ctx, "provider", &aws.ProviderArgs{Region: region})
	require.NoError(t, err)
	return registered
}

func direct(region pulumi.StringPtrInput) options {
	return func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
		return []pulumi.ResourceOption{pulumi.Provider(provider(t, ctx, region))}
	}
}

func inherited(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
	parent := &component{}
	opt := pulumi.Providers(provider(t, ctx, pulumi.String("cn-north-1")))
	require.NoError(t, ctx.RegisterComponentResource("test:index:Parent", "parent", parent, opt))
	return []pulumi.ResourceOption{pulumi.Parent(parent)}
}

// otherAWSProvider stands in for the provider type of another major version of pulumi-aws.
type otherAWSProvider struct{ pulumi.ProviderResourceState }

func otherVersion(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
	other := &otherAWSProvider{}
	require.NoError(t, ctx.RegisterResource("pulumi:providers:aws", "other", pulumi.Map{}, other))
	return []pulumi.ResourceOption{pulumi.Provider(other)}
}

func TestRegion(t *testing.T) {
	tests := map[string]struct {
		reason   string
		explicit string
		config   map[string]string
		env      map[string]string
		options  options
		// before is the region that is known before the component is registered.
		before, want, problem string
	}{
		"explicit": {
			reason:   "an argument overrides every provider",
			explicit: "eu-west-1",
			config:   map[string]string{"aws:region": "us-west-2"},
			options:  direct(pulumi.String("cn-north-1")),
			before:   "eu-west-1",
			want:     "eu-west-1",
		},
		"configuration": {
			reason: "the default provider reads aws:region before the environment",
			config: map[string]string{"aws:region": "us-west-2"},
			env:    map[string]string{"AWS_REGION": "us-east-1"},
			before: "us-west-2",
			want:   "us-west-2",
		},
		"AWS_REGION": {
			reason: "the default provider reads the environment",
			env:    map[string]string{"AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-west-1"},
			before: "us-east-1",
			want:   "us-east-1",
		},
		"AWS_DEFAULT_REGION": {
			reason: "the AWS CLI's variable is read last",
			env:    map[string]string{"AWS_DEFAULT_REGION": "us-west-1"},
			before: "us-west-1",
			want:   "us-west-1",
		},
		"provider": {
			reason:  "an explicit provider overrides the configuration, and its region is an output",
			config:  map[string]string{"aws:region": "us-west-2"},
			options: direct(pulumi.String("cn-north-1")),
			want:    "cn-north-1",
		},
		"inherited provider": {
			reason:  "children use the provider of the component's parent",
			config:  map[string]string{"aws:region": "us-west-2"},
			options: inherited,
			want:    "cn-north-1",
		},
		"provider without a region": {
			reason:  "the region of a shared AWS configuration file is unknown to the program",
			options: direct(nil),
			problem: "the AWS provider has no region; set Region",
		},
		"provider of another version": {
			reason:  "its region must not be guessed from the configuration",
			config:  map[string]string{"aws:region": "us-west-2"},
			options: otherVersion,
			problem: "cannot read the region of the AWS provider (*region_test.otherAWSProvider); set Region",
		},
		"nothing": {
			reason: "the default provider needs a region too",
			problem: "aws:region: is required; run `pulumi config set aws:region us-east-2` " +
				"or set AWS_REGION",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
				t.Setenv(variable, tt.env[variable])
				if tt.env[variable] == "" {
					require.NoError(t, os.Unsetenv(variable))
				}
			}
			got, err := run(func(ctx *pulumi.Context) (pulumi.StringOutput, error) {
				var opts []pulumi.ResourceOption
				if tt.options != nil {
					opts = tt.options(t, ctx)
				}
				assert.Equal(t, tt.before, region.Known(ctx, tt.explicit, opts...), tt.reason)
				registered := &component{}
				if err := ctx.RegisterComponentResource("test:index:Component", "x", registered, opts...); err != nil {
					return pulumi.StringOutput{}, err
				}
				return region.Of(ctx, registered, tt.explicit)
			}, tt.config)
			if tt.problem != "" {
				assert.ErrorContains(t, err, tt.problem, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestInPartition(t *testing.T) {
	t.Parallel()
	got, err := run(func(*pulumi.Context) (pulumi.StringOutput, error) {
		china := pulumi.String("cn-north-1").ToStringOutput()
		return region.InPartition(china, func(p partition.Partition) string { return p.ARN("s3", "", "", "bucket") }), nil
	}, nil)
	require.NoError(t, err)
	assert.Equal(t, "arn:aws-cn:s3:::bucket", got)
}

func TestDefault(t *testing.T) {
	t.Parallel()
	_, err := run(func(ctx *pulumi.Context) (pulumi.StringOutput, error) {
		assert.Equal(t, "us-west-2", region.Default(ctx, ""), "the default provider's region")
		assert.Equal(t, "eu-west-1", region.Default(ctx, "eu-west-1"), "an explicit region takes precedence")
		return pulumi.String("").ToStringOutput(), nil
	}, map[string]string{"aws:region": "us-west-2"})
	assert.NoError(t, err)
}
