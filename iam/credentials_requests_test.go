package iam_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// request is a CredentialsRequest in credentials_requests.json: what the manifests of operators say on the release branches. All their
// statements allow actions on every resource.
type request struct {
	Since       string
	Operator    iam.Operator
	Accounts    []string
	Capability  string
	TechPreview bool
	Statements  []struct {
		Action    []string
		Condition map[string]map[string][]string
	}
}

var releases = []string{"4.16", "4.17", "4.18", "4.19", "4.20", "4.21", "4.22"}

// requestsOf returns the CredentialsRequests of a release, without those of the technology preview unless preview is set.
func requestsOf(t *testing.T, release string, preview bool) (found []request) {
	t.Helper()
	text, err := os.ReadFile("credentials_requests.json")
	require.NoError(t, err)
	var all []request
	require.NoError(t, json.Unmarshal(text, &all))
	for i, r := range all {
		replaced := i+1 < len(all) && all[i+1].Operator == r.Operator && all[i+1].Since <= release
		if r.Since <= release && !replaced && (preview || !r.TechPreview) {
			found = append(found, r)
		}
	}
	return found
}

// key is the operator in names.
func (r request) key() string {
	return strings.ReplaceAll(string(r.Operator), "/", "-")
}

// statements returns the statements of a role's policy for a comparison with sorted lists.
func (r request) statements() []any {
	var all []any
	for _, s := range r.Statements {
		statement := map[string]any{"Effect": "Allow", "Action": sorted(anys(s.Action)), "Resource": []any{"*"}}
		for operator, values := range s.Condition {
			for key, value := range values {
				statement["Condition"] = map[string]any{operator: map[string]any{key: anys(value)}}
			}
		}
		all = append(all, statement)
	}
	return all
}

func anys[T any](values []T) []any {
	all := make([]any, len(values))
	for i, value := range values {
		all[i] = value
	}
	return all
}

// shortTermCredentials registers short-term credentials with a name that is not that of the AWS resources.
func shortTermCredentials(args *iam.ShortTermCredentialsArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		credentials, err := iam.NewShortTermCredentials(ctx, "creds", args, opts...)
		if err != nil {
			return err
		}
		arns := pulumi.StringMap{}
		for operator, arn := range credentials.RoleARNs {
			arns[string(operator)] = arn
		}
		ctx.Export("issuerUrl", credentials.IssuerURL)
		ctx.Export("provider", credentials.OIDCProviderARN)
		ctx.Export("bucket", credentials.BucketName)
		ctx.Export("roles", arns)
		ctx.Export("manifests", credentials.Manifests)
		return nil
	}
}

// rolesOf returns the operators' roles that a program registered: for each the service accounts in its trust policy,
// sorted, and the statements of its policy.
func rolesOf(t *testing.T, rec *mocks.Recorder) map[iam.Operator]any {
	t.Helper()
	roles := map[iam.Operator]any{}
	for operator := range rec.Outputs()["roles"].(map[string]any) {
		key := strings.ReplaceAll(operator, "/", "-")
		trust := document(t, mockstest.Find(t, rec, "creds-"+key+"-role").Inputs["assumeRolePolicy"])
		namespace, _, _ := strings.Cut(operator, "/")
		var accounts []string
		for _, subject := range trust.Statement[0].Condition["StringEquals"]["demo-oidc.s3.us-east-2.amazonaws.com:sub"] {
			accounts = append(accounts, strings.TrimPrefix(subject, "system:serviceaccount:"+namespace+":"))
		}
		roles[iam.Operator(operator)] = map[string]any{
			"accounts":   anys(accounts),
			"statements": normalized(t, mockstest.Find(t, rec, "creds-"+key+"-policy").Inputs["policy"])["Statement"],
		}
	}
	return roles
}

func TestRolesOfEachRelease(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		for _, preview := range []bool{false, true} {
			t.Run(release+" "+strconv.FormatBool(preview), func(t *testing.T) {
				t.Parallel()
				want := map[iam.Operator]any{}
				for _, r := range requestsOf(t, release, preview) {
					want[r.Operator] = map[string]any{"accounts": anys(r.Accounts), "statements": r.statements()}
				}
				assert.NotEmpty(t, want)
				rec := mockstest.Run(t, shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) {
					a.OpenShiftVersion, a.TechPreview = release, preview
				})))
				found := rolesOf(t, rec)
				// Without HostedZoneRoleARN, the ingress operator assumes no role.
				statement := found[iam.OperatorIngress].(map[string]any)["statements"].([]any)[0].(map[string]any)
				actions := append(statement["Action"].([]any), "sts:AssumeRole")
				slices.SortFunc(actions, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
				statement["Action"] = actions
				assert.Equal(t, want, found)
			})
		}
	}
}

// TestHostedZoneRole: the ingress operator can assume the role of a private zone in another account, and no other.
func TestHostedZoneRole(t *testing.T) {
	t.Parallel()
	const role = "arn:aws:iam::210987654321:role/zone"
	rec := mockstest.Run(t, shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.HostedZoneRoleARN = text(role) })))
	var resources [][]string
	for _, attached := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		for _, statement := range document(t, attached.Inputs["policy"]).Statement {
			if slices.Contains(statement.Action, "sts:AssumeRole") {
				assert.Contains(t, attached.Name, "openshift-ingress-operator")
				resources = append(resources, statement.Resource)
			}
		}
	}
	assert.Equal(t, [][]string{{role}}, resources)
}

// A Secret in a namespace that the cluster does not have keeps the installation waiting for the namespace.
func TestDisabledCapabilitiesHaveNoRole(t *testing.T) {
	t.Parallel()
	for _, capability := range []string{"ImageRegistry", "Ingress", "MachineAPI", "Storage", "Console"} {
		t.Run(capability, func(t *testing.T) {
			t.Parallel()
			var want []string
			manifests := []string{"manifests/cluster-authentication-02-config.yaml"}
			for _, r := range requestsOf(t, "4.20", false) {
				if r.Capability != capability {
					want = append(want, string(r.Operator))
					manifests = append(manifests, "manifests/"+r.key()+"-credentials.yaml")
				}
			}
			args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.DisabledCapabilities = []string{capability} })
			rec := mockstest.Run(t, shortTermCredentials(args))
			assert.ElementsMatch(t, want, namesIn(rec.Outputs()["roles"]))
			assert.ElementsMatch(t, manifests, namesIn(rec.Outputs()["manifests"]))
			known, err := args.Manifests("123456789012")
			require.NoError(t, err)
			assert.Len(t, known, len(manifests))
		})
	}
}
