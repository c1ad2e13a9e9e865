// Command sandbox runs the Pulumi project of the working directory through the real Pulumi engine, on fakes of AWS, OpenShift
// and ROSA, without an account. The program is compiled and needs no code for it:
//
//	go get -tool github.com/openshift-aws/pulumi-openshift-aws/cmd/sandbox
//	go tool sandbox up
//
// The configuration is that of Pulumi.sandbox.yaml, and the defaults in Pulumi.yaml; -c key=value overrides it.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/sandbox"

func main() {
	sandbox.MainProject(".")
}
