package rosa

import (
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AdminArgs are the arguments of the cluster-admin user that OCM creates with a cluster. It cannot be changed or removed without
// replacing the cluster: use an IdentityProvider for administrators that you want to remove.
type AdminArgs struct {
	// Username is the name of the user, without /, : and %. Defaults to cluster-admin.
	Username string
	// Password has at least 14 printable ASCII characters, with an upper-case letter, a lower-case letter, and a digit or symbol. It is
	// stored as a secret; OCM receives a hash. Defaults to a random one.
	Password pulumi.StringInput
}

func (a *AdminArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	p.Format(path+".Username", a.Username, userName)
	checkPassword(p, path+".Password", a.Password)
}

// inputs request a random password with createAdminUser alone.
func (a *AdminArgs) inputs() pulumi.Map {
	switch {
	case a == nil:
		return nil
	case a.Username == "" && a.Password == nil:
		return pulumi.Map{"createAdminUser": pulumi.Bool(true)}
	}
	return pulumi.Map{"adminCredentials": object(pulumi.Map{"username": text(a.Username), "password": secret(a.Password)})}
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
func checkPassword(p *check.Problems, path string, password pulumi.Input) {
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
