package bucket

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

func program(change func(*Args)) pulumi.RunFunc {
	args := Args{
		Prefix:                    "demo-x7k2p-registry-",
		AbortUploadsAfterDays:     1,
		ExpireNoncurrentAfterDays: 30,
		Tags:                      pulumi.StringMap{"team": pulumi.String("core")},
	}
	change(&args)
	return func(ctx *pulumi.Context) error {
		made, err := New(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", made.Name)
		ctx.Export("arn", made.ARN)
		args.Prefix = "user-"
		args.KMSKeyARN = made.ARN
		_, err = New(ctx, "user", args)
		return err
	}
}

func record(t *testing.T, change func(*Args), options ...mocks.Option) *mocks.Recorder {
	t.Helper()
	rec := mocks.New(options...)
	require.NoError(t, rec.Run(program(change)))
	return rec
}

func find(t *testing.T, rec *mocks.Recorder, name string) mocks.Resource {
	t.Helper()
	found, ok := rec.Find(name)
	require.True(t, ok, "%s is not registered", name)
	return found
}

func unchanged(*Args) {}

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/bucket.golden", record(t, unchanged).Golden())
}

func TestGoldenOfEverything(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/bucket-complete.golden", record(t, func(a *Args) {
		a.Logs = &Logs{Bucket: pulumi.String("logs-of-demo"), Prefix: "registry/"}
		a.Lock = &Lock{Mode: "GOVERNANCE", Days: 30}
		a.LogTarget = &LogTarget{LoadBalancers: true, AccountID: pulumi.String("123456789012")}
		a.Readers = pulumi.ToStringArray([]string{readerARN})
		a.InfrequentAfterDays = 30
		a.ExpireAfterDays = 365
	}).Golden())
}

func TestPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	update, preview := record(t, unchanged), mocks.New()
	require.NoError(t, preview.Preview(program(unchanged)))
	urns := func(rec *mocks.Recorder) (all []string) {
		for _, resource := range rec.Resources() {
			all = append(all, resource.URN)
		}
		return all
	}
	assert.Equal(t, urns(update), urns(preview))
}

func TestPolicyRequiresTLS(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, region, partition string
	}{
		"commercial": {reason: "the commercial partition", region: "us-east-2", partition: "aws"},
		"gov":        {reason: "ARNs contain their partition", region: "us-gov-west-1", partition: "aws-us-gov"},
		"china":      {reason: "ARNs contain their partition", region: "cn-north-1", partition: "aws-cn"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := record(t, unchanged, mocks.Region(tt.region))
			arn := rec.Outputs()["arn"].(string)
			assert.Regexp(t, "^arn:"+tt.partition+":s3:::", arn, tt.reason)
			var got any
			require.NoError(t, json.Unmarshal([]byte(find(t, rec, "main-policy").Inputs["policy"].(string)), &got))
			assert.Equal(t, map[string]any{
				"Version": "2012-10-17",
				"Statement": []any{map[string]any{
					"Sid":       "TLSOnly",
					"Effect":    "Deny",
					"Principal": map[string]any{"AWS": []any{"*"}},
					"Action":    []any{"s3:*"},
					"Resource":  []any{arn, arn + "/*"},
					"Condition": map[string]any{"Bool": map[string]any{"aws:SecureTransport": []any{"false"}}},
				}},
			}, got, tt.reason)
		})
	}
}

const readerARN = "arn:aws:iam::123456789012:role/demo-bootstrap-role"

