package iam

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// ocmResponse is a response of OCM.
type ocmResponse struct {
	fields pulumi.MapOutput
}

// getPolicies requests OCM's policies for Classic and its role for Red Hat's support.
func getPolicies(ctx *pulumi.Context, product Product, opts ...pulumi.InvokeOption) ocmResponse {
	function := "getHcpPolicies"
	if product == Classic {
		function = "getPolicies"
	}
	return ocmResponse{rhcs.Invoke(ctx, function, nil, opts...)}
}

// getInfo requests what OCM reports of the account of the provider's token and of its organization.
func getInfo(ctx *pulumi.Context, opts ...pulumi.InvokeOption) ocmResponse {
	return ocmResponse{rhcs.Invoke(ctx, "getInfo", nil, opts...)}
}

// text returns a string of the response at a path, such as organizationId. RHCS returns an empty response if OCM rejects the request
// (terraform-provider-rhcs provider/ocm_policies), which would become an empty policy.
func (r ocmResponse) text(path ...string) pulumi.StringOutput {
	return r.fields.ApplyT(func(response map[string]any) (string, error) {
		var found any = response
		for _, property := range path {
			fields, _ := found.(map[string]any)
			found = fields[property]
		}
		text, _ := found.(string)
		if text == "" {
			return "", noResponse(strings.Join(path, "."))
		}
		return text, nil
	}).(pulumi.StringOutput)
}

func (r ocmResponse) account(property string) pulumi.StringOutput {
	return r.text("accountRolePolicies", property)
}

func (r ocmResponse) operator(property string) pulumi.StringOutput {
	return r.text("operatorRolePolicies", property)
}

// getOperatorRoles requests the service accounts that assume the roles of a Classic cluster's operators. The response has one
// operator for each namespace.
func getOperatorRoles(ctx *pulumi.Context, prefix string, opts ...pulumi.InvokeOption) pulumi.MapOutput {
	return rhcs.Invoke(ctx, "getRosaOperatorRoles", rhcs.Properties{"operatorRolePrefix": prefix}, opts...)
}

// subjectsOf returns the subjects (sub) of an operator's service accounts in a response to getOperatorRoles.
func subjectsOf(response map[string]any, operator Operator) ([]string, error) {
	roles, _ := response["operatorIamRoles"].([]any)
	for _, each := range roles {
		role, _ := each.(map[string]any)
		if role["operatorNamespace"] != operator.namespace() {
			continue
		}
		accounts, _ := role["serviceAccounts"].([]any)
		var subjects []string
		for _, account := range accounts {
			subject, _ := account.(string)
			subjects = append(subjects, subject)
		}
		if len(subjects) > 0 {
			return subjects, nil
		}
	}
	return nil, noResponse("the service accounts of " + string(operator))
}

func noResponse(missing string) error {
	return fmt.Errorf("OpenShift Cluster Manager returned a response without %s; check the token and the URL of the rhcs provider", missing)
}
