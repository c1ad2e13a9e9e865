package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

func TestAdminArgsValidate(t *testing.T) {
	t.Parallel()
	admin := func(name, password string) *HCPArgs {
		return testHCP(func(a *HCPArgs) { a.Admin = &AdminArgs{Username: name, Password: pulumi.String(password)} })
	}
	checkValidations(t, map[string]validation{
		"password": {reason: "a password of 14 characters with a space is valid", args: admin("", "Correct Horses")},
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
		"first letters and the last symbol": {reason: "~ is a printable character", args: admin("", "~~~~~~~~~~~~Aa")},
		"last letters":                      {reason: "a space is a symbol", args: admin("", "            Zz")},
		"next to letters": {
			reason: "these are symbols",
			args:   admin("", "@@@@[[[[````{{"),
			want: []string{
				"rosa.HCPArgs.Admin.Password: must contain an upper-case letter",
				"rosa.HCPArgs.Admin.Password: must contain a lower-case letter",
			},
		},
		"control characters": {
			reason: "a tab cannot be printed",
			args:   admin("", "Correct\tHorse-1"),
			want:   []string{"rosa.HCPArgs.Admin.Password: must contain only printable ASCII characters"},
		},
		"not ASCII": {
			reason: "OCM accepts ASCII passwords only",
			args:   admin("", "Schöne-Hölle-12"),
			want:   []string{"rosa.HCPArgs.Admin.Password: must contain only printable ASCII characters"},
		},
	})
}

// TestAdminCredentials: OCM chooses a password if there are no credentials, so either of them is one.
func TestAdminCredentials(t *testing.T) {
	t.Parallel()
	inputs := func(args AdminArgs) rhcs.Properties {
		return check.WithDefaults(testHCP(func(a *HCPArgs) { a.Admin = &args })).inputs()
	}
	assert.Equal(t, true, inputs(AdminArgs{})["createAdminUser"])
	assert.NotContains(t, inputs(AdminArgs{}), "adminCredentials")
	for name, args := range map[string]AdminArgs{
		"username": {Username: "ann"}, "password": {Password: pulumi.String("Correct-Horse-1")},
	} {
		assert.NotContains(t, inputs(args), "createAdminUser")
		assert.Contains(t, inputs(args)["adminCredentials"], name)
	}
}
