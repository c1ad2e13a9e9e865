package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// ocmPolicies are OCM's policies for Classic and its role for Red Hat's support, from one call.
type ocmPolicies struct {
	response pulumi.MapOutput
}

func getPolicies(ctx *pulumi.Context, product Product, opts ...pulumi.InvokeOption) ocmPolicies {
	function := "getHcpPolicies"
	if product == Classic {
		function = "getPolicies"
	}
	return ocmPolicies{rhcs.Invoke(ctx, function, nil, opts...)}
}

// get returns a string of the response. RHCS returns an empty response if OCM rejects the request (terraform-provider-rhcs
// provider/ocm_policies), which would become an empty policy.
func (p ocmPolicies) get(group, property string) pulumi.StringOutput {
	return p.response.ApplyT(func(response map[string]any) (string, error) {
		texts, _ := response[group].(map[string]any)
		text, _ := texts[property].(string)
		if text == "" {
			return "", noResponse(group + "." + property)
		}
		return text, nil
	}).(pulumi.StringOutput)
}

func (p ocmPolicies) account(property string) pulumi.StringOutput {
	return p.get("accountRolePolicies", property)
}

func (p ocmPolicies) operator(property string) pulumi.StringOutput {
	return p.get("operatorRolePolicies", property)
}

// ocmInfo is what OCM reports of the account of the provider's token and of its organization.
type ocmInfo struct {
	response pulumi.MapOutput
}

func getInfo(ctx *pulumi.Context, opts ...pulumi.InvokeOption) ocmInfo {
	return ocmInfo{rhcs.Invoke(ctx, "getInfo", nil, opts...)}
}

// text returns a string of the response, such as organizationId.
func (i ocmInfo) text(property string) pulumi.StringOutput {
	return i.response.ApplyT(func(response map[string]any) (string, error) {
		text, _ := response[property].(string)
		if text == "" {
			return "", noResponse(property)
		}
		return text, nil
	}).(pulumi.StringOutput)
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
