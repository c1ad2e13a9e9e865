package adopt_test

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// program registers a role whose name Pulumi generates, one with a name, and a route, whose import ID derives from its table's.
func program(ctx *pulumi.Context) error {
	policy := pulumi.String(`{"Version":"2012-10-17","Statement":[]}`)
	description := config.Get(ctx, "description")
	if !ctx.DryRun() {
		description += config.Get(ctx, "late")
	}
	named, err := iam.NewRole(ctx, "named", &iam.RoleArgs{
		Name: pulumi.String("named"), AssumeRolePolicy: policy, Description: pulumi.String(description),
	})
	if err != nil {
		return err
	}
	if _, err := iam.NewRole(ctx, "generated", &iam.RoleArgs{AssumeRolePolicy: policy, Description: named.Arn}); err != nil {
		return err
	}
	if more := config.Get(ctx, "more"); more == "always" || more == "late" && !ctx.DryRun() {
		if _, err := iam.NewRole(ctx, "more", &iam.RoleArgs{AssumeRolePolicy: policy}); err != nil {
			return err
		}
	}
	cidr := cmp.Or(config.Get(ctx, "cidr"), "10.1.0.0/16")
	vpc, err := ec2.NewVpc(ctx, "vpc", &ec2.VpcArgs{CidrBlock: pulumi.String(cidr)})
	if err != nil {
		return err
	}
	table, err := ec2.NewRouteTable(ctx, "table", &ec2.RouteTableArgs{VpcId: vpc.ID()})
	if err != nil || config.GetBool(ctx, "less") {
		return err
	}
	_, err = ec2.NewRoute(ctx, "route", &ec2.RouteArgs{
		RouteTableId: table.ID(), DestinationCidrBlock: pulumi.String("0.0.0.0/0"), GatewayId: pulumi.String("igw-1"),
	})
	return err
}

const project = "adopted"

// existing is an account with the program's resources, and without a stack.
type existing struct {
	dir       string
	program   pulumi.RunFunc
	resources []adopt.Resource
}

func create(t *testing.T, program pulumi.RunFunc) *existing {
	t.Helper()
	mockstest.NeedsEngine(t)
	e := &existing{dir: t.TempDir(), program: program}
	box := e.box(t, nil)
	mockstest.Must(t, box.Up)
	stack := e.open(t, func(stack auto.Stack) error {
		deployment, err := stack.Export(t.Context())
		require.NoError(t, err)
		e.resources, err = adopt.ReadStack(bytes.NewReader([]byte(`{"deployment":` + string(deployment.Deployment) + `}`)))
		return err
	})
	require.NoError(t, stack)
	require.NoError(t, os.RemoveAll(filepath.Join(e.dir, "state", ".pulumi", "stacks")))
	return e
}

func (e *existing) box(t *testing.T, settings map[string]string) *sandbox.Sandbox {
	t.Helper()
	values := map[string]string{"aws:region": "us-east-2"}
	maps.Copy(values, settings)
	box, err := sandbox.New(sandbox.Options{Project: project, Program: e.program, Dir: e.dir, Config: values})
	require.NoError(t, err)
	return box
}

// open calls a function with the stack.
func (e *existing) open(t *testing.T, use func(auto.Stack) error) error {
	t.Helper()
	options, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: project, Dir: e.dir})
	require.NoError(t, err)
	defer stop()
	stack, err := auto.UpsertStackInlineSource(t.Context(), "sandbox", project, nil, options...)
	require.NoError(t, err)
	return use(stack)
}

// adopt adopts the program with some configuration.
func (e *existing) adopt(t *testing.T, opts adopt.Options, settings map[string]string) (report *adopt.Report, err error) {
	t.Helper()
	err = e.open(t, func(stack auto.Stack) error {
		for key, value := range settings {
			require.NoError(t, stack.SetConfig(t.Context(), key, auto.ConfigValue{Value: value}))
			defer func() { require.NoError(t, stack.RemoveConfig(t.Context(), key)) }()
		}
		for name, value := range stack.Workspace().GetEnvVars() {
			opts.Env = append(opts.Env, name+"="+value)
		}
		command := stack.Workspace().PulumiCommand().(*automation.Command)
		if killed, _ := opts.CLI.(*adopttest.KilledCLI); killed != nil {
			killed.Command = command
		} else {
			opts.CLI = command
		}
		opts.Dir, opts.Stack = stack.Workspace().WorkDir(), "sandbox"
		opts.Program = adopt.Inline(e.program)
		var err error
		report, err = adopt.Run(t.Context(), opts)
		return err
	})
	return report, err
}

// account returns the file of the account.
func (e *existing) account(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, "aws.json"))
	require.NoError(t, err)
	return string(text)
}

