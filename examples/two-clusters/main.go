// Command two-clusters deploys two self-managed OpenShift clusters in two regions by one program, with one `pulumi up`. They share
// nothing: each has its own VPC, roles and buckets, and one that fails does not disturb the other. Their networks do not overlap, so
// that they can be connected.
//
// `pulumi up` runs it in your account. `go run ./examples/two-clusters up` runs the same program in a sandbox that needs no account.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-two-clusters"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it. Both clusters have the name demo.
var sandboxConfig = map[string]string{
	"allowExpiredIgnition": "true",
	"clusters": `{
		"ohio": {
			"installDir": "examples/two-clusters/install-dirs/ohio", "vpcCidr": "10.0.0.0/16",
			"zones": ["us-east-2a", "us-east-2b", "us-east-2c"], "ami": "ami-0123456789abcdef0", "publicZoneId": "Z0123456789ABCDEFGHIJ"
		},
		"ireland": {
			"installDir": "examples/two-clusters/install-dirs/ireland", "vpcCidr": "10.1.0.0/16",
			"zones": ["eu-west-1a", "eu-west-1b", "eu-west-1c"], "ami": "ami-0fedcba9876543210", "publicZoneId": "Z9876543210ABCDEFGHIJ"
		}
	}`,
}
