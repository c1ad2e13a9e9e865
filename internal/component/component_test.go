package component_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// Queue is a component with outputs of several types.
type Queue struct {
	pulumi.ResourceState
	Shape

	URL pulumi.StringOutput `pulumi:"url"`
	// ARNs are by zone.
	ARNs map[string]pulumi.StringOutput `pulumi:"arns"`
	// Fields without a tag are for programs in Go.
	Ready []pulumi.Resource
}

// Shape is embedded.
type Shape struct {
	Zones []string `pulumi:"zones"`
	FIFO  bool     `pulumi:"fifo"`
	Dead  *Dead    `pulumi:"dead"`
}

// Dead is a queue of dead letters.
type Dead struct {
	URL pulumi.StringInput `pulumi:"url"`
}

type QueueArgs struct {
	Size   int `check:"..10" default:"1"`
	Weight int
	Region string
	Key    pulumi.StringInput `check:"required"`
}

func (a *QueueArgs) Validate() error { return check.Valid(a) }

// queue describes Queue; steps are called by Children.
func queue(steps ...func(b *component.Builder[QueueArgs, Queue]) error) component.Type[QueueArgs, Queue] {
	return component.Type[QueueArgs, Queue]{
		Token: "openshift-aws:test:Queue",
		Fill: func(args *QueueArgs) {
			if args.Region == "" {
				args.Region = "eu-west-1"
			}
		},
		Defaults: func(args *QueueArgs) { args.Weight = 2 * args.Size },
		Keep:     func(args *QueueArgs) []keep.Rule { return []keep.Rule{{Input: "size", Value: pulumi.Int(args.Size)}} },
		Children: func(b *component.Builder[QueueArgs, Queue]) error {
			for _, step := range steps {
				if err := step(b); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func newQueue(ctx *pulumi.Context, name string, args *QueueArgs, opts ...pulumi.ResourceOption) (*Queue, error) {
	return component.Register(ctx, name, args, opts, queue())
}

func TestRegister(t *testing.T) {
	t.Parallel()
	given := &QueueArgs{Key: pulumi.String("k")}
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		registered, err := component.Register(ctx, "main", given, nil, queue(func(b *component.Builder[QueueArgs, Queue]) error {
			assert.Equal(t, 1, b.Args.Size)
			assert.Equal(t, 2, b.Args.Weight)
			assert.Equal(t, "eu-west-1", b.Args.Region)
			b.Component.Zones = []string{b.Args.Region + "a"}
			return b.Ctx.RegisterResource("aws:sqs/queue:Queue", b.Name+"-queue", pulumi.Map{}, &pulumi.CustomResourceState{}, b.Parent)
		}))
		require.NoError(t, err)
		assert.Equal(t, []string{"eu-west-1a"}, registered.Zones)
		return nil
	})
	registered := mockstest.Find(t, rec, "main")
	assert.Equal(t, "openshift-aws:test:Queue", registered.Type)
	assert.Equal(t, map[string]any{"size": 1.0}, registered.Inputs)
	assert.Equal(t, registered.URN, mockstest.Find(t, rec, "main-queue").Parent)
	assert.Equal(t, &QueueArgs{Key: pulumi.String("k")}, given, "the caller's arguments are not changed")
}

// TestRegisterRejects: all problems are reported at once, and nothing is registered.
func TestRegisterRejects(t *testing.T) {
	t.Parallel()
	kind := queue()
	kind.InCluster = true
	kind.Check = func(*QueueArgs) error { return errors.New("the name is too long") }
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		for _, args := range []*QueueArgs{nil, {}} {
			registered, err := component.Register(ctx, "main", args, nil, kind)
			assert.Nil(t, registered)
			assert.ErrorContains(t, err, "a Kubernetes provider is required")
			assert.ErrorContains(t, err, "the name is too long")
			assert.ErrorContains(t, err, "component_test.QueueArgs.Key: is required")
		}
		return nil
	}))
	assert.Empty(t, rec.Resources())
}

// TestRun: a step that fails is the last one, and its error names the component.
func TestRun(t *testing.T) {
	t.Parallel()
	var ran []string
	step := func(name string, err error) func() error {
		return func() error {
			ran = append(ran, name)
			return err
		}
	}
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := component.Register(ctx, "demo", &QueueArgs{Key: pulumi.String("k")}, nil,
			queue(func(*component.Builder[QueueArgs, Queue]) error {
				return component.Run(step("vpc", nil), step("subnets", errors.New("duplicate URN")), step("routes", nil))
			}))
		return err
	})
	assert.ErrorContains(t, err, "openshift-aws:test:Queue demo: duplicate URN")
	assert.Equal(t, []string{"vpc", "subnets"}, ran)
}

// TestLateEmptyText: an output that resolves to an empty text fails with the path of the argument.
func TestLateEmptyText(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := component.Register(ctx, "main", &QueueArgs{Key: pulumi.String("").ToStringOutput()}, nil,
			queue(func(b *component.Builder[QueueArgs, Queue]) error {
				return b.Ctx.RegisterResource("aws:sqs/queue:Queue", "q", pulumi.Map{"kmsMasterKeyId": b.Args.Key}, &pulumi.CustomResourceState{})
			}))
		return err
	})
	assert.ErrorContains(t, err, "component_test.QueueArgs.Key: resolves to an empty text")
}

// TestTwoParents: Pulumi allows components of one name below parents of different types, at any distance. Their hooks have different names.
func TestTwoParents(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		for _, opts := range [][]pulumi.ResourceOption{nil, {below(t, ctx, "Prod")}, {below(t, ctx, "Stage")}, {below(t, ctx, "Prod", "Cell")}} {
			if _, err := newQueue(ctx, "main", &QueueArgs{Key: pulumi.String("k")}, opts...); err != nil {
				return err
			}
		}
		return nil
	})
	var urns []string
	for _, each := range rec.Resources() {
		if each.Type == "openshift-aws:test:Queue" {
			urns = append(urns, each.URN)
		}
	}
	assert.Len(t, slices.Compact(urns), 4)
}

// below registers components of the types, each below the previous one, and returns the option that makes a resource a child of
// the last.
func below(t *testing.T, ctx *pulumi.Context, types ...string) pulumi.ResourceOption {
	t.Helper()
	parent := pulumi.Composite()
	for i, kind := range types {
		var registered group
		name := fmt.Sprintf("%s-%d-of-%d", strings.ToLower(strings.Join(types[:i+1], "-")), i+1, len(types))
		require.NoError(t, ctx.RegisterComponentResource("shop:index:"+kind, name, &registered, parent))
		parent = pulumi.Parent(&registered)
	}
	return parent
}
