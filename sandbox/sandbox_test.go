package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/test/cputime"
)

func newBox(t *testing.T, dir string, program pulumi.RunFunc, config map[string]string) (*Sandbox, *bytes.Buffer) {
	t.Helper()
	out := &bytes.Buffer{}
	settings := map[string]string{"aws:region": "us-east-2"}
	maps.Copy(settings, config)
	box, err := New(Options{Project: "small", Program: program, Dir: dir, Config: settings, Out: out})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(out)
		}
	})
	return box, out
}

// must runs an operation of a sandbox, which must succeed.
func must(t *testing.T, operation func(context.Context) (*Result, error)) *Result {
	t.Helper()
	result, err := operation(t.Context())
	require.NoError(t, err)
	return result
}

func TestLifecycle(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := t.TempDir()
	box, _ := newBox(t, dir, smallProgram, map[string]string{"replicas": "3"})

	preview := must(t, box.Preview)
	assert.Equal(t, map[string]int{"create": 7}, preview.Changes)

	up := must(t, box.Up)
	assert.Equal(t, map[string]int{"create": 7}, up.Changes)
	assert.Regexp(t, `^arn:aws:iam::123456789012:role/app-[0-9a-f]{7}$`, up.Outputs["roleArn"])
	assert.Equal(t, "[secret]", up.Outputs["password"])

	again := must(t, box.Up)
	assert.Equal(t, map[string]int{"same": 7}, again.Changes, again.Steps)

	refreshed := must(t, box.Refresh)
	assert.False(t, refreshed.Changed(), refreshed.Steps)

	box, out := newBox(t, dir, smallProgram, map[string]string{"replicas": "3", "description": "changed"})
	updated := must(t, box.Up)
	assert.Equal(t, map[string]int{"same": 6, "update": 1}, updated.Changes, "a description is updated in place")
	assert.Contains(t, out.String(), "[diff: ~description]")

	box, out = newBox(t, dir, smallProgram, map[string]string{"replicas": "4", "description": "changed"})
	scaled := must(t, box.Preview)
	assert.Contains(t, scaled.Steps, Step{
		URN:  "urn:pulumi:sandbox::small::kubernetes:operator.openshift.io/v1:IngressControllerPatch::router",
		Type: "kubernetes:operator.openshift.io/v1:IngressControllerPatch", Op: "update", Diffs: []string{"spec.replicas"},
		Values: []Value{{Path: "spec.replicas", Old: "3", New: "4"}},
	})
	assert.Contains(t, out.String(), "[diff: ~spec]", "a nested change is shown too")

	box, _ = newBox(t, dir, smallProgram, map[string]string{"description": "changed", "path": "teams/"})
	replaced := must(t, box.Up)
	assert.Equal(t, "replace", replaced.Op("app"), "a role's path cannot be changed")
	assert.Equal(t, "delete", replaced.Op("router"))
	assert.Regexp(t, `^arn:aws:iam::123456789012:role/teams/app-[0-9a-f]{7}$`, replaced.Outputs["roleArn"])

	state, err := os.ReadFile(filepath.Join(dir, "state", ".pulumi", "stacks", "small", stackName+".json"))
	require.NoError(t, err)
	assert.NotContains(t, string(state), "hush", "secrets stay secret in Pulumi's state")

	destroyed := must(t, box.Destroy)
	assert.Equal(t, map[string]int{"delete": 6}, destroyed.Changes)
	assert.Empty(t, destroyed.LeftBehind)
}

