package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	infraID = "demo-x7k2p"
	keyARN  = "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
)

// inCluster selects the cluster of the default Kubernetes provider.
var inCluster = mocks.Config(map[string]string{"kubernetes:context": "demo"})

// run runs a program that must succeed, with a default Kubernetes provider.
func run(t *testing.T, program pulumi.RunFunc) *mocks.Recorder {
	t.Helper()
	return mockstest.Run(t, program, inCluster)
}

func subnets(zones ...string) []network.Subnet {
	var list []network.Subnet
	for _, zone := range zones {
		id := pulumi.String("subnet-0123456789abcde0" + zone[len(zone)-1:]).ToStringOutput()
		list = append(list, network.Subnet{ID: id, Zone: zone, CIDR: "10.0.0.0/20"})
	}
	return list
}

// securityGroups returns the security groups of another component, whose IDs are outputs.
func securityGroups() pulumi.StringArrayInput {
	return pulumi.ToStringArray([]string{"sg-0123456789abcde0a", "sg-0123456789abcde0b"}).ToStringArrayOutput()
}

// only returns the inputs of the only resource of a type.
func only(t *testing.T, rec *mocks.Recorder, token string) map[string]any {
	t.Helper()
	found := rec.OfType(token)
	require.Len(t, found, 1)
	return found[0].Inputs
}

// object returns the manifest of the only object of a kind.
func object(t *testing.T, rec *mocks.Recorder, kind string) map[string]any {
	t.Helper()
	created, _ := kubetest.Recorded(t, rec)
	var found []map[string]any
	for _, manifest := range created {
		if manifest["kind"] == kind {
			found = append(found, manifest)
		}
	}
	require.Len(t, found, 1, kind)
	return found[0]
}

// objectNamed returns the manifest of an object.
func objectNamed(t *testing.T, rec *mocks.Recorder, kind, name string) map[string]any {
	t.Helper()
	created, _ := kubetest.Recorded(t, rec)
	for _, manifest := range created {
		if manifest["kind"] == kind && at(manifest, "metadata", "name") == name {
			return manifest
		}
	}
	require.Fail(t, "not registered", "%s %s", kind, name)
	return nil
}

// at returns the value at a path of nested maps.
func at(fields map[string]any, path ...string) any {
	var value any = fields
	for _, key := range path {
		value = value.(map[string]any)[key]
	}
	return value
}
