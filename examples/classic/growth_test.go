//go:build unix

package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/cputime"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func machineSet(ctx *pulumi.Context, number int) error {
	name := "pool" + strconv.Itoa(number)
	_, err := nodes.NewWorkerMachineSet(ctx, name, &nodes.MachineSetArgs{
		InfraID: "demo-x7k2p", Pool: name, AMI: pulumi.String("ami-0123456789abcdef0"),
		Subnets: []network.Subnet{
			{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
		},
		SecurityGroupIDs: pulumi.StringArray{
			pulumi.String("sg-0123456789abcdef0"),
		}, InstanceProfile: pulumi.String("worker"),
	})
	return err
}

func vpc(ctx *pulumi.Context, number int) error {
	name := "demo" + strconv.Itoa(number)
	_, err := network.NewVpc(ctx, name,
		&network.VpcArgs{InfraID: name, Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}})
	return err
}

// infrastructureOf registers everything that a cluster has in its account.
func infrastructureOf(ctx *pulumi.Context, number int) error {
	s := loadSettings(ctx)
	if err := s.Validate(); err != nil {
		return err
	}
	install, err := cluster.LoadInstallDir(s.InstallDir, cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	name := "c" + strconv.Itoa(number)
	install.ClusterName, install.InfraID, install.Domain = name, name+"-x7k2p", name+".example.com"
	install.MasterIgnition = ofDomain(install.MasterIgnition, install.Domain)
	install.WorkerIgnition = ofDomain(install.WorkerIgnition, install.Domain)
	_, err = newInfrastructure(ctx, s, install)
	return err
}

// ofDomain returns the Ignition config of a machine of another cluster.
func ofDomain(ignition pulumi.StringOutput, domain string) pulumi.StringOutput {
	return ignition.ApplyT(func(text string) string {
		return strings.ReplaceAll(text, "api-int.demo.example.com", "api-int."+domain)
	}).(pulumi.StringOutput)
}

// cost is the cost of running a program. The time is CPU time, which depends little on other load.
type cost struct {
	time  time.Duration
	bytes uint64
}

func costOf(t *testing.T, count int, register func(*pulumi.Context, int) error) cost {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // The collector's time depends on other tests' memory.
	begun := cputime.Used(t)
	mockstest.Run(t, func(ctx *pulumi.Context) error {
		for number := range count {
			if err := register(ctx, number); err != nil {
				return err
			}
		}
		return nil
	}, mocks.Project(example.Project), mocks.Config(example.Configured(map[string]string{"kubernetes:context": "demo"})))
	spent := cputime.Used(t) - begun
	runtime.ReadMemStats(&after)
	return cost{spent, after.TotalAlloc - before.TotalAlloc}
}

// TestBlueprintCostsLittle: the blueprint allocates at most 1.05 of what the program by hand does, which registers the same
// (TestBlueprintRegistersTheSame) and validates the same arguments. BenchmarkPreview measures the times, which vary.
func TestBlueprintCostsLittle(t *testing.T) {
	byHand := func(ctx *pulumi.Context, _ int) error { return program(ctx) }
	whole := func(ctx *pulumi.Context, _ int) error { return asBlueprint(ctx) }
	costOf(t, 1, byHand) // Pays costs that occur once.
	costOf(t, 1, whole)
	hand, blueprint := costOf(t, 1, byHand), costOf(t, 1, whole)
	t.Logf("by hand: %v, %d KiB; blueprint: %v, %d KiB", hand.time, hand.bytes>>10, blueprint.time, blueprint.bytes>>10)
	assert.LessOrEqual(t, float64(blueprint.bytes), 1.05*float64(hand.bytes))
}

// TestGrowthIsLinear runs programs at ten times their size. Quadratic growth would cost a hundred times as much, in each
// of three attempts; a busy machine makes one of them slow.
func TestGrowthIsLinear(t *testing.T) {
	tests := map[string]struct {
		register func(*pulumi.Context, int) error
		large    int
	}{
		"machine sets": {register: machineSet, large: 1000},
		"networks":     {register: vpc, large: 100},
		"clusters":     {register: infrastructureOf, large: 50},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			costOf(t, 1, tt.register) // Pays costs that occur once.
			growth := math.Inf(1)
			for range 3 {
				small, large := costOf(t, tt.large/10, tt.register), costOf(t, tt.large, tt.register)
				t.Logf("%d: %v, %d KiB; %d: %v, %d KiB", tt.large/10, small.time, small.bytes>>10, tt.large, large.time,
					large.bytes>>10)
				assert.Less(t, large.bytes, 13*small.bytes)
				if growth = min(growth, float64(large.time)/float64(small.time)); growth < 20 {
					break
				}
			}
			assert.Less(t, growth, 20.0)
		})
	}
}
