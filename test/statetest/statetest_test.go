package statetest

import (
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRecord: a recorded state has no change for the program that created it, and one for another program.
func TestRecord(t *testing.T) {
	mockstest.NeedsEngine(t)
	t.Parallel()
	e := mockstest.Example{
		Project: "recorded",
		Config:  map[string]string{"aws:region": "us-east-2", "cidr": "10.0.0.0/16"},
		Program: func(ctx *pulumi.Context) error {
			_, err := ec2.NewVpc(ctx, "demo", &ec2.VpcArgs{CidrBlock: pulumi.String(config.Require(ctx, "cidr"))})
			return err
		},
	}
	path := filepath.Join(t.TempDir(), "vpc.json.gz")
	record(t, e, path, nil)
	assert.Empty(t, update(t, e, path, nil))
	assert.Equal(t,
		[]string{"replace urn:pulumi:sandbox::recorded::aws:ec2/vpc:Vpc::demo: cidrBlock"},
		update(t, e, path, map[string]string{"cidr": "10.1.0.0/16"}))
}

// TestNewest: the last three releases count, by their versions and not by their names.
func TestNewest(t *testing.T) {
	t.Parallel()
	assert.Equal(t,
		[]string{"states/v1.10.0/a.json.gz", "states/v1.9.0/a.json.gz", "states/v1.2.0/a.json.gz"},
		newest([]string{"states/v0.0.0/a.json.gz", "states/v1.10.0/a.json.gz", "states/v1.2.0/a.json.gz", "states/v1.9.0/a.json.gz"}, kept))
	assert.Len(t, newest([]string{"states/v0.0.0/a.json.gz"}, kept), 1)
}
