package cluster

import (
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaAdminArgs describe the user that a cluster is born with. It cannot be changed or removed without replacing the cluster: for
// an administrator who comes and goes use a RosaIdentityProvider.
type RosaAdminArgs struct {
	// Username is the user's name. Default cluster-admin.
	Username string
	// Password is at least 14 characters of ASCII, among them an upper-case and a lower-case letter and a digit or symbol. Default:
	// a random one. It is kept as a secret; OCM is told a hash.
	Password pulumi.StringInput
}

func (a *RosaAdminArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	if a.Username != "" {
		rosaCheckUsername(p, path+".Username", a.Username)
	}
	rosaCheckPassword(p, path+".Password", a.Password)
}

// inputs ask for a random password by createAdminUser alone.
func (a *RosaAdminArgs) inputs() pulumi.Map {
	switch {
	case a == nil:
		return nil
	case a.Username == "" && a.Password == nil:
		return pulumi.Map{"createAdminUser": pulumi.Bool(true)}
	}
	return pulumi.Map{"adminCredentials": rosaObject(pulumi.Map{"username": rosaText(a.Username), "password": rosaSecret(a.Password)})}
}

// rosaCheckUsername and rosaCheckPassword follow terraform-provider-rhcs provider/identityprovider/htpasswd.go.
func rosaCheckUsername(p *check.Problems, path, name string) {
	switch {
	case strings.TrimSpace(name) == "":
		p.Addf(path, "is required")
	case strings.ContainsAny(name, "/:%"):
		p.Addf(path, "%q holds one of /, : and %%, which user names cannot", name)
	}
}

const rosaPasswordLength = 14

var rosaPasswordRules = []struct {
	rule *regexp.Regexp
	want string
}{
	{regexp.MustCompile(`^[\x20-\x7E]*$`), "ASCII characters only"},
	{regexp.MustCompile(`[A-Z]`), "an upper-case letter"},
	{regexp.MustCompile(`[a-z]`), "a lower-case letter"},
	{regexp.MustCompile(`[^A-Za-z]`), "a digit or a symbol"},
}

// rosaCheckPassword never repeats the password.
func rosaCheckPassword(p *check.Problems, path string, password pulumi.Input) {
	text, known := rosaKnown(password)
	if !known {
		return
	}
	if len(text) < rosaPasswordLength {
		p.Addf(path, "has %d characters; at least %d are needed", len(text), rosaPasswordLength)
	}
	for _, r := range rosaPasswordRules {
		if !r.rule.MatchString(text) {
			p.Addf(path, "must have %s", r.want)
		}
	}
}
