package stackconfig

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const otherStack = "organization/other/demo"

// read reads settings with a configuration and the outputs of another stack, in an update or a preview.
func read(t *testing.T, config, outputs map[string]any, preview bool, with func(*Reader)) error {
	t.Helper()
	values := map[string]string{}
	for key, value := range config {
		values["project:"+key] = value.(string)
	}
	rec := mocks.New(mocks.Config(values), mocks.StackOutputs(otherStack, outputs))
	run := rec.Run
	if preview {
		run = rec.Preview
	}
	return run(func(ctx *pulumi.Context) error {
		r := New(ctx)
		r.FromStack("clusterStack")
		with(r)
		return r.Err()
	})
}

// TestOutputsReplaceSettings: what the other stack exports is read from it, everything else from the configuration.
func TestOutputsReplaceSettings(t *testing.T) {
	t.Parallel()
	config := map[string]any{"clusterStack": otherStack, "infraId": "mine", "ami": "ami-0123456789abcdef0"}
	outputs := map[string]any{
		"infraId":          "theirs-x7k2p",
		"kubeconfig":       mocks.Secret{Value: "apiVersion: v1"},
		"securityGroupIds": []any{"sg-1", "sg-2"},
		"subnets":          map[string]any{"us-east-2b": "subnet-2", "us-east-2a": "subnet-1"},
		"vpc":              map[string]any{"id": "vpc-1"},
	}
	for _, preview := range []bool{false, true} {
		err := read(t, config, outputs, preview, func(r *Reader) {
			assert.Equal(t, "theirs-x7k2p", r.Required("infraId"))
			assert.Equal(t, "ami-0123456789abcdef0", r.Required("ami"), "not exported")
			assert.Equal(t, "apiVersion: v1", r.File("kubeconfig"), "an output is the text, not a path")
			assert.Equal(t, []string{"sg-1", "sg-2"}, List(r.Required("securityGroupIds")))
			assert.Equal(t, []network.Subnet{
				{ID: pulumi.String("subnet-1"), Zone: "us-east-2a"}, {ID: pulumi.String("subnet-2"), Zone: "us-east-2b"},
			}, r.Subnets("subnets"))
			var vpc struct {
				ID string `json:"id"`
			}
			r.Object("vpc", &vpc)
			assert.Equal(t, "vpc-1", vpc.ID)
		})
		require.NoError(t, err, preview)
	}
}

func TestOutputsOfOtherTypesAreRejected(t *testing.T) {
	t.Parallel()
	err := read(t, map[string]any{"clusterStack": otherStack}, map[string]any{"infraId": 4.0, "vpc": "vpc-1"}, false,
		func(r *Reader) {
			r.Optional("infraId", "")
			var vpc struct{}
			r.Object("vpc", &vpc)
		})
	assert.EqualError(t, err, "config infraId: the output of the other stack is a float64\n"+
		"config vpc: json: cannot unmarshal string into Go value of type struct {}")
}

func TestProblemsAreJoined(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "worker.ign")
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o600))
	err := read(t, map[string]any{
		"stage": "done", "workers": "many", "spot": "some", "subnets": "us-east-2a", "ignition": file, "absent": "nowhere",
	}, nil, false, func(r *Reader) {
		r.Required("infraId")
		r.Choice("stage", "bootstrap", "cluster")
		r.Number("workers", 1)
		r.Flag("spot", true)
		r.Subnets("subnets")
		r.Add(nil)
		assert.Equal(t, "{}", r.File("ignition"))
		r.File("absent")
		assert.Equal(t, "bootstrap", r.Choice("unset", "bootstrap", "cluster"))
		assert.Equal(t, 3, r.Number("unset", 3))
		assert.True(t, r.Flag("unset", true))
		assert.Equal(t, "m5.xlarge", r.Optional("unset", "m5.xlarge"))
		assert.Equal(t, "us-east-2", r.Region())
	})
	assert.EqualError(t, err, "config infraId: is required; set it with `pulumi config set infraId VALUE`\n"+
		`config stage: must be bootstrap or cluster (got "done")`+"\n"+
		`config workers: "many" is not a whole number`+"\n"+
		`config spot: must be true or false (got "some")`+"\n"+
		`config subnets: "us-east-2a" is not a zone and its subnet (for example, us-east-2a=subnet-0123456789abcdef0)`+"\n"+
		"config absent: open nowhere: no such file or directory")
}

// TestInstallDir: a problem leaves an empty directory, so that the program can report other problems too.
func TestInstallDir(t *testing.T) {
	t.Parallel()
	const fixture = "../../classic/install-dir"
	for _, test := range []struct {
		config map[string]any
		want   string
		found  string
	}{
		{config: nil, want: "config installDir: is required"},
		{config: map[string]any{"installDir": "nowhere"}, want: "nowhere: cannot be read"},
		{config: map[string]any{"installDir": fixture}, want: "", found: "demo-x7k2p"},
	} {
		err := read(t, test.config, nil, false, func(r *Reader) {
			assert.Equal(t, test.found, r.InstallDir("installDir", "cluster").InfraID)
		})
		if test.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, test.want)
		}
	}
}
