package cluster_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// clusterID is that of a cluster in OpenShift Cluster Manager: ID of RosaHCP or RosaClassic.
const clusterID = pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn")

// At most 30 nodes, and new ones for pods of priority 0 and above only.
func ExampleNewRosaAutoscaler() {
	program := func(ctx *pulumi.Context) error {
		priority := 0
		_, err := cluster.NewRosaAutoscaler(ctx, "demo", &cluster.RosaAutoscalerArgs{
			ClusterID:            clusterID,
			MaxNodesTotal:        30,
			PodPriorityThreshold: &priority,
		})
		return err
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}

// Pods of a pool may have four times as many processes. RosaMachinePoolArgs.HCP.KubeletConfig takes the name.
func ExampleNewRosaKubeletConfig() {
	program := func(ctx *pulumi.Context) error {
		pids, err := cluster.NewRosaKubeletConfig(ctx, "pids", &cluster.RosaKubeletConfigArgs{
			ClusterID: clusterID, Name: "pids", PodPidsLimit: 16384,
		})
		if err != nil {
			return err
		}
		ctx.Export("kubeletConfig", pids.Name)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), rec.Outputs()["kubeletConfig"])
	// Output: <nil> pids
}

// Machines of a pool keep more of the file system in memory. RosaMachinePoolArgs.HCP.TuningConfigs takes the name.
func ExampleNewRosaTuningConfig() {
	program := func(ctx *pulumi.Context) error {
		tuning, err := cluster.NewRosaTuningConfig(ctx, "database", &cluster.RosaTuningConfigArgs{
			ClusterID: clusterID,
			Name:      "database",
			Spec: map[string]any{
				"profile": []any{map[string]any{
					"name": "database",
					"data": "[main]\ninclude=openshift-node\n[sysctl]\nvm.dirty_ratio=\"55\"\n",
				}},
				"recommend": []any{map[string]any{"priority": 20, "profile": "database"}},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("tuningConfig", tuning.Name)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), rec.Outputs()["tuningConfig"])
	// Output: <nil> database
}
