package rosa

import (
	"strconv"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestWorkersArgsValidate(t *testing.T) {
	t.Parallel()
	workers := func(w WorkersArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Workers = &w }) }
	oneZone := func(w WorkersArgs) *HCPArgs {
		return testHCP(func(a *HCPArgs) { a.PrivateSubnets, a.Workers = a.PrivateSubnets[:1], &w })
	}
	classic := func(multiAZ bool, version string, w WorkersArgs) *ClassicArgs {
		return testClassic(func(a *ClassicArgs) {
			a.MultiAZ, a.Version, a.Workers = multiAZ, &VersionArgs{Version: version}, &w
		})
	}
	checkValidations(t, map[string]validation{
		"no machine": {
			reason: "a hosted control plane can have no workers",
			args:   workers(WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 0, Max: 3}}),
		},
		"as many replicas as addresses": {
			reason: "a /20 has eight /23, one for each node",
			args: testHCP(func(a *HCPArgs) {
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.Network = &NetworkArgs{PodCIDR: "12.128.0.0/20", HostPrefix: 23}
				a.Workers = &WorkersArgs{Replicas: new(8)}
			}),
		},
		"one size": {
			reason: "Max can be Min",
			args:   oneZone(WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 2, Max: 2}}),
		},
		"500 machines": {
			reason: "a hosted cluster has up to 500 workers",
			args:   oneZone(WorkersArgs{Replicas: new(500), DiskSizeGiB: 16384}),
		},
		"smallest disk": {
			reason: "a disk of a hosted cluster has at least 75 GiB",
			args:   workers(WorkersArgs{DiskSizeGiB: 75, SecurityGroupIDs: testGroups(10)}),
		},
		"classic 249 machines": {
			reason: "a Classic cluster has up to 249 workers",
			args:   classic(true, "", WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 3, Max: 249}}),
		},
		"classic largest disk": {
			reason: "a disk has up to 16 TiB",
			args:   classic(false, "", WorkersArgs{DiskSizeGiB: 16384}),
		},
		"replicas in three zones": {
			reason: "every zone has the same number of machines",
			args:   workers(WorkersArgs{Replicas: new(4)}),
			want: []string{
				"rosa.HCPArgs.Workers.Replicas: must be a multiple of 3, the number of private subnets (got 4)",
			},
		},
		"one replica": {
			reason: "a cluster needs two workers",
			args:   oneZone(WorkersArgs{Replicas: new(1)}),
			want:   []string{"rosa.HCPArgs.Workers.Replicas: range"},
		},
		"no replica": {
			reason: "without autoscaling a cluster needs two workers",
			args:   oneZone(WorkersArgs{Replicas: new(0)}),
			want:   []string{"rosa.HCPArgs.Workers.Replicas: range"},
		},
		"501 replicas": {
			reason: "a hosted cluster has up to 500 workers",
			args:   workers(WorkersArgs{Replicas: new(501)}),
			want:   []string{"rosa.HCPArgs.Workers.Replicas: range"},
		},
		"more replicas than addresses": {
			reason: "a /18 has 32 /23",
			args: testHCP(func(a *HCPArgs) {
				a.Network, a.Workers = &NetworkArgs{PodCIDR: "10.128.0.0/18"}, &WorkersArgs{Replicas: new(33)}
			}),
			want: []string{
				"rosa.HCPArgs.Workers.Replicas: must be at most 32: Network.PodCIDR has addresses for 32 nodes (got 33);" +
					" use a larger PodCIDR or a longer HostPrefix",
			},
		},
		"bounds reversed": {
			reason: "Max is at least Min",
			args:   workers(WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 6, Max: 3}}),
			want:   []string{"rosa.HCPArgs.Workers.Autoscaling.Max: range"},
		},
		"bounds in three zones": {
			reason: "every zone has the same number of machines",
			args:   workers(WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 2, Max: 6}}),
			want: []string{
				"rosa.HCPArgs.Workers.Autoscaling.Min: must be a multiple of 3, the number of private subnets (got 2)",
			},
		},
		"small disk": {
			reason: "a disk of a hosted cluster has at least 75 GiB",
			args:   workers(WorkersArgs{DiskSizeGiB: 74}),
			want:   []string{"rosa.HCPArgs.Workers.DiskSizeGiB: range"},
		},
		"labels without adoption": {
			reason: "labels of initial pools are those of adopted pools",
			args: workers(WorkersArgs{
				Labels: map[string]string{"a": "b"}, Version: "4.18.5", Pools: []string{"workers-0"}, Adopt: new(false),
			}),
			want: []string{
				"rosa.HCPArgs.Workers.Labels: needs",
				"rosa.HCPArgs.Workers.Version: needs",
				"rosa.HCPArgs.Workers.Pools: needs",
			},
		},
		"pool that is none of the initial ones": {
			reason: "pools of other names are MachinePools",
			args:   workers(WorkersArgs{Pools: []string{"workers-0", "workers-3"}}),
			want: []string{
				`rosa.HCPArgs.Workers.Pools[1]: the cluster has no initial pool "workers-3"; must be one of workers-0, workers-1, workers-2`,
			},
		},
		"releases within two minor versions": {
			reason: "a control plane supports pools of the two minor versions before",
			args: testHCP(func(a *HCPArgs) {
				a.Version, a.Workers = &VersionArgs{Version: "4.18.5"}, &WorkersArgs{Version: "4.16.1"}
			}),
		},
		"release three minor versions behind": {
			reason: "OCM rejects the upgrade of the control plane before that of the pools",
			args: testHCP(func(a *HCPArgs) {
				a.Version, a.Workers = &VersionArgs{Version: "4.19.5"}, &WorkersArgs{Version: "4.16.1"}
			}),
			want: []string{"rosa.HCPArgs.Workers.Version: 4.16.1 is more than 2 minor versions older than the control plane's 4.19.5; " +
				"upgrade the pool first"},
		},
		"adoption before the cluster is ready": {
			reason: "the pools of a cluster that is not ready cannot be read",
			args: testHCP(func(a *HCPArgs) {
				a.Wait, a.Workers = &WaitArgs{WaitForCreate: new(false)}, &WorkersArgs{Adopt: new(true)}
			}),
			want: []string{"rosa.HCPArgs.Workers.Adopt: must not be true if Wait.WaitForCreate is false: the pools are read when the " +
				"cluster is ready"},
		},
		"classic adoption": {
			reason: "Classic has one initial pool, which a MachinePool adopts, and which follows the cluster",
			args:   classic(false, "4.18.5", WorkersArgs{Version: "4.18.5", Pools: []string{"worker"}, Adopt: new(true)}),
			want: []string{
				"rosa.ClassicArgs.Workers.Version: is only supported by hosted control planes; machine pools of Classic follow the cluster",
				"rosa.ClassicArgs.Workers.Pools: is only supported by hosted control planes; the initial pool of Classic is named worker",
				"rosa.ClassicArgs.Workers.Adopt: is only supported by hosted control planes; " +
					"a MachinePool named worker adopts the initial pool of Classic",
			},
		},

		"classic replicas in three zones": {
			reason: "every zone has the same number of machines",
			args:   classic(true, "", WorkersArgs{Replicas: new(4)}),
			want: []string{
				"rosa.ClassicArgs.Workers.Replicas: must be a multiple of 3, the number of zones (got 4)",
			},
		},
		"classic one replica": {
			reason: "a cluster needs two workers",
			args:   classic(false, "", WorkersArgs{Replicas: new(1)}),
			want:   []string{"rosa.ClassicArgs.Workers.Replicas: range"},
		},
		"classic bounds": {
			reason: "autoscaling of Classic has the same minimum as replicas",
			args:   classic(true, "", WorkersArgs{Autoscaling: &AutoscalingArgs{Min: 0, Max: 6}}),
			want:   []string{"rosa.ClassicArgs.Workers.Autoscaling.Min: range"},
		},
		"classic 250 replicas": {
			reason: "a Classic cluster has up to 249 workers",
			args:   classic(false, "", WorkersArgs{Replicas: new(250)}),
			want:   []string{"rosa.ClassicArgs.Workers.Replicas: range"},
		},
		"classic more replicas than addresses": {
			reason: "the control plane and the infra nodes of Classic have pod addresses too",
			args: testClassic(func(a *ClassicArgs) {
				a.Network, a.Workers = &NetworkArgs{PodCIDR: "10.128.0.0/20"}, &WorkersArgs{Replicas: new(4)}
			}),
			want: []string{
				"rosa.ClassicArgs.Workers.Replicas: must be at most 3: Network.PodCIDR has addresses for 8 nodes (got 4);" +
					" use a larger PodCIDR or a longer HostPrefix",
			},
		},
	})
}

