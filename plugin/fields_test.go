package plugin_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

const (
	vpcType    = "aws:ec2/vpc:Vpc"
	subnetType = "aws:ec2/subnet:Subnet"
	roleType   = "aws:iam/role:Role"
	issuerType = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"
	poolType   = "rhcs:index/hcpMachinePool:HcpMachinePool"
	hcpType    = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
)

// setBy are fields that set a property of another name. TestSetBy changes each field and finds the property changed.
var setBy = []struct {
	component, token, property, field string
	program                           func(changed bool) pulumi.RunFunc
}{
	{"network.Vpc", vpcType, "cidrBlock", "CIDR", vpc(func(a *network.VpcArgs) { a.CIDR = "10.4.0.0/16" })},
	{"network.Vpc", subnetType, "cidrBlock", "CIDR", vpc(func(a *network.VpcArgs) { a.CIDR = "10.4.0.0/16" })},
	{"network.Vpc", subnetType, "availabilityZone", "Zones", vpc(func(a *network.VpcArgs) { a.Zones = []string{"us-east-2c"} })},
	{"iam.AccountRoles", roleType, "name", "Prefix", accountRoles(func(a *iam.AccountRolesArgs) { a.Prefix = "other" })},
	{
		"iam.AccountRoles", roleType, "tags.rosa_role_prefix", "Prefix",
		accountRoles(func(a *iam.AccountRolesArgs) { a.Prefix = "other" }),
	},
	{
		"iam.AccountRoles", roleType, "tags.rosa_openshift_version", "OpenShiftVersion",
		accountRoles(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "4.18" }),
	},
	{
		"iam.AccountRoles", roleType, "assumeRolePolicy", "ExternalID",
		accountRoles(func(a *iam.AccountRolesArgs) { a.ExternalID = "demo-1" }),
	},
	{"iam.OperatorRoles", roleType, "name", "Prefix", operatorRoles(func(a *iam.OperatorRolesArgs) { a.Prefix = "other" })},
	{
		"iam.OperatorRoles", roleType, "assumeRolePolicy", "OIDCProviderARN",
		operatorRoles(func(a *iam.OperatorRolesArgs) { a.OIDCProviderARN = pulumi.String(issuer + "other") }),
	},
	{
		"iam.OIDCProvider", issuerType, "url", "EndpointURL",
		oidcProvider(func(a *iam.OIDCProviderArgs) { a.EndpointURL = pulumi.String("https://other.example.com") }),
	},
	{
		"iam.OIDCProvider", issuerType, "thumbprintLists", "Thumbprint",
		oidcProvider(func(a *iam.OIDCProviderArgs) { a.Thumbprint = pulumi.String(strings.Repeat("b", 40)) }),
	},
	{
		"rosa.HCP", hcpType, "awsSubnetIds", "PrivateSubnets", hcp(func(a *rosa.HCPArgs) {
			a.PrivateSubnets = []network.Subnet{{Zone: "us-east-2a", ID: pulumi.ID("subnet-0123456789abcde0c").ToIDOutput()}}
		}),
	},
	{
		"rosa.HCP", hcpType, "properties.rosa_creator_arn", "CreatorARN",
		hcp(func(a *rosa.HCPArgs) { a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/other") }),
	},
	{"rosa.HCP", hcpType, "private", "Scope", hcp(func(a *rosa.HCPArgs) { a.Scope, a.PublicSubnets = network.Internal, nil })},
	{"rosa.HCP", poolType, "version", "Workers.Version", poolsOf},
	{
		"rosa.HCP", hcpType, "ec2MetadataHttpTokens", "AllowIMDSv1", hcp(func(a *rosa.HCPArgs) { a.AllowIMDSv1 = true }),
	},
}

const issuer = "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/"

// registering returns a program that registers a component, with the change if it is wanted.
func registering[A, C any](
	args func() *A, change func(*A), constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error),
) func(bool) pulumi.RunFunc {
	return func(changed bool) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			a := args()
			if changed {
				change(a)
			}
			_, err := constructor(ctx, "demo", a)
			return err
		}
	}
}

func vpc(change func(*network.VpcArgs)) func(bool) pulumi.RunFunc {
	return registering(func() *network.VpcArgs {
		return &network.VpcArgs{CIDR: "10.0.0.0/16", Zones: []string{"us-east-2a"}}
	}, change, network.NewVpc)
}

func accountRoles(change func(*iam.AccountRolesArgs)) func(bool) pulumi.RunFunc {
	return registering(func() *iam.AccountRolesArgs {
		return &iam.AccountRolesArgs{Prefix: "demo", Region: "us-east-2"}
	}, change, iam.NewAccountRoles)
}

func operatorRoles(change func(*iam.OperatorRolesArgs)) func(bool) pulumi.RunFunc {
	return registering(func() *iam.OperatorRolesArgs {
		return &iam.OperatorRolesArgs{Prefix: "demo", Region: "us-east-2", OIDCProviderARN: pulumi.String(issuer + "demo")}
	}, change, iam.NewOperatorRoles)
}

