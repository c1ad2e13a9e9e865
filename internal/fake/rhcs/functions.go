package rhcs

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// functions returns the function that computes the result of what this library calls, such as rhcs:index/getPolicies:getPolicies. ok is
// false for an unknown function. Of a pool or a cluster that does not exist the provider returns nothing (v1.7.7
// provider/machinepool/hcp/machine_pool_datasource.go and provider/clusterrosa/hcp/datasource.go, Read). In unit tests each cluster has its
// initial pools.
func functions(store *fake.Store[fake.Record], unitTests bool) func(string, resource.PropertyMap, map[string]any) (map[string]any, bool) {
	return func(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool) {
		var read fake.Record
		store.View(func(records fake.Records) {
			result, ok = map[string]any{}, true
			switch token {
			case "rhcs:index/getHcpMachinePool:getHcpMachinePool":
				var exists bool
				if read, exists = findPool(records, args["cluster"], args["name"]); !exists && unitTests {
					result = initialMachinePool(records, args)
				}
			case "rhcs:index/getClusterRosaHcp:getClusterRosaHcp", "rhcs:index/getClusterRosaClassic:getClusterRosaClassic":
				read, _ = findCluster(records, fmt.Sprint(args["id"]))
			default:
				result, ok = Function(token, config, args)
			}
		})
		if read.ID != "" {
			result = readAgain(store, read).Outputs
		}
		return result, ok
	}
}

// readAgain returns a resource after it was read once more. A store that cannot be written fails with the next update.
func readAgain(store *fake.Store[fake.Record], read fake.Record) fake.Record {
	after, changed := progress(read)
	if !changed {
		return read
	}
	_ = store.Update(func(records fake.Records) error {
		if now, ok := records[read.Key()]; ok {
			after, _ = progress(now)
			records[read.Key()] = after
		}
		return nil
	})
	return after
}

// initialMachinePool returns an initial pool of a hosted cluster.
func initialMachinePool(records fake.Records, args map[string]any) map[string]any {
	cluster, _ := findCluster(records, fmt.Sprint(args["cluster"]))
	for _, pool := range initialPools(cluster) {
		if pool["name"] == args["name"] {
			return pool
		}
	}
	return map[string]any{}
}

// findCluster returns the cluster with an ID.
func findCluster(records fake.Records, id string) (fake.Record, bool) {
	for _, record := range records {
		if record.ID == id && isCluster(record.Token) {
			return record, true
		}
	}
	return fake.Record{}, false
}

// Function computes the result of a function that depends on no resource. ROSA's own accounts are the same in all regions of a partition.
func Function(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool) {
	region := cmp.Or(property.Text(config, "region"), "us-east-1")
	switch token {
	case "rhcs:index/getHcpPolicies:getHcpPolicies", "rhcs:index/getPolicies:getPolicies":
		return policies(partition.OfRegion(region)), true
	case "rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles":
		return operatorRoles(args), true
	case "rhcs:index/getInfo:getInfo":
		return readFunctions().Info, true
	}
	return nil, false
}

// functionsJSON has what OCM returns for an organization: getInfo (terraform-provider-rhcs v1.7.7 provider/info), the policies with the
// trust policy of the OCM role (openshift/managed-cluster-config a0bed76 resources/sts/4.22/sts_ocm_trust_policy.json), and the operators of
// a ROSA Classic cluster. Policies that change by release are empty there. The role of Red Hat's support has the number of the
// organization (openshift/rosa tests/e2e/test_rosacli_account_roles.go).
//
//go:embed functions.json
var functionsJSON []byte

// functionResults are the results in functionsJSON. Programs may change what they get, so each call reads them again.
type functionResults struct {
	Info, Policies map[string]any
	Operators      []map[string]any
}

func readFunctions() functionResults {
	var read functionResults
	if err := json.Unmarshal(functionsJSON, &read); err != nil {
		panic(fmt.Sprintf("the embedded functions.json is not valid: %v", err))
	}
	return read
}

// policies returns the result of both getPolicies, which has documents, and getHcpPolicies, which has ARNs.
func policies(where partition.Partition) map[string]any {
	result := readFunctions().Policies
	for _, group := range result {
		policies, _ := group.(map[string]any)
		for id, policy := range policies {
			switch text, _ := policy.(string); {
			case text == "":
				policies[id] = `{"Version":"2012-10-17","Statement":[{"Sid":"` + id + `","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
			case strings.HasPrefix(text, "role/"):
				policies[id] = where.ARN("iam", "", "710019948333", text)
			}
		}
	}
	return result
}

// operatorRoles returns the operators of a ROSA Classic cluster with the service accounts that assume their roles.
func operatorRoles(inputs map[string]any) map[string]any {
	prefix, _ := inputs["operatorRolePrefix"].(string)
	var roles []any
	for _, operator := range readFunctions().Operators {
		name := fmt.Sprintf("%s-%s-%s", prefix, operator["operatorNamespace"], operator["operatorName"])
		operator["roleName"] = name[:min(64, len(name))]
		accounts, _ := operator["serviceAccounts"].([]any)
		for i, account := range accounts {
			accounts[i] = fmt.Sprintf("system:serviceaccount:%s:%s", operator["operatorNamespace"], account)
		}
		roles = append(roles, operator)
	}
	return map[string]any{"id": "roles", "operatorRolePrefix": prefix, "operatorIamRoles": roles}
}
