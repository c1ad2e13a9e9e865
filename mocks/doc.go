// Package mocks lets unit tests run a Pulumi program without an account, a cluster or an engine.
//
// A Recorder answers as AWS and OpenShift would: ids, ARNs, names, addresses and DNS names have their real form, are
// distinct, and are the same in every run. It refuses what they would refuse: unknown, missing, conflicting and wrongly
// typed properties, Kubernetes objects without a name, and two resources with one URN. And it keeps everything that
// was registered:
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
// What a change of the program would do to a stack that is up, Recorder.Changes tells from two recordings: which resources
// an update makes, changes in place, replaces and deletes.
//
// Recorder.Preview runs the program as pulumi preview does, with ids and computed outputs unknown. Recorder.Golden
// renders all of it as stable text, for a file beside the test.
//
// Functions of AWS and resources that the package does not know, or should answer differently, are answered with
// Answer.
package mocks