func TestDefaultReplicasAreAllowed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		zones := rapid.IntRange(1, 9).Draw(r, "zones")
		names := make([]string, zones)
		for i := range names {
			names[i] = "us-east-2" + string(rune('a'+i))
		}
		args := testHCP(func(a *HCPArgs) { a.PrivateSubnets = testSubnets("private", names...) })
		replicas := check.WithDefaults(args).inputs()["replicas"].(int)
		if replicas < 2 || replicas%zones != 0 || replicas-zones >= 2 {
			r.Fatalf("%d machines in %d zones", replicas, zones)
		}
		args.Workers = &WorkersArgs{Replicas: &replicas}
		if err := args.Validate(); err != nil {
			r.Fatal(err)
		}
	})
}

// TestReplicasFitPodRange draws numbers of machines and pod ranges of any size.
func TestReplicasFitPodRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		bits, prefix := rapid.IntRange(9, 26).Draw(r, "bits"), rapid.IntRange(22, 27).Draw(r, "host prefix")
		count := rapid.IntRange(0, 600).Draw(r, "replicas")
		args := testHCP(func(a *HCPArgs) {
			a.PrivateSubnets = a.PrivateSubnets[:1]
			a.Network = &NetworkArgs{PodCIDR: "12.128.0.0/" + strconv.Itoa(bits), HostPrefix: prefix}
			a.Workers = &WorkersArgs{Replicas: &count}
		})
		limit := 1
		for range prefix - bits {
			limit *= 2
		}
		fits := prefix >= bits && prefix >= 23 && prefix <= 26 && count >= 2 && count <= 500 && count <= limit
		if err := args.Validate(); (err == nil) != fits {
			r.Fatalf("%d machines of /%d in /%d: %v", count, prefix, bits, err)
		}
	})
}

