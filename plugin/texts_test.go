package plugin_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// invalidText is a text that no format accepts.
const invalidText = "\x00 <not valid> \n"

// anyText are the fields that have no rule, by the reason.
var anyText = map[string]string{
	"the content of a file": "machineconfig.MachineConfigFile.Contents machineconfig.SystemdDropin.Contents " +
		"machineconfig.SystemdUnit.Contents nodes.WorkerPoolArgs.CloudInit configuration.UpgradeArgs.Kubeconfig " +
		"configuration.OperatorArgs.Kubeconfig plugin.WaitForAPIArgs.Kubeconfig plugin.WaitForNodesArgs.Kubeconfig",
	"a secret that another system has issued": "configuration.OIDCClientArgs.ClientSecret login.GitHubArgs.ClientSecret " +
		"login.GitLabArgs.ClientSecret login.GoogleArgs.ClientSecret login.LDAPArgs.BindPassword login.OpenIDArgs.ClientSecret " +
		"storage.LogCredentialsArgs.AccessKeyID storage.LogCredentialsArgs.SecretAccessKey tlscert.TLSCertificate.PrivateKey",
	"a name in another system, which accepts any": "configuration.AuditRule.Group configuration.ExternalOIDCArgs.Audiences " +
		"configuration.ExternalOIDCArgs.GroupsPrefix configuration.ExternalOIDCArgs.ProviderName " +
		"configuration.ExternalOIDCArgs.RequiredClaims configuration.ExternalOIDCArgs.UsernamePrefix configuration.KeystoneArgs.DomainName " +
		"configuration.OIDCClientArgs.ExtraScopes configuration.RequestHeaderArgs.ClientCommonNames " +
		"configuration.RequestHeaderArgs.EmailHeaders configuration.RequestHeaderArgs.Headers configuration.RequestHeaderArgs.NameHeaders " +
		"configuration.RequestHeaderArgs.PreferredUsernameHeaders iam.ServiceAccountRoleArgs.Audience login.GitHubArgs.Organizations " +
		"login.LDAPArgs.BindDN login.LDAPAttributesArgs.Email login.LDAPAttributesArgs.ID login.LDAPAttributesArgs.Name " +
		"login.LDAPAttributesArgs.PreferredUsername login.OpenIDArgs.ExtraAuthorizeParameters login.OpenIDClaimsArgs.Email " +
		"login.OpenIDClaimsArgs.Groups login.OpenIDClaimsArgs.Name login.OpenIDClaimsArgs.PreferredUsername " +
		"nodes.UnhealthyCondition.Type",
	"a value or prefix whose meaning is the user's": "configuration.OperatorArgs.Environment ingress.AccessLogsArgs.Prefix " +
		"network.ExistingSubnet.Tags nodes.Filter.Values nodes.MachineSetArgs.Annotations rosa.ClassicArgs.Properties " +
		"rosa.HCPArgs.Properties rosa.LogBucketArgs.Prefix storage.AccessLogsArgs.Prefix",
	"a value of OCM, which knows those that exist": "rosa.ComponentRoute.TLSSecretRef rosa.GPURange.Type rosa.ImportRegistry.DomainName " +
		"rosa.LogForwarderArgs.Applications rosa.LogSet.ID rosa.LogSet.Version rosa.RegistryArgs.PlatformAllowlistID",
	"an output of another component or function": "cluster.InstallDir.ClusterName cluster.InstallDir.Path cluster.InstallDir.Warnings " +
		"configuration.LoginTemplatesArgs.Error configuration.LoginTemplatesArgs.Login configuration.LoginTemplatesArgs.ProviderSelection " +
		"configuration.UpdateServiceArgs.After iam.OIDCProviderArgs.ClusterID ingress.RouterLBArgs.AutoScalingGroupNames " +
		"network.Network.NoProxy storage.DataProtectionApplicationArgs.After",
	"a rule that needs other arguments": "blueprint.SelfManagedArgs.InstallDir cluster.ControlPlaneArgs.Architecture " +
		"cluster.ControlPlaneArgs.BootstrapInstanceProfile " +
		"configuration.IdentityProvider.Name configuration.ProxyArgs.ReplacedCA ingress.ClientTLSArgs.AllowedSubjectPatterns " +
		"login.GitHubArgs.CA " +
		"network.EndpointsArgs.Zones network.VpcArgs.NATZone rosa.HCPPoolArgs.ControlPlaneVersion tlscert.TLSCertificate.Certificate",
}