func TestErrorIsReportedOnce(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	tests := map[string]struct {
		reason  string
		program pulumi.RunFunc
		want    []string
	}{
		"an error of the program": {
			reason:  "every line of a joined error is shown, without another message",
			program: func(*pulumi.Context) error { return errors.Join(errors.New("a.B: bad"), errors.New("c.D: worse")) },
			want:    []string{"error: a.B: bad\nc.D: worse"},
		},
		"a panic": {
			reason:  "a panic of the program is an error",
			program: func(*pulumi.Context) error { panic("oh") },
			want:    []string{"error: the program panicked: oh"},
		},
		"an output": {
			reason: "a function that is applied to an output runs when the program has returned",
			program: func(ctx *pulumi.Context) error {
				returned := make(chan struct{})
				defer close(returned)
				policy := pulumi.String(trustPolicy).ToStringOutput().ApplyT(func(string) (string, error) {
					<-returned
					return "", errors.New("a.B: bad")
				})
				_, err := register(ctx, "aws:iam/role:Role", "r", pulumi.Map{"assumeRolePolicy": policy.(pulumi.StringOutput)})
				return err
			},
			want: []string{"error: an unhandled error occurred: waiting for RPCs: marshaling properties: " +
				`awaiting input property "assumeRolePolicy": a.B: bad`},
		},
		"an unknown property": {
			reason: "an unknown property is rejected before anything is created",
			program: func(ctx *pulumi.Context) error {
				_, err := register(ctx, "aws:iam/role:Role", "r", pulumi.Map{
					"assumeRolePolicy": pulumi.String(trustPolicy), "descripton": pulumi.String("x"),
				})
				return err
			},
			want: []string{"error: aws:iam/role:Role resource 'r' has a problem: " +
				"descripton: is not a property of aws:iam/role:Role; did you mean description?"},
		},
		"an object that exists": {
			reason: "an object of an operator must be patched",
			program: func(ctx *pulumi.Context) error {
				_, err := register(ctx, "kubernetes:config.openshift.io/v1:ClusterVersion", "v", pulumi.Map{
					"apiVersion": pulumi.String("config.openshift.io/v1"), "kind": pulumi.String("ClusterVersion"),
					"metadata": pulumi.Map{"name": pulumi.String("version")},
				})
				return err
			},
			want: []string{"error: AlreadyExists: ClusterVersion version already exists in the cluster; " +
				"patch it (CustomResourcePatch) instead of creating it"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, out := newBox(t, t.TempDir(), tt.program, nil)
			result, err := box.Up(context.Background())
			var failure *Failure
			require.ErrorAs(t, err, &failure)
			assert.Equal(t, tt.want, failure.Messages, tt.reason)
			assert.Equal(t, tt.want, result.Errors)
			last := strings.TrimPrefix(tt.want[0][strings.LastIndex(tt.want[0], "\n")+1:], "error: ")
			assert.Equal(t, 1, strings.Count(out.String()[strings.Index(out.String(), "Diagnostics:"):], last), out)
		})
	}
}

func TestDestroyReportsRemainingResources(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	box, _ := newBox(t, t.TempDir(), func(ctx *pulumi.Context) error {
		_, err := register(ctx, "aws:s3/bucketV2:BucketV2", "kept", pulumi.Map{}, pulumi.RetainOnDelete(true))
		return err
	}, nil)
	must(t, box.Up)
	destroyed := must(t, box.Destroy)
	assert.Equal(t, []string{"urn:pulumi:sandbox::small::aws:s3/bucketV2:BucketV2::kept"}, destroyed.LeftBehind)
}

func TestDestroyOfNothing(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	box, _ := newBox(t, t.TempDir(), smallProgram, nil)
	must(t, box.Destroy)
}

// TestUncheckedOthers: a type that the fakes do not know has an ID, and its inputs as outputs.
func TestUncheckedOthers(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	box, err := New(Options{
		Project: "small", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"}, UncheckedOthers: true,
		Program: func(ctx *pulumi.Context) error {
			attachment, err := register(ctx, "aws:ec2transitgateway/vpcAttachment:VpcAttachment", "link", pulumi.Map{
				"name": pulumi.String("link"), "subnetIds": pulumi.ToStringArray([]string{"subnet-1"}),
			})
			if err != nil {
				return err
			}
			ctx.Export("id", attachment.ID())
			ctx.Export("name", attachment.Name)
			return nil
		},
	})
	require.NoError(t, err)
	created := must(t, box.Up)
	assert.Equal(t, "link", created.Outputs["name"])
	assert.Regexp(t, "^link-", created.Outputs["id"])
	refreshed := must(t, box.Refresh)
	assert.False(t, refreshed.Changed())
	again := must(t, box.Up)
	assert.False(t, again.Changed())
	destroyed := must(t, box.Destroy)
	assert.Empty(t, destroyed.LeftBehind)
}

// TestThousandResources: the CPU time of the command up, with its preview, grows with its resources, and not with their square. It runs
// before the parallel tests.
func TestThousandResources(t *testing.T) { //nolint:paralleltest // its time is measured
	needsEngine(t)
	const count = 1000
	var out, errs bytes.Buffer
	up := command{
		opts: Options{Project: "small", Program: func(ctx *pulumi.Context) error { return manyResources(ctx, count) }, Out: &out}, errs: &errs,
		program: launch.Description{Defaults: map[string]string{"aws:region": "us-east-2"}},
	}
	begun := cputime.Used(t)
	require.Equal(t, exitOK, up.run(t.Context(), []string{"up", "--dir", t.TempDir()}), errs.String())
	took := cputime.Used(t) - begun
	assert.Contains(t, out.String(), fmt.Sprintf("+ %d created", count+1))
	t.Logf("%d resources: %s", count, took)
	assert.Less(t, took, 45*time.Second)
}

func manyResources(ctx *pulumi.Context, count int) error {
	for i := range count / 2 {
		role, err := register(ctx, "aws:iam/role:Role", fmt.Sprint("role-", i), pulumi.Map{"assumeRolePolicy": pulumi.String(trustPolicy)})
		if err != nil {
			return err
		}
		if _, err := register(ctx, "aws:iam/rolePolicy:RolePolicy", fmt.Sprint("policy-", i), pulumi.Map{
			"role": role.Name, "policy": pulumi.String(trustPolicy),
		}); err != nil {
			return err
		}
	}
	return nil
}
