package programs_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// redHat are the examples of Red Hat's modules (terraform-redhat/terraform-rhcs-rosa-hcp de80e87 and
// terraform-redhat/terraform-rhcs-rosa-classic 4dcd65d, examples/).
var redHat = []struct {
	// examples are the names of those for which the program stands.
	examples []string
	// lines are those of each main.tf, without comments and empty lines.
	lines   []int
	program pulumi.RunFunc
	// page is what to read about it. differs is what the program does in another way.
	page, differs string
}{
	{
		examples: []string{"rosa-hcp-public"}, lines: []int{41}, program: hcpPublic, page: "[README.md](../README.md#your-own-program)",
	},
	{
		examples: []string{"rosa-hcp-private"}, lines: []int{42}, program: hcpPrivate, page: "[A private cluster](tasks.md#a-private-cluster)",
	},
	{
		examples: []string{"rosa-hcp-private-with-additional-control-plane-security-groups"}, lines: []int{79}, program: hcpPrivateForNetworks,
		page:    "[A private cluster](tasks.md#a-private-cluster)",
		differs: "`PrivateLinkAccess` adds rules to the security group of the API's endpoint, to which a group that exists cannot be attached",
	},
	{
		examples: []string{"rosa-hcp-public-unmanaged-oidc"}, lines: []int{40}, program: hcpOwnIssuer,
		page: "[An OIDC issuer in your account](tasks.md#an-oidc-issuer-in-your-account)",
	},
	{
		examples: []string{"rosa-hcp-public-with-sts-external-id"}, lines: []int{25}, program: hcpExternalID,
		page: "[An OIDC issuer in your account](tasks.md#an-oidc-issuer-in-your-account)",
	},
	{
		examples: []string{"rosa-hcp-public-with-multiple-machinepools-and-idps"}, lines: []int{151}, program: hcpPoolsAndLogins,
		page: "[Several machine pools and identity providers](tasks.md#several-machine-pools-and-identity-providers)",
	},
	{
		examples: []string{"rosa-hcp-private-shared-vpc"}, lines: []int{159}, program: hcpSharedVpc,
		page: "[A VPC of another account](rosa-shared-vpc.md)",
	},
	{
		examples: []string{"rosa-classic-public"}, lines: []int{11}, program: classicPublic, page: "`Omit` of `blueprint.PartVpc`",
	},
	{
		examples: []string{"rosa-classic-public-with-byo-vpc"}, lines: []int{26}, program: classicOwnVpc,
		page: "[examples/rosa-classic](../examples/rosa-classic)",
	},
	{
		examples: []string{"rosa-classic-public-with-unmanaged-oidc"}, lines: []int{10}, program: classicOwnIssuer,
		page: "[An OIDC issuer in your account](tasks.md#an-oidc-issuer-in-your-account)",
	},
	{
		examples: []string{"rosa-classic-public-with-multiple-machinepools-and-idps", "rosa-classic-public-with-idp-machine-pools"},
		lines:    []int{91, 103}, program: classicPoolsAndLogins,
		page: "[Several machine pools and identity providers](tasks.md#several-machine-pools-and-identity-providers)",
	},
	{
		examples: []string{"rosa-classic-private-with-autoscaler-unmanaged-oidc-byo-vpc"}, lines: []int{27}, program: classicAutoscaled,
		page: "`rosa.Autoscaler`",
	},
	{
		examples: []string{"rosa-classic-public-with-byo-vpc-byo-iam-byo-oidc"}, lines: []int{47}, program: classicPath,
		page:    "[Roles and an OIDC configuration that exist](tasks.md#roles-and-an-oidc-configuration-that-exist)",
		differs: "roles and VPC are the blueprint's, as the example's are of the same configuration",
	},
	{
		examples: []string{"rosa-classic-public-with-shared-vpc"}, lines: []int{103}, program: classicSharedVpc,
		page: "[A VPC of another account](rosa-shared-vpc.md)",
	},
	{
		examples: []string{"ocm-role (both modules)"}, lines: []int{5}, program: ocmRole, page: "`iam.OCMRole`, `rosa.OCMRoleLink`",
	},
}

// TestRedHatsExamples: the programs are accepted, and the page has their lines.
func TestRedHatsExamples(t *testing.T) {
	t.Parallel()
	bodies := linesOfFunctions(t, "redhat_programs_test.go")
	var table strings.Builder
	table.WriteString("| example | its lines | lines here | program | page |\n| --- | --- | --- | --- | --- |\n")
	for _, row := range redHat {
		rec := mocks.New(mocks.Config(map[string]string{
			"aws:region": "us-east-2", "project:password": "Correct-Horse-12", "project:clientSecret": "0123456789abcdef",
		}))
		require.NoError(t, rec.Run(row.program), row.examples)
		full := runtime.FuncForPC(reflect.ValueOf(row.program).Pointer()).Name()
		name := full[strings.LastIndexByte(full, '.')+1:]
		require.NotZero(t, bodies[name], name)
		lines := strings.Trim(strings.ReplaceAll(fmt.Sprint(row.lines), " ", ", "), "[]")
		page := row.page
		if row.differs != "" {
			page += ": " + row.differs
		}
		fmt.Fprintf(&table, "| %s | %s | %d | `%s` | %s |\n", strings.Join(row.examples, ", "), lines, bodies[name], name, page)
	}
	const page, start, end = "../../docs/rhcs.md", "<!-- `make golden` writes the table of examples. -->\n", "<!-- end of the table -->\n"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), start)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	golden.Check(t, page, []byte(before+start+table.String()+end+after))
}

// linesOfFunctions returns the number of lines in the body of each function of a file, without comments and empty lines.
func linesOfFunctions(t *testing.T, file string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, 0)
	require.NoError(t, err)
	bodies := map[string]int{}
	for _, declared := range parsed.Decls {
		function, isFunction := declared.(*ast.FuncDecl)
		if !isFunction {
			continue
		}
		body := text[files.Position(function.Body.Lbrace).Offset+1 : files.Position(function.Body.Rbrace).Offset]
		for line := range bytes.Lines(body) {
			if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				bodies[function.Name.Name]++
			}
		}
	}
	assert.NotEmpty(t, bodies)
	return bodies
}
