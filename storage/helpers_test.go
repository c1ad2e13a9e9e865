package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
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

// checkRejected asserts that arguments have exactly the problems, each below path, and that nothing is registered
// with them.
func checkRejected(
	t *testing.T,
	args interface{ Validate() error },
	program pulumi.RunFunc,
	path string,
	want []string,
	reason string,
) {
	t.Helper()
	var all []string
	for _, problem := range want {
		if problem[0] != ':' {
			problem = "." + problem
		}
		all = append(all, path+problem)
	}
	err := args.Validate()
	checktest.Equal(t, all, err, reason)
	rec := mocks.New(withCluster())
	assert.ErrorContains(t, rec.Run(program), err.Error(), reason)
	for _, resource := range rec.Resources() {
		assert.Equal(t, "pulumi:pulumi:Stack", resource.Type, "%s is registered", resource.URN)
	}
}

// infraIDProblems returns the problems that package names reports; it tests their wording.
func infraIDProblems(path, id string) []string {
	var p check.Problems
	names.CheckInfraID(&p, path, id)
	return checktest.Problems(p.Err())
}

// tagProblems returns the problems that package tags reports; it tests their wording.
func tagProblems(path string, user pulumi.StringMap) []string {
	var p check.Problems
	tags.Check(&p, path, user)
	return checktest.Problems(p.Err())
}

// volumeProblems returns the problems that package ebs reports; it tests their wording.
func volumeProblems(volume ebs.Volume) (all []string) {
	var p check.Problems
	volume.Check(&p, "")
	for _, problem := range checktest.Problems(p.Err()) {
		all = append(all, problem[1:])
	}
	return all
}

// noTolerationKey is the problem of an empty toleration, below its placement.
const noTolerationKey = ".Tolerations[0].Key: is required unless Operator is Exists, which then matches all taints"
