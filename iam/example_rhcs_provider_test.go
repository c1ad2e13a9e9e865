package iam_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// A local binary of RHCS, for machines without access to the registry.
func ExampleNewRHCSProvider() {
	program := func(ctx *pulumi.Context) error {
		rhcs, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: "/opt/terraform-provider-rhcs"})
		if err != nil {
			return err
		}
		_, err = iam.NewOIDCConfig(ctx, "demo", &iam.OIDCConfigArgs{}, pulumi.Provider(rhcs))
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), len(rec.OfType("pulumi:providers:rhcs")))
	// Output: <nil> 1
}