// TestAdoptedPools: each pool has the subnet and the instance type that OCM reports, its part of the machines, and stays in the cluster
// when it leaves the program.
func TestAdoptedPools(t *testing.T) {
	t.Parallel()
	pools := func(args *HCPArgs) map[string]mocks.Resource {
		found := map[string]mocks.Resource{}
		for _, pool := range run(t, args).OfType("rhcs:index/hcpMachinePool:HcpMachinePool") {
			found[pool.Name] = pool
		}
		return found
	}
	three := pools(testHCP(func(a *HCPArgs) {
		a.Version, a.CreatorARN = &VersionArgs{Version: "4.18.6", AcknowledgeUpgradeTo: "4.18"}, nil
		a.Workers = &WorkersArgs{
			InstanceType: "m6i.xlarge", Autoscaling: &AutoscalingArgs{Min: 3, Max: 9},
			Labels: map[string]string{"team": "core"}, Version: "4.18.5",
		}
	}))
	require.Len(t, three, 3)
	second := three["main-workers-1"]
	assert.Equal(t, map[string]any{
		"cluster": second.Inputs["cluster"], "name": "workers-1", "subnetId": "subnet-000000000000000a1", "autoRepair": true,
		"autoscaling": map[string]any{"enabled": true, "minReplicas": 1.0, "maxReplicas": 3.0},
		"awsNodePool": map[string]any{"instanceType": "m6i.xlarge", "ec2MetadataHttpTokens": "required"},
		"labels":      map[string]any{"team": "core"}, "version": "4.18.5", "upgradeAcknowledgementsFor": "4.18",
	}, second.Inputs)
	assert.True(t, second.Options.RetainOnDelete)

	one := pools(testHCP(func(a *HCPArgs) {
		a.PrivateSubnets, a.Workers = a.PrivateSubnets[:1], &WorkersArgs{Replicas: new(5)}
	}))
	require.Contains(t, one, "main-workers", "the pool of one subnet has no number")
	assert.InDelta(t, 5, one["main-workers"].Inputs["replicas"], 0)
	assert.Empty(t, pools(testHCP(func(a *HCPArgs) { a.Workers = &WorkersArgs{Adopt: new(false)} })))
	assert.Empty(t, pools(testHCP(func(a *HCPArgs) { a.Wait = &WaitArgs{WaitForCreate: new(false)} })))
}

