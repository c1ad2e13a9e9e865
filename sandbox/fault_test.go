package sandbox

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// faulty returns a sandbox of the small program.
func faulty(t *testing.T, faults ...Fault) *Sandbox {
	t.Helper()
	box, err := New(Options{
		Project: "small", Program: smallProgram, Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"}, Faults: faults,
	})
	require.NoError(t, err)
	return box
}

func TestFaults(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	const bucket = "aws:s3/bucketV2:BucketV2"
	tests := map[string]struct {
		reason string
		fault  Fault
		// want is the error, and left how many buckets the account has.
		want string
		left int
	}{
		"denied": {
			reason: "the role lacks a permission",
			fault:  Fault{Type: bucket, Operation: "create", Error: Denied}, want: "UnauthorizedOperation: You are not authorized",
		},
		"halfway": {
			reason: "the resource is in the account, and the stack does not know it",
			fault:  Fault{Type: bucket, Operation: "create", Error: "InternalError", Halfway: true}, want: "InternalError", left: 1,
		},
		"throttled": {
			reason: "the provider tries again",
			fault:  Fault{Type: "aws:", Error: Throttled, Times: 3}, left: 1,
		},
		"another resource": {
			reason: "a name selects one",
			fault:  Fault{Type: bucket, Name: "other", Error: NoQuota}, left: 1,
		},
		"slow": {
			reason: "a slow API is not one that fails",
			fault:  Fault{Type: bucket, Operation: "create", Delay: time.Millisecond}, left: 1,
		},
		"API": {
			reason: "the cluster's API is away",
			fault:  Fault{Type: "kubernetes:", Error: "connection refused"}, want: "connection refused", left: 1,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box := faulty(t, tt.fault)
			_, err := box.Up(t.Context())
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
			} else {
				require.ErrorContains(t, err, tt.want, tt.reason)
			}
			var out strings.Builder
			require.NoError(t, Account(t.Context(), box.opts, &out, "list"))
			assert.Equal(t, tt.left, strings.Count(out.String(), bucket), tt.reason)
		})
	}
}

// TestAnOperationThatNeverEnds ends when it is interrupted.
func TestAnOperationThatNeverEnds(t *testing.T) {
	t.Parallel()
	list, err := newFaults([]Fault{{Type: "aws:", Delay: time.Hour}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = list.before(ctx, fake.Resource{Token: "aws:ec2/vpc:Vpc"}, createOperation)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestFaultsRejected(t *testing.T) {
	t.Parallel()
	for want, fault := range map[string]Fault{
		"sandbox.Fault.Type: is required":                   {Error: Denied},
		"sandbox.Fault.Halfway: needs the operation create": {Type: "aws:", Halfway: true},
		`sandbox.Fault.State: must be installing or error, with the operation create (got "gone")`: {
			Type: "rhcs:", Operation: "create", State: "gone",
		},
		`sandbox.Fault.Operation: must be create, read, update or delete (got "replacement")`: {Type: "aws:", Operation: "replacement"},
	} {
		_, err := faulty(t, fault).Up(t.Context())
		require.EqualError(t, err, want)
	}
}

// TestAccount changes the account behind the stack's back.
func TestAccount(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	box := faulty(t)
	account := func(command ...string) error { return Account(t.Context(), box.opts, &strings.Builder{}, command...) }
	_, err := box.Up(t.Context())
	require.NoError(t, err)

	require.NoError(t, account("set", "Role::app", "description=changed"))
	require.NoError(t, account("delete", "note"))
	refreshed, err := box.Refresh(t.Context())
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"update": 1, "delete": 1, "same": 4}, refreshed.Changes)
	restored, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, restored.Changes["create"])

	require.NoError(t, account("fail", `{"type": "aws:", "operation": "delete", "error": "DependencyViolation"}`))
	_, err = box.Destroy(t.Context())
	require.ErrorContains(t, err, "DependencyViolation")
	require.NoError(t, account("heal"))
	require.NoError(t, account("heal"))
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)

	for want, command := range map[string][]string{
		"0 resources have the name none": {"delete", "none"},
		"is not of the form KEY=VALUE":   {"set", "app", "description"},
		"unknown field":                  {"fail", `{"kind": "aws:"}`},
		"sandbox.Fault.Type":             {"fail", `{}`},
		"print the resources":            {"drop"},
	} {
		require.ErrorContains(t, account(command...), want)
	}
}
