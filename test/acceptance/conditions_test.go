package acceptance

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// conditionsRegion is the region of these tests only.
const conditionsRegion = "eu-west-3"

// TestQuotaOfAddresses creates a network in a region without enough Elastic IP addresses, and again when it has.
func TestQuotaOfAddresses(t *testing.T) {
	t.Parallel()
	setCondition(t, "quotas/"+conditionsRegion, map[string]int{"addresses": 1})
	t.Cleanup(func() { setCondition(t, "quotas/"+conditionsRegion, map[string]int{}) })
	l := newRegionStack(t, "quota", conditionsRegion, func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "quota", &network.VpcArgs{
			InfraID: "quota-x7k2p", CIDR: "10.85.0.0/16", Zones: []string{"eu-west-3a", "eu-west-3b"},
		})
		return err
	})
	_, err := l.box.Up(t.Context())
	require.ErrorContains(t, err, "AddressLimitExceeded")
	setCondition(t, "quotas/"+conditionsRegion, map[string]int{"addresses": 2})
	made := l.up()
	assert.NotEmpty(t, made.with("create"), "the second update creates what is missing")
	l.up().unchanged(t, "after the quota was raised")
	l.destroy()
}

// TestLateIAM launches an instance with an instance profile that EC2 sees only after some seconds, as in AWS.
func TestLateIAM(t *testing.T) {
	t.Parallel()
	setCondition(t, "iam-delays", map[string]int{"late-x7k2p": 8})
	t.Cleanup(func() { setCondition(t, "iam-delays", map[string]int{}) })
	l := newRegionStack(t, "late", conditionsRegion, func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "late", &iam.InstanceProfilesArgs{
			InfraID: "late-x7k2p", Region: conditionsRegion, Stage: iam.StageCluster,
		})
		if err != nil {
			return err
		}
		vpc, err := ec2.NewVpc(ctx, "late", &ec2.VpcArgs{CidrBlock: pulumi.String("10.86.0.0/16")})
		if err != nil {
			return err
		}
		subnet, err := ec2.NewSubnet(ctx, "late", &ec2.SubnetArgs{
			VpcId: vpc.ID(), CidrBlock: pulumi.String("10.86.0.0/24"),
		})
		if err != nil {
			return err
		}
		_, err = ec2.NewInstance(ctx, "late", &ec2.InstanceArgs{
			Ami: pulumi.String(emulatedAMI), InstanceType: pulumi.String("m5.xlarge"), SubnetId: subnet.ID(),
			IamInstanceProfile: profiles.Worker,
		})
		return err
	})
	created := l.up()
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	l.up().unchanged(t, "second update")
	l.destroy()
}

// setCondition sets a condition of the emulated account (test/lab/moto/conditions.py).
func setCondition(t *testing.T, name string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	request, err := http.NewRequest(http.MethodPut, os.Getenv("AWS_ENDPOINT_URL")+"/lab/"+name,
		strings.NewReader(string(text)))
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusNoContent, response.StatusCode)
}

// newRegionStack returns a stack without a cluster in a region, which is destroyed if the test fails.
func newRegionStack(t *testing.T, project, region string, program pulumi.RunFunc) labStack {
	t.Helper()
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = region
	box, err := sandbox.New(sandbox.Options{
		Project: project, Program: program, Dir: filepath.Join(t.TempDir(), project), Config: config, RealAWS: true,
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = box.Destroy(context.Background())
		}
	})
	return labStack{t, box}
}
