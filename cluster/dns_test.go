package cluster

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// apiRecords returns the API's records, without the zone's SOA record.
func apiRecords(rec *mocks.Recorder) []mocks.Resource {
	return slices.DeleteFunc(rec.OfType(recordType), func(r mocks.Resource) bool { return r.Inputs["type"] == "SOA" })
}

// Machines look up api-int before it exists.
func TestNegativeTTL(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t)
	zone := clustertest.One(t, rec, "aws:route53/zone:Zone", "demo-private")
	record := clustertest.One(t, rec, recordType, "demo-private-soa")
	assert.Equal(t, map[string]any{
		"zoneId": zone.ID, "name": "demo.example.com", "type": "SOA", "ttl": float64(900), "allowOverwrite": true,
		"records": []any{
			zone.Outputs["primaryNameServer"].(string) + ". awsdns-hostmaster.amazon.com. 1 7200 900 1209600 60",
		},
	}, record.Inputs)
	assert.True(t, record.Options.RetainOnDelete, "Route 53 deletes it with the zone only")
	assert.Equal(t, "ns-1.awsdns-00.com. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 60",
		soaRecord("ns-1.awsdns-00.com."))

	existing := recordControlPlane(t, func(a *ControlPlaneArgs) { a.PrivateZoneID = pulumi.String("Z0SHARED") })
	assert.Len(t, existing.OfType(recordType), 3, "an existing zone is not changed")
}

func TestZoneKeepsAssociationsOfOthers(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"vpcs"},
		clustertest.One(t, recordControlPlane(t), "aws:route53/zone:Zone", "demo-private").Options.IgnoreChanges)
}

func TestGovCloudHasNoAliases(t *testing.T) {
	t.Parallel()
	gov := func(a *ControlPlaneArgs) {
		a.Install.Region = "us-gov-west-1"
		a.Network.PublicSubnets = subnets("public", "us-gov-west-1", 0, "a", "b", "c")
		a.Network.PrivateSubnets = subnets("private", "us-gov-west-1", 100, "a", "b", "c")
	}
	rec := recordControlPlane(t, gov)
	records := apiRecords(rec)
	assert.Len(t, records, 3)
	for _, record := range records {
		loadBalancer := "demo-int"
		if strings.Contains(record.Name, "public") {
			loadBalancer = "demo-ext"
		}
		assert.Equal(t, "CNAME", record.Inputs["type"], record.Name)
		assert.Equal(t, float64(10), record.Inputs["ttl"], record.Name)
		balancer := clustertest.One(t, rec, balancerType, loadBalancer)
		assert.Equal(t, []any{balancer.Outputs["dnsName"]}, record.Inputs["records"],
			record.Name)
		assert.NotContains(t, record.Inputs, "aliases", record.Name)
	}
	assert.Contains(t, clustertest.One(t, rec, "aws:s3/bucketPolicy:BucketPolicy", "demo-bootstrap").Inputs["policy"],
		`"arn:aws-us-gov:s3:::openshift-bootstrap-data-demo-x7k2p/*"`)
}

func TestPlanRecords(t *testing.T) {
	t.Parallel()
	private := []apiRecord{{host: "api", loadBalancer: "int"}, {host: "api-int", loadBalancer: "int"}}
	assert.Equal(t, append(private, apiRecord{host: "api", public: true, loadBalancer: "ext"}),
		planRecords(filled(demoArgs())))
	assert.Equal(t, private, planRecords(filled(demoArgs(internalOnly))))
}