func oidcProvider(change func(*iam.OIDCProviderArgs)) func(bool) pulumi.RunFunc {
	return registering(func() *iam.OIDCProviderArgs {
		return &iam.OIDCProviderArgs{
			EndpointURL: pulumi.String("https://oidc.example.com"), Thumbprint: pulumi.String(strings.Repeat("a", 40)),
		}
	}, change, iam.NewOIDCProvider)
}

func hcp(change func(*rosa.HCPArgs)) func(bool) pulumi.RunFunc {
	role := func(name string) pulumi.StringInput { return pulumi.String("arn:aws:iam::123456789012:role/" + name) }
	return registering(func() *rosa.HCPArgs {
		return &rosa.HCPArgs{
			Name: "demo", AccountID: pulumi.String("123456789012"), CreatorARN: pulumi.String("arn:aws:iam::123456789012:user/demo"),
			STS: &rosa.STSArgs{
				InstallerRoleARN: role("installer"), SupportRoleARN: role("support"), WorkerRoleARN: role("worker"),
				OperatorRolePrefix: pulumi.String("demo"), OIDCConfigID: pulumi.String("demo"),
			},
			PrivateSubnets: []network.Subnet{{Zone: "us-east-2a", ID: pulumi.ID("subnet-0123456789abcdef0").ToIDOutput()}},
			PublicSubnets:  []network.Subnet{{Zone: "us-east-2a", ID: pulumi.ID("subnet-0123456789abcdef1").ToIDOutput()}},
		}
	}, change, rosa.NewHCP)
}

// poolsOf returns a program that registers a cluster with its initial pools, of another release if that is wanted.
func poolsOf(changed bool) pulumi.RunFunc {
	return hcp(func(a *rosa.HCPArgs) {
		a.Version, a.Workers = &rosa.VersionArgs{Version: "4.18.6"}, &rosa.WorkersArgs{Version: "4.18.5"}
		if changed {
			a.Workers.Version = "4.18.6"
		}
	})(true)
}

// TestSetBy: a change of the field changes the property.
func TestSetBy(t *testing.T) {
	t.Parallel()
	for _, row := range setBy {
		values := func(changed bool) []string {
			rec := mocks.New(mocks.Region("us-east-2"))
			require.NoError(t, rec.Run(row.program(changed)), row.component+"."+row.field)
			var found []string
			for _, r := range rec.OfType(row.token) {
				var value any = r.Inputs
				for name := range strings.SplitSeq(row.property, ".") {
					fields, _ := value.(map[string]any)
					value = fields[name]
				}
				found = append(found, fmt.Sprint(value))
			}
			require.NotEmpty(t, found)
			return found
		}
		assert.NotEqual(t, values(false), values(true), "%s.%s sets %s of %s", row.component, row.field, row.property, row.token)
	}
}

// argsOf returns the struct of arguments in a field, or in a list or map.
func argsOf(t *argument.Type) reflect.Type {
	for t.Element != nil {
		t = t.Element
	}
	if t.Go.Kind() == reflect.Pointer {
		return t.Go.Elem()
	}
	return t.Go
}

// TestAdoptFields records the properties of which adopt names the field that sets them: a field whose tag or name is the property's, and
// those of setBy. Of a blueprint it records the fields of its parts, by the types of their components.
func TestAdoptFields(t *testing.T) {
	t.Parallel()
	properties := map[string]string{}
	for _, token := range aws.Tokens() {
		schema, _ := aws.Resource(token)
		for name, property := range schema.Properties {
			if property.Input() {
				properties[strings.ToLower(name)] = name
			}
		}
	}
	all := map[string]map[string]string{}
	for _, component := range plugin.Components {
		name := strings.Replace(strings.TrimPrefix(component.Token, "openshift-aws:"), ":", ".", 1)
		found := map[string]string{}
		for _, field := range argument.Of(component.Args).Fields {
			if property := properties[strings.ToLower(field.Name)]; property != "" {
				found[property] = field.Name
			}
		}
		places, err := argument.Places(component.Args, "rhcs")
		require.NoError(t, err)
		for _, place := range places {
			ofROSA := strings.Contains(component.Token, ":rosa:") && strings.HasSuffix(place.Owner.PkgPath(), "/rosa")
			if ofROSA && !strings.ContainsAny(place.Name, "[{") {
				found[place.Path] = place.Name
			}
		}
		for _, row := range setBy {
			if row.component == name {
				found[row.token+"."+row.property] = row.field
			}
		}
		for _, part := range argument.Of(component.Args).Fields {
			for _, of := range plugin.Components {
				// Two components have the arguments of machine sets.
				named := !strings.HasSuffix(of.Token, "MachineSet") || strings.HasSuffix(of.Token, ":"+part.Name)
				if part.Has("part") && of.Args == argsOf(part.Type) && named {
					found[of.Token] = part.Name
				}
			}
		}
		if len(found) > 0 {
			all[name] = map[string]string{}
		}
		for property, path := range found {
			fields := strings.Split(path, ".")
			for i := range fields {
				fields[i] = plugin.PropertyName(fields[i])
			}
			all[name][property] = path + " " + strings.Join(fields, ".")
		}
	}
	text, err := json.MarshalIndent(all, "", "  ")
	require.NoError(t, err)
	golden.Check(t, "../adopt/fields.json", append(text, '\n'))
}
