package awsprovider

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func (a account) check(token, name string, olds, news resource.PropertyMap) plugin.CheckResponse {
	a.t.Helper()
	checked, err := a.Check(context.Background(), plugin.CheckRequest{
		URN: urn(
			token,
			name,
		), Name: name, Type: tokens.Type(token), Olds: olds, News: news, RandomSeed: []byte("seed"),
	})
	require.NoError(a.t, err)
	return checked
}

func TestCheckNames(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	policy := object(map[string]any{"assumeRolePolicy": "{}"})

	first := a.check(roleType, "app", nil, policy)
	assert.Empty(t, first.Failures)
	assert.Regexp(t, `^app-[0-9a-f]{7}$`, first.Properties["name"].StringValue())
	assert.NotContains(t, policy, resource.PropertyKey("name"), "the request's inputs are left alone")

	old := first.Properties.Copy()
	old["name"] = resource.NewStringProperty("app-0000000")
	assert.Equal(t, old, a.check(roleType, "app", old, policy).Properties, "a made-up name is kept")

	old["__defaults"] = resource.NewArrayProperty(nil)
	assert.NotEqual(t, "app-0000000", a.check(roleType, "app", old, policy).Properties["name"].StringValue(),
		"a name that the user gave before and does not any more is not kept")

	named := a.check(roleType, "app", nil, object(map[string]any{"assumeRolePolicy": "{}", "namePrefix": "x-"}))
	assert.NotContains(t, named.Properties, resource.PropertyKey("name"), "a prefix is a name")
}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	checked := a.check(roleType, "app", nil, object(map[string]any{
		"name": "a", "namePrefix": "b", "maxSessionDuration": "long", "colour": "red",
	}))
	var reasons []string
	for _, failure := range checked.Failures {
		reasons = append(reasons, failure.Reason)
	}
	assert.Equal(t, []string{
		"assumeRolePolicy: is required",
		"colour: is not a property of aws:iam/role:Role",
		`maxSessionDuration: wants a whole number, got string "long"`,
		"name: conflicts with namePrefix; give one of them",
	}, reasons)
	_, err := a.Check(context.Background(), plugin.CheckRequest{Type: "aws:nosuch/thing:Thing"})
	assert.ErrorContains(t, err, "does not know the resource type aws:nosuch/thing:Thing")
}

func TestDiff(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason     string
		olds, news map[string]any
		want       plugin.DiffResult
	}{
		"nothing": {
			reason: "equal inputs",
			olds:   map[string]any{"name": "r"}, news: map[string]any{"name": "r"},
			want: plugin.DiffResult{Changes: plugin.DiffNone},
		},
		"update": {
			reason: "a description changes in place",
			olds:   map[string]any{"description": "a"}, news: map[string]any{"description": "b"},
			want: plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: map[string]plugin.PropertyDiff{
				"description": {Kind: plugin.DiffUpdate, InputDiff: true},
			}},
		},
		"replacement": {
			reason: "a path replaces; the name is made up, so the new role can come first",
			olds:   map[string]any{"name": "r-1", "__defaults": []any{"name"}, "path": "/a/"},
			news:   map[string]any{"name": "r-1", "__defaults": []any{"name"}, "path": "/b/"},
			want: plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: map[string]plugin.PropertyDiff{
				"path": {Kind: plugin.DiffUpdateReplace, InputDiff: true},
			}},
		},
		"replacement of a named one": {
			reason: "two roles of one name cannot exist at once",
			olds:   map[string]any{"name": "r", "path": "/a/"}, news: map[string]any{"name": "r", "path": "/b/"},
			want: plugin.DiffResult{
				Changes: plugin.DiffSome, DeleteBeforeReplace: true,
				DetailedDiff: map[string]plugin.PropertyDiff{
					"path": {Kind: plugin.DiffUpdateReplace, InputDiff: true},
				},
			},
		},
		"addition and removal": {
			reason: "kinds tell what came and what went",
			olds:   map[string]any{"description": "a"}, news: map[string]any{"permissionsBoundary": "arn"},
			want: plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: map[string]plugin.PropertyDiff{
				"description":         {Kind: plugin.DiffDelete, InputDiff: true},
				"permissionsBoundary": {Kind: plugin.DiffAdd, InputDiff: true},
			}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAccount(t, t.TempDir())
			got, err := a.Diff(context.Background(), plugin.DiffRequest{
				Type: roleType, OldInputs: object(tt.olds), NewInputs: object(tt.news),
			})
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestInvokes(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	tests := map[string]struct {
		reason, token string
		want          map[string]any
	}{
		"zones": {
			reason: "three a region",
			token:  "aws:index/getAvailabilityZones:getAvailabilityZones",
			want: map[string]any{
				"id": "us-east-2", "groupNames": []any{"us-east-2"},
				"names":   []any{"us-east-2a", "us-east-2b", "us-east-2c"},
				"zoneIds": []any{"use2-az1", "use2-az2", "use2-az3"},
			},
		},
		"partition": {
			reason: "of the provider's region",
			token:  "aws:index/getPartition:getPartition",
			want: map[string]any{
				"id":               "aws",
				"partition":        "aws",
				"dnsSuffix":        "amazonaws.com",
				"reverseDnsPrefix": "com.amazonaws",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := a.Invoke(context.Background(), plugin.InvokeRequest{Tok: tokens.ModuleMember(tt.token)})
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.Properties.Mappable(), tt.reason)
		})
	}
	_, err := a.Invoke(context.Background(), plugin.InvokeRequest{Tok: "aws:ec2/getAmi:getAmi"})
	assert.ErrorContains(t, err, "no answer for aws:ec2/getAmi:getAmi")
}

func TestConfigNeedsARegion(t *testing.T) {
	t.Setenv("AWS_REGION", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	a := newAccount(t, t.TempDir())
	checked, err := a.CheckConfig(context.Background(), plugin.CheckConfigRequest{})
	require.NoError(t, err)
	require.Len(t, checked.Failures, 1)
	assert.Equal(t, resource.PropertyKey("region"), checked.Failures[0].Property)
}
