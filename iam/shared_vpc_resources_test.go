package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const vpcOwner = "210987654321"

// sharedVpcArgs are valid arguments for HCP.
func sharedVpcArgs(change func(*iam.SharedVpcResourcesArgs)) *iam.SharedVpcResourcesArgs {
	return checktest.With(&iam.SharedVpcResourcesArgs{
		Prefix: "net", AccountID: text("123456789012"), VpcID: text("vpc-0123456789abcdef0"), DomainPrefix: "demo",
		BaseDNSDomain:       text("a1b2.p3.openshiftapps.com"),
		SubnetIDs:           map[string]pulumi.StringInput{"a": text("subnet-0123456789abcdefa"), "b": text("subnet-0123456789abcdefb")},
		InstallerRoleARN:    text(installerARN),
		IngressRoleARN:      text(rolePrefix + "demo-openshift-ingress-operator-cloud-credentials"),
		ControlPlaneRoleARN: text(rolePrefix + "demo-kube-system-control-plane-operator"),
	}, change)
}

func sharedVpc(change func(*iam.SharedVpcResourcesArgs), opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := iam.NewSharedVpcResources(ctx, "demo", sharedVpcArgs(change), opts...)
		return err
	}
}

func TestSharedVpcResourcesArgsValidate(t *testing.T) {
	t.Parallel()
	valid := func(change func(*iam.SharedVpcResourcesArgs)) checktest.Case {
		return checktest.Case{Args: sharedVpcArgs(change)}
	}
	rows := map[string]checktest.Case{
		"hcp": valid(func(*iam.SharedVpcResourcesArgs) {}),
		"classic": valid(func(a *iam.SharedVpcResourcesArgs) {
			a.Product, a.ControlPlaneRoleARN = iam.Classic, nil
		}),
		"missing": {
			Reason: "the control plane of HCP is in Red Hat's account",
			Args:   sharedVpcArgs(func(a *iam.SharedVpcResourcesArgs) { a.ControlPlaneRoleARN = nil }),
			Want:   []string{".ControlPlaneRoleARN: required"},
		},
		"classic with a control plane": {
			Reason: "Classic's control plane has instances in the cluster's account",
			Args:   sharedVpcArgs(func(a *iam.SharedVpcResourcesArgs) { a.Product = iam.Classic }),
			Want:   []string{".ControlPlaneRoleARN: must not be set for Classic"},
		},
	}
	checktest.Cases(t, "iam.SharedVpcResourcesArgs", rows)
}

// TestSharedVpcRoles: the ARNs that the policies of the account roles have before the roles exist are those of the roles.
func TestSharedVpcRoles(t *testing.T) {
	t.Parallel()
	for product, names := range map[iam.Product][]string{
		iam.HCP: {"net-shared-route53-role", "net-shared-vpce-role"}, iam.Classic: {"net-shared-route53-role"},
	} {
		rec := mockstest.Run(t, sharedVpc(func(a *iam.SharedVpcResourcesArgs) {
			a.Product = product
			if product == iam.Classic {
				a.ControlPlaneRoleARN = nil
			}
		}), mocks.Region("us-east-2"))
		var got, want []string
		for _, role := range rec.OfType("aws:iam/role:Role") {
			got = append(got, role.Inputs["name"].(string))
		}
		assert.ElementsMatch(t, names, got)
		roles := iam.SharedVpcRoles(product, "net", vpcOwner)
		for _, name := range names {
			want = append(want, "arn:aws:iam::"+vpcOwner+":role/"+name)
		}
		assert.Equal(t, pulumi.String(want[0]), roles.Route53RoleARN)
		if product == iam.HCP {
			assert.Equal(t, pulumi.String(want[1]), roles.VpcEndpointRoleARN)
		} else {
			assert.Nil(t, roles.VpcEndpointRoleARN)
		}
	}
}
