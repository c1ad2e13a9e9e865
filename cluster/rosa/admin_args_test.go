package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestAdminArgsValidate(t *testing.T) {
	t.Parallel()
	admin := func(name, password string) *HCPArgs {
		return testHCP(func(a *HCPArgs) { a.Admin = &AdminArgs{Username: name, Password: pulumi.String(password)} })
	}
	checkValidations(t, map[string]validation{
		"password": {reason: "a password of 14 characters with a space is valid", args: admin("", "Correct Horses")},
		"user name": {
			reason: "htpasswd separates the name and the password by a colon",
			args:   admin("a:b", "Correct-Horse-1"),
			want:   []string{"rosa.HCPArgs.Admin.Username: form"},
		},
		"short password": {
			reason: "a password has at least 14 characters",
			args:   admin("", "Correct-Hors1"),
			want:   []string{"rosa.HCPArgs.Admin.Password: must have at least 14 characters (has 13)"},
		},
		"weak password": {
			reason: "a password has characters of three classes, and the problems do not repeat it",
			args:   admin("", "correcthorsebattery"),
			want: []string{
				"rosa.HCPArgs.Admin.Password: must contain an upper-case letter",
				"rosa.HCPArgs.Admin.Password: must contain a digit or symbol",
			},
		},
		"not ASCII": {
			reason: "OCM accepts ASCII passwords only",
			args:   admin("", "Schöne-Hölle-12"),
			want:   []string{"rosa.HCPArgs.Admin.Password: must contain only printable ASCII characters"},
		},
	})
}
