package rhcs

import (
	"cmp"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// kindOf returns the last part of a type: ClusterRosaHcp of rhcs:index/clusterRosaHcp:ClusterRosaHcp.
func kindOf(token string) string { return token[strings.LastIndex(token, ":")+1:] }

func isCluster(token string) bool { return strings.HasPrefix(kindOf(token), "ClusterRosa") }

func isPool(token string) bool { return kindOf(token) == "HcpMachinePool" }

// accountOf returns what OCM's rules read of the records.
func accountOf(records fake.Records) ocm.Account {
	var account ocm.Account
	for _, record := range records {
		switch {
		case isCluster(record.Token):
			account.Clusters = append(account.Clusters, clusterOf(record))
		case isPool(record.Token):
			account.Pools = append(account.Pools, poolOf(record))
		}
	}
	return account
}

func clusterOf(r fake.Record) ocm.Cluster {
	sts, _ := r.Outputs["sts"].(map[string]any)
	config, _ := sts["oidcConfigId"].(string)
	zones, _ := r.Outputs["availabilityZones"].([]any)
	return ocm.Cluster{
		ID: r.ID, Name: r.Text("name"), DomainPrefix: r.Text("domainPrefix"), Region: r.Text("cloudRegion"),
		BillingAccountID: r.Text("awsBillingAccountId"), OIDCConfig: config, Release: r.Text("currentVersion"), Channel: r.Text("channel"),
		Hosted: kindOf(r.Token) == "ClusterRosaHcp", ExternalAuth: r.Outputs["externalAuthProvidersEnabled"] == true,
		Zones: max(1, len(zones)), Subnets: r.Texts("awsSubnetIds"), InstanceType: r.Text("computeMachineType"),
	}
}

func poolOf(r fake.Record) ocm.Pool {
	return ocm.Pool{
		Name: r.Text("name"), Cluster: r.Text("cluster"), Release: cmp.Or(r.Text("currentVersion"), r.Text("version")), Upgrading: isUpgrading(r),
	}
}
