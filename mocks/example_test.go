package mocks_test

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// program is a user's program, as passed to pulumi.Run.
func program(ctx *pulumi.Context) error {
	bucket, err := s3.NewBucketV2(ctx, "registry", &s3.BucketV2Args{
		Bucket: pulumi.String(config.Require(ctx, "infraID") + "-registry"),
	})
	if err != nil {
		return err
	}
	_, err = s3.NewBucketVersioningV2(ctx, "registry-versioning", &s3.BucketVersioningV2Args{
		Bucket:                  bucket.ID(),
		VersioningConfiguration: s3.BucketVersioningV2VersioningConfigurationArgs{Status: pulumi.String("Enabled")},
	})
	ctx.Export("registry", bucket.Arn)
	return err
}

func Example() {
	rec := mocks.New(mocks.Project("shop"), mocks.Config(map[string]string{"shop:infraID": "shop-x7k2p"}))
	if err := rec.Run(program); err != nil {
		fmt.Println(err)
	}
	versioning, _ := rec.Find("registry-versioning")
	fmt.Println(versioning.Inputs["bucket"])
	fmt.Println(rec.Outputs()["registry"])
	fmt.Println(len(rec.OfType("aws:s3/bucketV2:BucketV2")), len(rec.Graph().LongestChain()))
	// Output:
	// shop-x7k2p-registry
	// arn:aws:s3:::shop-x7k2p-registry
	// 1 2
}

func ExampleRecorder_Run_rejected() {
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		_, err := s3.NewBucketV2(ctx, "registry", &s3.BucketV2Args{
			Bucket:       pulumi.String("registry"),
			BucketPrefix: pulumi.String("registry-"),
		})
		return err
	})
	fmt.Println(err)
	// Output:
	// aws:s3/bucketV2:BucketV2 registry: bucket: must not be set together with bucketPrefix
}

func ExampleAnswer() {
	ami := func(map[string]any) (map[string]any, error) {
		return map[string]any{"id": "ami-0123456789abcdef0"}, nil
	}
	rec := mocks.New(mocks.Answer("aws:ec2/getAmi:getAmi", ami))
	err := rec.Run(func(ctx *pulumi.Context) error {
		var found struct {
			ID string `pulumi:"id"`
		}
		err := ctx.Invoke("aws:ec2/getAmi:getAmi", &struct{}{}, &found)
		ctx.Export("ami", pulumi.String(found.ID))
		return err
	})
	fmt.Println(rec.Outputs()["ami"], err)
	// Output:
	// ami-0123456789abcdef0 <nil>
}

// The outputs of a stack that the program reads by a StackReference.
func ExampleStackOutputs() {
	outputs := map[string]any{"vpcId": "vpc-0123456789abcdef0"}
	rec := mocks.New(mocks.StackOutputs("organization/network/production", outputs))
	err := rec.Run(func(ctx *pulumi.Context) error {
		network, err := pulumi.NewStackReference(ctx, "organization/network/production", nil)
		if err != nil {
			return err
		}
		ctx.Export("vpcId", network.GetStringOutput(pulumi.String("vpcId")))
		return nil
	})
	fmt.Println(rec.Outputs()["vpcId"], err)
	// Output:
	// vpc-0123456789abcdef0 <nil>
}

func ExampleRecorder_Golden() {
	rec := mocks.New(mocks.Config(map[string]string{"project:infraID": "shop-x7k2p"}))
	if err := rec.Run(program); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(rec.Golden()))
	// Output:
	// aws:s3/bucketV2:BucketV2 registry
	//   inputs:
	//     bucket: "shop-x7k2p-registry"
	//   options:
	//     aliases: ["type=aws:s3/bucket:Bucket"]
	//
	// aws:s3/bucketVersioningV2:BucketVersioningV2 registry-versioning
	//   depends on: BucketV2 registry (bucket)
	//   inputs:
	//     bucket: "shop-x7k2p-registry"
	//     versioningConfiguration: {status: "Enabled"}
	//
	// outputs:
	//   registry: "arn:aws:s3:::shop-x7k2p-registry"
}