// TestPolicyNamesAccountsAndReaders compares all statements but the one on TLS.
func TestPolicyNamesAccountsAndReaders(t *testing.T) {
	t.Parallel()
	statement := func(sid, effect string, principal map[string]any, resources ...any) map[string]any {
		return map[string]any{
			"Sid": sid, "Effect": effect, "Principal": principal, "Resource": resources, "Action": []any{"s3:PutObject"},
		}
	}
	service := map[string]any{"Service": []any{"logging.s3.amazonaws.com"}}
	delivery := map[string]any{"Service": []any{"logdelivery.elasticloadbalancing.amazonaws.com"}}
	everyone := map[string]any{"AWS": []any{"*"}}
	buckets := statement("BucketLogs", "Allow", service, "ARN/*")
	buckets["Condition"] = map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": []any{"123456789012"}}}
	readers := statement("ReadersOnly", "Deny", everyone, "ARN/*")
	readers["Action"] = []any{"s3:GetObject", "s3:GetObjectVersion"}
	readers["Condition"] = map[string]any{"ArnNotEquals": map[string]any{"aws:PrincipalArn": []any{readerARN}}}
	tests := map[string]struct {
		reason string
		change func(*Args)
		want   []any
	}{
		"none": {reason: "no service delivers logs, and policies of principals decide", change: unchanged, want: []any{}},
		"logs": {
			reason: "S3 always delivers logs to a bucket of access logs",
			change: func(a *Args) { a.LogTarget = &LogTarget{} },
			want:   []any{statement("BucketLogs", "Allow", service, "ARN/*")},
		},
		"load balancers": {
			reason: "Classic Load Balancers choose their prefix",
			change: func(a *Args) { a.LogTarget = &LogTarget{LoadBalancers: true} },
			want: []any{
				statement("BucketLogs", "Allow", service, "ARN/*"), statement("LoadBalancerLogs", "Allow", delivery, "ARN/*"),
			},
		},
		"account": {
			reason: "other accounts deliver nothing",
			change: func(a *Args) {
				a.LogTarget = &LogTarget{LoadBalancers: true, AccountID: pulumi.String("123456789012")}
			},
			want: []any{buckets, statement("LoadBalancerLogs", "Allow", delivery,
				"ARN/AWSLogs/123456789012/*", "ARN/*/AWSLogs/123456789012/*")},
		},
		"readers": {
			reason: "a principal that may read all buckets is denied too",
			change: func(a *Args) { a.Readers = pulumi.ToStringArray([]string{readerARN}) },
			want:   []any{readers},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := record(t, tt.change)
			text := find(t, rec, "main-policy").Inputs["policy"].(string)
			var got struct{ Statement []any }
			require.NoError(t, json.Unmarshal(
				[]byte(strings.ReplaceAll(text, rec.Outputs()["arn"].(string), "ARN")), &got))
			assert.Equal(t, tt.want, got.Statement[1:], tt.reason)
		})
	}
}

// TestOutputsWaitForSettings checks that a user of the name or the ARN waits for all settings that secure the bucket.
func TestOutputsWaitForSettings(t *testing.T) {
	t.Parallel()
	rec := record(t, unchanged)
	user := find(t, rec, "user-encryption")
	for _, setting := range []string{
		"main-public-access", "main-policy", "main-ownership", "main-encryption", "main-versioning",
	} {
		assert.True(t, slices.Contains(user.Dependencies, find(t, rec, setting).URN), "the ARN waits for %s", setting)
	}
	graph := rec.Graph()
	assert.True(t, graph.Reaches(find(t, rec, "main-policy").URN, find(t, rec, "main-public-access").URN),
		"S3 rejects both at the same time")
	assert.True(t, graph.Reaches(find(t, rec, "main-lifecycle").URN, find(t, rec, "main-versioning").URN),
		"the rules need versioning")
}

func TestForceDestroy(t *testing.T) {
	t.Parallel()
	assert.Equal(t, false, find(t, record(t, unchanged), "main").Inputs["forceDestroy"],
		"objects are kept by default")
	assert.Equal(t, true, find(t, record(t, func(a *Args) { a.ForceDestroy = true }), "main").Inputs["forceDestroy"])
}

func TestLockMode(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"GOVERNANCE", "COMPLIANCE"} {
		rec := record(t, func(a *Args) { a.Lock = &Lock{Mode: mode, Days: 7} })
		assert.Equal(t, map[string]any{"defaultRetention": map[string]any{"mode": mode, "days": 7.0}},
			find(t, rec, "main-lock").Inputs["rule"])
	}
}

// TestLockDoesNotReplaceTheBucket: replacing the bucket would delete the backups.
func TestLockDoesNotReplaceTheBucket(t *testing.T) {
	t.Parallel()
	locked := record(t, func(a *Args) { a.Lock = &Lock{Mode: "GOVERNANCE", Days: 30} })
	plain := record(t, unchanged)
	assert.Equal(t, find(t, plain, "main").Inputs, find(t, locked, "main").Inputs)
	assert.True(t, locked.Graph().Reaches(find(t, locked, "main-lock").URN, find(t, locked, "main-versioning").URN),
		"S3 locks versions")
	assert.True(t, slices.Contains(find(t, locked, "user-encryption").Dependencies, find(t, locked, "main-lock").URN),
		"the first objects are locked too")
}
