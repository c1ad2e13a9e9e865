package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// ocmPolicies ask OCM, once, for the documents of Classic's policies and for the role of Red Hat's support.
type ocmPolicies struct {
	answer pulumi.MapOutput
}

func askPolicies(ctx *pulumi.Context, product RosaProduct, opts ...pulumi.InvokeOption) ocmPolicies {
	function := "getHcpPolicies"
	if product == RosaClassic {
		function = "getPolicies"
	}
	return ocmPolicies{rhcs.Invoke(ctx, function, nil, opts...)}
}

// get returns one of the answer's texts. RHCS answers with nothing at all where OCM refused it
// (terraform-provider-rhcs provider/ocm_policies), which would become an empty policy.
func (p ocmPolicies) get(group, property string) pulumi.StringOutput {
	return p.answer.ApplyT(func(answer map[string]any) (string, error) {
		texts, _ := answer[group].(map[string]any)
		text, _ := texts[property].(string)
		if text == "" {
			return "", fmt.Errorf("OpenShift Cluster Manager answered without %s.%s; check the token and the address that the rhcs provider has", group, property)
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

// askSubjects asks OCM which service accounts take the roles of a Classic cluster's operators. The provider's answer
// has one operator for each namespace.
func askSubjects(ctx *pulumi.Context, prefix string, opts ...pulumi.InvokeOption) pulumi.MapOutput {
	return rhcs.Invoke(ctx, "getRosaOperatorRoles", pulumi.Map{"operatorRolePrefix": pulumi.String(prefix)}, opts...)
}

func subjectsOf(answer map[string]any, operator Operator) ([]string, error) {
	roles, _ := answer["operatorIamRoles"].([]any)
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
	return nil, fmt.Errorf("OpenShift Cluster Manager answered without the service accounts of %s; check the token and the address that the rhcs provider has", operator)
}