func TestRun(t *testing.T) {
	t.Parallel()
	e := create(t, program)
	before := e.account(t)
	report, err := e.adopt(t, adopt.Options{Existing: e.resources, Check: true}, nil)
	require.NoError(t, err)
	assert.Len(t, report.Imported, 5)
	preview, err := e.box(t, nil).Preview(t.Context())
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"create": 6}, preview.Changes, "a check imports nothing")

	_, err = e.adopt(t, adopt.Options{Existing: e.resources}, nil)
	require.NoError(t, err)
	assert.Equal(t, before, e.account(t))
	for range 2 {
		again, err := e.box(t, nil).Up(t.Context())
		require.NoError(t, err)
		assert.Equal(t, map[string]int{"same": 6}, again.Changes, "a generated name is kept: %v", again.Steps)
	}
	report, err = e.adopt(t, adopt.Options{}, nil)
	require.NoError(t, err, "a run that was interrupted after the import is repeated")
	assert.Empty(t, report.Imported)
}

// TestRunRejects: whatever is not an import ends the adoption before it changes the account or the state.
func TestRunRejects(t *testing.T) {
	t.Parallel()
	e := create(t, program)
	before := e.account(t)
	const difference = `aws:iam/role:Role:named.description: the program has "other", it is ""`
	role := func(name string) adopt.Key { return adopt.Key{Type: "aws:iam/role:Role", Name: name} }
	vpc := slices.IndexFunc(e.resources, func(r adopt.Resource) bool { return r.Type == "aws:ec2/vpc:Vpc" })
	sameVpcs := slices.Clone(e.resources)
	sameVpcs[vpc].URN = ""
	sameVpcs = append(sameVpcs, sameVpcs[vpc])
	sameVpcs[vpc].ID = "vpc-other"
	tests := []struct {
		reason, want string
		opts         adopt.Options
		settings     map[string]string
		// adopted is set if the stack has the resources already.
		adopted bool
	}{
		{
			reason: "without the IDs that AWS chose, the resources of which they are unknown are listed",
			want: "no import ID is known of:\n  aws:ec2/route:Route:route\n  aws:ec2/routeTable:RouteTable:table\n" +
				"  aws:ec2/vpc:Vpc:vpc\n  aws:iam/role:Role:generated",
		},
		{
			reason: "two VPCs that could be the program's are neither",
			want:   "no import ID is known of:\n  aws:ec2/vpc:Vpc:vpc", opts: adopt.Options{Existing: sameVpcs},
		},
		{
			reason: "a difference is printed with both values", want: difference,
			opts: adopt.Options{Existing: e.resources}, settings: map[string]string{"description": "other"},
		},
		{
			reason: "another difference is allowed", want: difference,
			opts:     adopt.Options{Existing: e.resources, Allow: []string{"aws:iam/role:Role:named.path"}},
			settings: map[string]string{"description": "other"},
		},
		{
			reason: "a replacement is never allowed", want: `the program has "10.2.0.0/16", it is "10.1.0.0/16" (replaces the resource)`,
			opts:     adopt.Options{Existing: e.resources, Allow: []string{"*"}},
			settings: map[string]string{"cidr": "10.2.0.0/16"},
		},
		{
			reason: "a resource that does not exist", want: "aws:iam/role:Role:named: Preview failed: resource 'absent' does not exist",
			opts: adopt.Options{Existing: e.resources, IDs: map[adopt.Key]string{role("named"): "absent"}},
		},
		{
			reason: "the ID of a resource of another type", want: "resource '" + e.resources[vpc].ID + "' does not exist",
			opts: adopt.Options{Existing: e.resources, IDs: map[adopt.Key]string{role("named"): e.resources[vpc].ID}},
		},
		{
			reason: "one role for two of the program", want: "aws:iam/role:Role named is the import ID of 2 resources",
			opts: adopt.Options{Existing: e.resources, IDs: map[adopt.Key]string{role("generated"): "named"}},
		},
		{
			reason: "a role that the stack has", want: "aws:iam/role:Role named is the import ID of 2 resources", adopted: true,
			opts: adopt.Options{IDs: map[adopt.Key]string{role("more"): "named"}}, settings: map[string]string{"more": "always"},
		},
		{
			reason: "a resource that has left the program", want: "aws:ec2/route:Route:route: delete", adopted: true,
			opts: adopt.Options{Allow: []string{"*"}}, settings: map[string]string{"less": "true"},
		},
		{
			reason: "what only the update registers", want: "aws:iam/role:Role:more was in no preview, and is not created", adopted: true,
			settings: map[string]string{"more": "late"},
		},
		{reason: "a value that only the update has is not set", adopted: true, settings: map[string]string{"late": "other"}},
	}
	want := map[string]int{"create": 6}
	for _, test := range tests {
		if test.adopted && want["same"] == 0 {
			_, err := e.adopt(t, adopt.Options{Existing: e.resources}, nil)
			require.NoError(t, err)
			want = map[string]int{"same": 6}
		}
		_, err := e.adopt(t, test.opts, test.settings)
		if test.want != "" {
			require.ErrorContains(t, err, test.want, test.reason)
		} else {
			require.NoError(t, err, test.reason)
		}
		preview, err := e.box(t, nil).Preview(t.Context())
		require.NoError(t, err, test.reason)
		assert.Equal(t, want, preview.Changes, test.reason)
		assert.Equal(t, before, e.account(t), test.reason)
	}
}

