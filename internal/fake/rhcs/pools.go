package rhcs

import (
	"cmp"
	"fmt"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

const poolType = "rhcs:index/hcpMachinePool:HcpMachinePool"

// findPool returns a machine pool of a hosted cluster.
func findPool(records fake.Records, cluster, name any) (fake.Record, bool) {
	for _, record := range records {
		if isPool(record.Token) && record.Text("name") == name && record.Outputs["cluster"] == cluster {
			return record, true
		}
	}
	return fake.Record{}, false
}

// initialPools returns what a data source reports of the pools that OCM creates with a hosted cluster.
func initialPools(created fake.Record) []map[string]any {
	cluster := clusterOf(created)
	var pools []map[string]any
	for _, pool := range cluster.InitialPools() {
		pools = append(pools, map[string]any{
			"id": pool.Name, "name": pool.Name, "cluster": cluster.ID, "subnetId": pool.Subnet,
			"currentVersion": cluster.Release, "awsNodePool": map[string]any{
				"instanceType": pool.InstanceType, "ec2MetadataHttpTokens": cmp.Or(created.Text("ec2MetadataHttpTokens"), "optional"),
			},
		})
	}
	return pools
}

// putInitialPools creates the pools that OCM creates with a hosted cluster.
func putInitialPools(records fake.Records, cluster fake.Record) {
	for _, outputs := range initialPools(cluster) {
		pool := fake.Record{
			Token: poolType, ID: fmt.Sprint(cluster.ID, "/", outputs["name"]), Outputs: outputs,
			URN: fmt.Sprint(cluster.URN, "::", outputs["name"]),
		}
		records[pool.Key()] = pool
	}
}

// adoptPool puts a resource in the place of the initial pool of its name, which the provider adopts (v1.7.7 provider/machinepool/hcp,
// magicImport).
func adoptPool(records fake.Records, created fake.Record) error {
	adopted, exists := findPool(records, created.Outputs["cluster"], created.Text("name"))
	if !exists {
		//nolint:staticcheck // its words
		return fmt.Errorf("Can't create machine pool for cluster '%s': the default machine pool '%s' was deleted and a new machine pool "+
			"with that name may not be created. Please use a different name.", created.Text("cluster"), created.Text("name"))
	}
	if subnet := created.Text("subnetId"); subnet != adopted.Text("subnetId") {
		//nolint:staticcheck // its words
		return fmt.Errorf("Attribute value cannot be changed: Attribute aws_node_pool.subnet_id, cannot be changed from %q to %q",
			adopted.Text("subnetId"), subnet)
	}
	delete(records, adopted.Key())
	return nil
}
