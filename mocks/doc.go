// Package mocks lets unit tests run a Pulumi program without an account, a cluster or an engine.
//
// A Recorder behaves like the providers of AWS, Kubernetes and RHCS: IDs, ARNs, names, addresses and DNS names have their real
// format, are distinct, and are the same in every run. It rejects what the providers reject: unknown, missing, conflicting and
// wrongly typed properties, Kubernetes objects without a kind, two resources with one URN, and two with the same name where it must
// be unique, such as two roles in an account or two objects in a namespace. Of what AWS itself rejects, it rejects invalid CIDRs,
// names, policies and sizes, zones of another region, subnets that are outside their VPC or overlap, and duplicate rules of a
// security group. It records everything that was registered:
//
//	func TestMyCluster(t *testing.T) {
//		rec := mocks.New(mocks.Region("eu-west-1"), mocks.Config(map[string]string{"shop:stage": "cluster"}))
//		require.NoError(t, rec.Run(program))
//
//		bucket, ok := rec.Find("registry")
//		require.True(t, ok)
//		require.Equal(t, "shop-registry", bucket.Inputs["bucket"])
//		require.Len(t, rec.OfType("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"), 1)
//		require.LessOrEqual(t, len(rec.Graph().LongestChain()), 8)
//	}
//
// Recorder.Changes compares two recordings: it returns which resources an update would create, change in place, replace
// and delete.
//
// Recorder.Preview runs the program as pulumi preview does, with unknown IDs and computed outputs. Recorder.Golden returns
// the recording as stable text, for a golden file.
//
// Transforms of resources, of components and of the stack are applied as the engine applies them.
//
// Answer sets the result of a function or the outputs of a resource type that the package does not support, or that a test
// needs to be different. StackOutputs sets what a StackReference reads.
package mocks