// TestTextsHaveRules: a text in the arguments of a component has a rule, in its tag or in Validate.
func TestTextsHaveRules(t *testing.T) {
	t.Parallel()
	var without []string
	for _, fields := range anyText {
		without = append(without, strings.Fields(fields)...)
	}
	ruled := map[string]bool{}
	for _, component := range plugin.Components {
		for _, text := range textsOf(argument.Of(component.Args), nil) {
			args := reflect.New(component.Args)
			path, field := text.set(argument.Root(component.Args), args.Elem()), text[len(text)-1]
			name := field.Owner.String() + "." + field.Name
			problems := check.Of(args.Interface().(checktest.Args).Validate())
			ruled[name] = ruled[name] || slices.ContainsFunc(field.Rules, ruleOfTexts.MatchString) ||
				slices.ContainsFunc(problems, func(p *check.Problem) bool {
					return p.Path == path && p.Rule != check.RuleNeeds && p.Rule != check.RuleExclusive
				})
		}
	}
	for field, hasRule := range ruled {
		assert.NotEqual(t, hasRule, slices.Contains(without, field),
			"%s: has a rule: %t; one without is in anyText, with the reason", field, hasRule)
	}
	for _, field := range without {
		_, isText := ruled[field]
		assert.True(t, isText, field)
	}
}

// ruleOfTexts is a rule of texts in a tag, also one that holds only with another argument.
var ruleOfTexts = regexp.MustCompile(`^(format=|length=|cidr|.*\|)`)

// text is the way from arguments to a text in them.
type text []*argument.Field

// textsOf returns the texts in a type of arguments, without those of the arguments of other components. A struct is not in itself.
func textsOf(t *argument.Type, around []reflect.Type) []text {
	var all []text
	for _, field := range t.Fields {
		of := field.Type
		for of.Element != nil && of.Kind != argument.Input {
			of = of.Element
		}
		structure := of.Go
		if structure.Kind() == reflect.Pointer {
			structure = structure.Elem()
		}
		isComponent := slices.ContainsFunc(plugin.Components, func(c plugin.Component) bool { return c.Args == structure })
		switch {
		case of.Kind == argument.Text || of.Kind == argument.Input && isText(of.Go):
			all = append(all, text{field})
		case of.Kind == argument.Object && !isComponent && !slices.Contains(around, structure):
			for _, below := range textsOf(of, append(around, structure)) {
				all = append(all, append(text{field}, below...))
			}
		}
	}
	return all
}

// isText reports whether a type is an Input of a text or of a list of texts.
func isText(t reflect.Type) bool {
	return t.Kind() == reflect.Interface &&
		(reflect.TypeFor[pulumi.String]().Implements(t) || reflect.TypeFor[pulumi.StringArray]().Implements(t))
}

// set sets the text in arguments to one that is not valid, and returns its path.
func (s text) set(path argument.Path, args reflect.Value) argument.Path {
	return s.fill(path.Field(s[0].Name), args.FieldByIndex(s[0].Index))
}

func (s text) fill(path argument.Path, value reflect.Value) argument.Path {
	switch value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		return s.fill(path, value.Elem())
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		return s.fill(path.Index(0), value.Index(0))
	case reflect.Map:
		element := reflect.New(value.Type().Elem()).Elem()
		path = s.fill(path.Key("key"), element)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(reflect.ValueOf("key").Convert(value.Type().Key()), element)
	case reflect.Struct:
		return s[1:].set(path, value)
	case reflect.String:
		value.SetString(invalidText)
	case reflect.Interface:
		if input := reflect.ValueOf(pulumi.String(invalidText)); input.Type().Implements(value.Type()) {
			value.Set(input)
			return path
		}
		value.Set(reflect.ValueOf(pulumi.StringArray{pulumi.String(invalidText)}))
		return path.Index(0)
	}
	return path
}
