package iam_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// The profiles of a cluster's machines while it is being installed.
func Example() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "demo", &iam.InstanceProfilesArgs{
			InfraID:             "demo-x7k2p",
			Region:              "us-east-2",
			Bootstrap:           true,
			Path:                "/openshift/",
			PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
		})
		if err != nil {
			return err
		}
		ctx.Export("workerProfile", profiles.Worker)
		return nil
	})
}
