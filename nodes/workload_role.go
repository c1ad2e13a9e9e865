package nodes

import (
	"regexp"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// workloadRole is by whom a workload acts: by a role of its own, in a cluster whose service accounts AWS knows by an OpenID
// Connect provider, or else by the role of the control-plane machines.
type workloadRole struct {
	infraID string
	// what tells in the role's tag and description whose it is.
	what, description string
	// namespace and account are those of the workload.
	namespace, account                string
	oidcProviderARN, controlPlaneRole pulumi.StringInput
	path                              string
	boundary                          pulumi.StringInput
	tags                              pulumi.StringMap
	policy                            pulumi.StringInput
}

func (r workloadRole) check(p *check.Problems, path string) {
	names.CheckInfraID(p, path+"InfraID", r.infraID)
	checkNamespace(p, path+"Namespace", r.namespace)
	switch {
	case r.controlPlaneRole != nil && r.oidcProviderARN != nil:
		p.Addf(path+"ControlPlaneRoleName", "cannot be set with OIDCProviderARN; the %s acts by one role", r.what)
	case r.controlPlaneRole == nil && r.oidcProviderARN == nil:
		p.Addf(path+"OIDCProviderARN", "is required unless ControlPlaneRoleName is given")
	case r.controlPlaneRole == nil:
		checkOIDCProviderARN(p, path+"OIDCProviderARN", r.oidcProviderARN)
	default:
		p.Required(path+"ControlPlaneRoleName", r.controlPlaneRole)
	}
	if !strings.HasPrefix(r.path, "/") || !strings.HasSuffix(r.path, "/") {
		p.Addf(path+"Path", "%q is no path; it begins and ends with /", r.path)
	}
	tags.Check(p, path+"Tags", r.tags)
}

// register registers the role and its policy, or the policy alone. The ARN, empty without a role of its own, and the name
// wait for the policy.
func (r workloadRole) register(ctx *pulumi.Context, name string, parent pulumi.Resource) (arn, roleName pulumi.StringOutput, err error) {
	arn = pulumi.String("").ToStringOutput()
	if r.controlPlaneRole != nil {
		roleName = r.controlPlaneRole.ToStringOutput()
	} else {
		role, err := iam.NewRole(ctx, name+"-role", r.role(), pulumi.Parent(parent))
		if err != nil {
			return arn, roleName, err
		}
		arn, roleName = role.Arn, role.Name
	}
	attached, err := iam.NewRolePolicy(ctx, name+"-policy", &iam.RolePolicyArgs{
		Role:   roleName,
		Policy: r.policy,
	}, pulumi.Parent(parent))
	if err != nil {
		return arn, roleName, err
	}
	arn = pulumi.OutputWithDependencies(ctx.Context(), arn, attached).(pulumi.StringOutput)
	roleName = pulumi.OutputWithDependencies(ctx.Context(), roleName, attached).(pulumi.StringOutput)
	return arn, roleName, nil
}

func (r workloadRole) role() *iam.RoleArgs {
	account := "system:serviceaccount:" + r.namespace + ":" + r.account
	return &iam.RoleArgs{
		Description: pulumi.String(r.description + " of OpenShift cluster " + r.infraID),
		AssumeRolePolicy: r.oidcProviderARN.ToStringOutput().ApplyT(func(arn string) string {
			return webIdentity(arn, account).JSON()
		}).(pulumi.StringOutput),
		Path:                pulumi.String(r.path),
		PermissionsBoundary: optional(r.boundary),
		Tags: tags.Merge(r.tags, map[string]string{
			"Name":                  r.infraID + "-" + r.account,
			tags.Cluster(r.infraID): tags.Owned,
		}),
	}
}

var oidcProviderARN = regexp.MustCompile(`^arn:aws[a-z-]*:iam::\d+:oidc-provider/\S+$`)

func checkOIDCProviderARN(p *check.Problems, path string, arn pulumi.StringInput) {
	if known, isPlain := arn.(pulumi.String); p.Required(path, arn) && isPlain && !oidcProviderARN.MatchString(string(known)) {
		p.Addf(path, "%q is no identity provider's ARN; one looks like arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com", string(known))
	}
}

// webIdentity is the trust in one service account of the cluster. The issuer is what follows oidc-provider/ in the ARN.
func webIdentity(providerARN, account string) policy.Document {
	_, issuer, _ := strings.Cut(providerARN, ":oidc-provider/")
	return policy.New(policy.Statement{
		Effect:    policy.Allow,
		Principal: map[string][]string{"Federated": {providerARN}},
		Action:    []string{"sts:AssumeRoleWithWebIdentity"},
		Condition: map[string]map[string][]string{"StringEquals": {
			issuer + ":aud": {tokenAudience},
			issuer + ":sub": {account},
		}},
	})
}

// optional hands on an input that may be missing to an argument that may.
func optional(input pulumi.StringInput) pulumi.StringPtrInput {
	if input == nil {
		return nil
	}
	return input.ToStringOutput().ToStringPtrOutput()
}