// TestTwoEnvironments: components for two environments have resources of the same types and names, which are not taken for one another.
func TestTwoEnvironments(t *testing.T) {
	t.Parallel()
	const token = "aws:ec2/vpc:Vpc"
	e := create(t, func(ctx *pulumi.Context) error {
		for _, environment := range []string{"shop:index:Prod", "shop:index:Stage"} {
			var component struct{ pulumi.ResourceState }
			if err := ctx.RegisterComponentResource(environment, "cluster", &component); err != nil {
				return err
			}
			if config.Get(ctx, "late") == environment && ctx.DryRun() {
				continue
			}
			if _, err := ec2.NewVpc(ctx, "main", &ec2.VpcArgs{CidrBlock: pulumi.String("10.0.0.0/16")}, pulumi.Parent(&component)); err != nil {
				return err
			}
		}
		return nil
	})
	before, inAccount, ids := e.account(t), slices.Clone(e.resources), map[adopt.Key]string{}
	for i, r := range e.resources {
		parents := strings.TrimSuffix(strings.Split(r.URN, "::")[2], "$"+token)
		ids[adopt.Key{Type: token, Name: "main", Parents: parents}] = r.ID
		inAccount[i].URN = ""
	}
	require.Len(t, ids, 2)
	for _, test := range []struct {
		reason, want string
		opts         adopt.Options
		settings     map[string]string
	}{
		{reason: "either VPC could be either", want: "no import ID is known of", opts: adopt.Options{Existing: inAccount}},
		{
			reason: "an ID without parents is of both", want: token + " " + e.resources[0].ID + " is the import ID of 2 resources",
			opts: adopt.Options{IDs: map[adopt.Key]string{{Type: token, Name: "main"}: e.resources[0].ID}},
		},
		{
			reason: "only the update registers one", want: token + ":main was in no preview",
			opts: adopt.Options{IDs: ids}, settings: map[string]string{"late": "shop:index:Stage"},
		},
		{reason: "each ID has its parents", opts: adopt.Options{IDs: ids}},
	} {
		_, err := e.adopt(t, test.opts, test.settings)
		if test.want != "" {
			require.ErrorContains(t, err, test.want, test.reason)
		} else {
			require.NoError(t, err, test.reason)
		}
		assert.Equal(t, before, e.account(t), test.reason)
	}
	after, err := e.box(t, nil).Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"same": 5}, after.Changes)

	require.NoError(t, os.RemoveAll(filepath.Join(e.dir, "state", ".pulumi", "stacks")))
	report, err := e.adopt(t, adopt.Options{Existing: e.resources}, nil)
	require.NoError(t, err)
	assert.Equal(t, ids, report.Imported, "from another stack of the same program")
}

// TestRunIsKilled: wherever an adoption ends, the account is unchanged, and the next run adopts the rest.
func TestRunIsKilled(t *testing.T) {
	t.Parallel()
	e := create(t, program)
	before := e.account(t)
	state := filepath.Join(e.dir, "state", ".pulumi", "stacks", project, "sandbox.json")
	for _, test := range []struct {
		reason string
		cli    adopttest.KilledCLI
	}{
		{reason: "when the update has imported some of the resources", cli: adopttest.KilledCLI{At: "up", State: state, Size: 6000}},
		{reason: "after the import", cli: adopttest.KilledCLI{At: "stack export"}},
		{reason: "before the verification", cli: adopttest.KilledCLI{At: "preview", After: "up"}},
	} {
		_, err := e.adopt(t, adopt.Options{Existing: e.resources, CLI: &test.cli}, nil)
		require.ErrorContains(t, err, adopttest.ErrKilled.Error(), test.reason)
		assert.Equal(t, before, e.account(t), test.reason)
		_, err = e.adopt(t, adopt.Options{Existing: e.resources}, nil)
		require.NoError(t, err, test.reason)
		assert.Equal(t, before, e.account(t), test.reason)
		again, err := e.box(t, nil).Preview(t.Context())
		require.NoError(t, err, test.reason)
		assert.Equal(t, map[string]int{"same": 6}, again.Changes, "%s: %v", test.reason, again.Steps)
		require.NoError(t, os.Remove(state))
	}
}

func TestRunWithAllowedDifference(t *testing.T) {
	t.Parallel()
	e := create(t, program)
	report, err := e.adopt(t, adopt.Options{Existing: e.resources, Allow: []string{"*:named.description"}},
		map[string]string{"description": "other"})
	require.NoError(t, err)
	assert.Equal(t, []string{`aws:iam/role:Role:named.description: the program has "other", it is ""`}, report.Allowed)
	assert.Contains(t, e.account(t), `"description":"other"`)
}