// TestChosenByOCM: the properties of a pool that OCM cannot change are those that it reports.
func TestChosenByOCM(t *testing.T) {
	t.Parallel()
	got := chosenByOCM(map[string]any{"subnetId": "subnet-1", "replicas": 2, "awsNodePool": map[string]any{
		"instanceType": "m5.xlarge", "capacityReservationPreference": "open", "capacityReservationId": nil, "diskSize": 300,
	}})
	assert.Equal(t, map[string]any{
		"subnetId": "subnet-1", "awsNodePool": map[string]any{"instanceType": "m5.xlarge", "capacityReservationPreference": "open"},
	}, got)
}

// TestPoolsThatAreGone: a problem says whether a pool is gone or the cluster, and which arguments go on without it.
func TestPoolsThatAreGone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		args    *HCPArgs
		cluster map[string]any
		want    string
	}{
		"one of three": {
			reason: "the others go on", args: testHCP(), cluster: map[string]any{"state": "ready"},
			want: "rosa.HCPArgs.Workers.Pools: must be workers-0, workers-2: the cluster has no machine pool workers-1 any more",
		},
		"without it": {
			reason: "it is not read",
			args:   testHCP(func(a *HCPArgs) { a.Workers = &WorkersArgs{Pools: []string{"workers-2", "workers-0"}} }),
		},
		"the last one": {
			reason: "a cluster can have other pools", cluster: map[string]any{"state": "ready"},
			args: testHCP(func(a *HCPArgs) { a.Workers = &WorkersArgs{Pools: []string{"workers-1"}} }),
			want: "rosa.HCPArgs.Workers.Adopt: must be false: the cluster has no machine pool workers-1 any more",
		},
		"the cluster": {
			reason: "its pools are gone with it", args: testHCP(), cluster: map[string]any{},
			want: "rosa.HCPArgs.Name: the cluster ",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New(
				mocks.Answer("rhcs:index/getHcpMachinePool:getHcpMachinePool", func(args map[string]any) (map[string]any, error) {
					if args["name"] == "workers-1" {
						return map[string]any{}, nil
					}
					return map[string]any{"subnetId": "subnet-1", "awsNodePool": map[string]any{"instanceType": "m5.xlarge"}}, nil
				}),
				mocks.Answer("rhcs:index/getClusterRosaHcp:getClusterRosaHcp", func(map[string]any) (map[string]any, error) {
					return tt.cluster, nil
				}))
			err := rec.Run(func(ctx *pulumi.Context) error { return register(ctx, tt.args) })
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				assert.Len(t, rec.OfType("rhcs:index/hcpMachinePool:HcpMachinePool"), 2)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
