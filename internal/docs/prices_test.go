package docs

import "fmt"

// pricesOf is the month of the price tables below.
const pricesOf = "November 2026"

// hoursPerMonth is the month of AWS's own estimates.
const hoursPerMonth = 730.0

// instancePrices are list prices an hour in us-east-2, in US dollars, from the Price List API, as
// aws/karpenter-provider-aws pkg/providers/pricing/zz_generated.pricing_aws.go has them (commit 265ee0b; us-east-1,
// whose prices are the same).
var instancePrices = map[string]float64{
	"m5.2xlarge": 0.384,
	"m5.xlarge":  0.192,
	"m6i.xlarge": 0.192,
	"r5.xlarge":  0.252,
	"t3.micro":   0.0104,
	"t3.small":   0.0208,
}

// Other list prices in us-east-2, from the pricing pages that docs/costs.md links to.
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
