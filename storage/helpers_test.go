package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	keyARN    = "arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"
	govKeyARN = "arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"

	replicaKeyARN   = "arn:aws:kms:us-west-2:123456789012:key/7d1f0a52-7c1f-4b43-9a0e-5c4f2f0d9b1a"
	oidcProviderARN = "arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"
)

// withCluster selects the cluster of the default Kubernetes provider.
func withCluster() mocks.Option {
	return mocks.Config(map[string]string{"kubernetes:context": "demo"})
}

// run runs a program whose components inside the cluster use the default Kubernetes provider.
func run(t testing.TB, program pulumi.RunFunc) *mocks.Recorder {
	t.Helper()
	return mockstest.Run(t, program, withCluster())
}

// noTolerationKey is the problem of an empty toleration, below its placement.
const noTolerationKey = ".Tolerations[0].Key: is required unless Operator is Exists, which then matches all taints"
