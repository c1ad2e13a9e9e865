// Command existing-vpc deploys a self-managed OpenShift cluster in an existing VPC, whose subnets, routes and endpoints belong to its owner.
// In the VPC the program registers only the tags by which load balancers find the subnets, security groups, and the cluster.
//
// `pulumi up` runs it in your account. `go run ./examples/existing-vpc up` runs the same program in a sandbox that needs no account.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-existing-vpc"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"ami":                  "ami-0123456789abcdef0",
	"publicZoneId":         "Z0123456789ABCDEFGHIJ",
	"vpc": `{
		"id": "vpc-0123456789abcdef0", "cidr": "10.20.0.0/16", "endpoints": {"s3": "vpce-0123456789abcdef0"},
		"privateSubnets": [
			{"id": "subnet-0123456789abcdef0", "zone": "us-east-2a", "cidr": "10.20.0.0/20", "routeTableId": "rtb-0123456789abcdef0"},
			{"id": "subnet-0123456789abcdef1", "zone": "us-east-2b", "cidr": "10.20.16.0/20", "routeTableId": "rtb-0123456789abcdef1"},
			{"id": "subnet-0123456789abcdef2", "zone": "us-east-2c", "cidr": "10.20.32.0/20", "routeTableId": "rtb-0123456789abcdef2"}
		],
		"publicSubnets": [
			{"id": "subnet-0123456789abcdef3", "zone": "us-east-2a", "cidr": "10.20.240.0/24"},
			{"id": "subnet-0123456789abcdef4", "zone": "us-east-2b", "cidr": "10.20.241.0/24"},
			{"id": "subnet-0123456789abcdef5", "zone": "us-east-2c", "cidr": "10.20.242.0/24"}
		]
	}`,
}
