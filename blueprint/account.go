package blueprint

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// allowedAccounts returns the accounts that the AWS provider of a blueprint accepts, as far as the program knows them: those of the default
// provider. The account of the credentials is not one of them: in a sandbox it is a fake, and the arguments are of a real one.
func allowedAccounts(ctx *pulumi.Context, opts []pulumi.ResourceOption) (accounts []string) {
	if region.Known(ctx, "", opts...) == "" { // The options name another provider.
		return nil
	}
	if err := config.New(ctx, "aws").TryObject("allowedAccountIds", &accounts); err != nil {
		return nil // They are not set, or the provider reports them.
	}
	return accounts
}

// accountCheck reports arguments of another account than the cluster's.
type accountCheck struct {
	check.Problems

	accounts []string
}

// checkAccounts returns the problems of arguments at a path that are of another account than those of the AWS provider; none if these are
// not known. AWS and OCM reject them when other resources of the cluster exist.
func checkAccounts(path check.Path, args any, accounts []string) error {
	if len(accounts) == 0 {
		return nil
	}
	c := accountCheck{accounts: accounts}
	argument.Of(reflect.TypeOf(args)).Objects(path, reflect.ValueOf(args), c.object)
	return c.Err()
}

func (c *accountCheck) object(path check.Path, t *argument.Type, object reflect.Value) {
	for _, field := range t.Fields {
		value, ok := field.In(object)
		switch at := path.Field(field.Name); {
		case !ok:
		case isOfAccount(object.Type(), field):
			c.value(at, value)
		default:
			field.Type.Objects(at, value, c.object)
		}
	}
}

// isOfAccount reports whether a field of a type must be of the cluster's account. Keys, the roles of a shared VPC and the roles of pods and
// log forwarders can be of another one.
func isOfAccount(t reflect.Type, field *argument.Field) bool {
	switch t {
	case reflect.TypeFor[rosa.HCPArgs](), reflect.TypeFor[rosa.ClassicArgs]():
		if field.Name == "AccountID" {
			return true
		}
	case reflect.TypeFor[rosa.STSArgs]():
		return field.Has("format=role-arn")
	}
	return slices.ContainsFunc([]string{"policy-arn", "oidc-provider-arn", "rosa-creator-arn", "role-or-user-arn"}, func(format string) bool {
		return field.Has("format=" + format)
	})
}

// value reports an ID or ARN, or one of a list. Outputs are not known.
func (c *accountCheck) value(at check.Path, value reflect.Value) {
	if value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	if value.Kind() == reflect.Slice {
		for i := range value.Len() {
			c.value(at.Index(i), value.Index(i))
		}
		return
	}
	if !value.IsValid() {
		return
	}
	text, _ := check.Text(value.Interface())
	account := text
	if arn, ok := check.ParseARN(text); ok {
		account = arn.Account
	}
	if check.AccountID.Match(account) && !slices.Contains(c.accounts, account) {
		c.Addf(at, "is of account %s; must be of %s, the account of the AWS provider (got %s)", account, strings.Join(c.accounts, " or "), text)
	}
}
