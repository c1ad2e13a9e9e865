package rosa_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// clusterID is the ID of a cluster in OpenShift Cluster Manager: ID of HCP or Classic.
const clusterID = pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn")

// At most 30 nodes; machines are launched only for pods of priority 0 and above.
func ExampleNewAutoscaler() {
	program := func(ctx *pulumi.Context) error {
		priority := 0
		_, err := rosa.NewAutoscaler(ctx, "demo", &rosa.AutoscalerArgs{
			ClusterID:            clusterID,
			MaxNodesTotal:        30,
			PodPriorityThreshold: &priority,
		})
		return err
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}

// Pods can have four times as many processes. Pass the name to HCPPoolArgs.KubeletConfig.
func ExampleNewKubeletConfig() {
	program := func(ctx *pulumi.Context) error {
		pids, err := rosa.NewKubeletConfig(ctx, "pids", &rosa.KubeletConfigArgs{
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

// Machines cache more of the file system in memory. Pass the name to HCPPoolArgs.TuningConfigs.
func ExampleNewTuningConfig() {
	program := func(ctx *pulumi.Context) error {
		tuning, err := rosa.NewTuningConfig(ctx, "database", &rosa.TuningConfigArgs{
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
