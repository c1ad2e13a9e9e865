package programs_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// oneVpc has two self-managed clusters in one VPC, a public and a private one. Both have workers in an Auto Scaling group, and the
// approver of their CSRs in the namespace that is its default.
func oneVpc(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	vpc, err := network.NewVpc(ctx, "shared", &network.VpcArgs{
		Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		NAT:     network.NATSingle,
		NATZone: "us-east-2a",
	})
	if err != nil {
		return err
	}
	for _, color := range []string{"blue", "green"} {
		args := &blueprint.SelfManagedArgs{
			InstallDir:   cfg.Require(color),
			AMI:          pulumi.String("ami-0123456789abcdef0"),
			Network:      &vpc.Network,
			Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
			WorkerPools: map[string]*nodes.WorkerPoolArgs{"batch": {
				InstanceType: "m6i.xlarge", Max: 4, Drain: &nodes.DrainArgs{},
			}},
		}
		if color == "green" {
			args.Scope, args.PublicZoneID = network.Internal, nil
		}
		cluster, err := blueprint.NewSelfManaged(ctx, color, args)
		if err != nil {
			return err
		}
		ctx.Export(color, cluster.APIURL)
	}
	return nil
}

func TestTwoClustersInOneVpc(t *testing.T) {
	t.Parallel()
	run{
		program:   oneVpc,
		clusters:  map[string]string{"blue": "blue.example.com", "green": "green.example.com"},
		resources: 250,
	}.lifecycle(t)
}
