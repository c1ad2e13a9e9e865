package rosa

import (
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// AdminArgs are the arguments of the cluster-admin user that OCM creates with a cluster. It cannot be changed or removed without
// replacing the cluster: use an IdentityProvider for administrators that you want to remove.
type AdminArgs struct {
	// Username is the name of the user, without /, : and %. Defaults to cluster-admin.
	Username string `rhcs:"username" check:"format=rosa-user-name"`
	// Password has at least 14 printable ASCII characters, with an upper-case letter, a lower-case letter, and a digit or symbol. It is
	// stored as a secret; OCM receives a hash. Defaults to a random one.
	Password pulumi.StringInput `rhcs:"password,secret" check:"rosa-password,secret"`
}

// addTo requests a random password with createAdminUser alone.
func (a *AdminArgs) addTo(inputs rhcs.Properties) {
	if a != nil && inputs["adminCredentials"] == nil {
		inputs["createAdminUser"] = true
	}
}

// The rule `check:"rosa-password"`.
func init() {
	check.NamedRule("rosa-password", checkPassword)
}

// minPassword is the smallest number of characters of a password.
const minPassword = 14

// passwordClasses are the characters that a password must contain (terraform-provider-rhcs provider/identityprovider/htpasswd.go).
var passwordClasses = []struct {
	name string
	has  func(r rune) bool
}{
	{"an upper-case letter", func(r rune) bool { return 'A' <= r && r <= 'Z' }},
	{"a lower-case letter", func(r rune) bool { return 'a' <= r && r <= 'z' }},
	{"a digit or symbol", func(r rune) bool { return !unicode.IsLetter(r) }},
}

// checkPassword never repeats the password.
func checkPassword(p *check.Problems, path check.Path, password pulumi.StringInput) {
	value, known := check.Text(password)
	if !known {
		return
	}
	if len(value) < minPassword {
		p.Addf(path, "must have at least %d characters (has %d)", minPassword, len(value))
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
		p.Addf(path, "must contain only printable ASCII characters")
	}
	for _, class := range passwordClasses {
		if !strings.ContainsFunc(value, class.has) {
			p.Addf(path, "must contain %s", class.name)
		}
	}
}
