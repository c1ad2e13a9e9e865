package iam_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func TestOIDCConfigArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.UnmanagedOIDCArgs)) *iam.OIDCConfigArgs {
		args := &iam.UnmanagedOIDCArgs{InstallerRoleARN: text(installerARN)}
		change(args)
		return &iam.OIDCConfigArgs{Unmanaged: args}
	}
	prefix := func(prefix string) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = prefix })
	}
	days := func(days int) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = &days })
	}
	const path = "iam.OIDCConfigArgs.Unmanaged"
	checkArgs(t, map[string]argsRow{
		"managed":        {reason: "a managed issuer has no required argument", args: (*iam.OIDCConfigArgs)(nil)},
		"unmanaged":      {reason: "a role is enough", args: with(func(*iam.UnmanagedOIDCArgs) {})},
		"longest prefix": {reason: "the rosa CLI allows 15 characters", args: prefix("abcdefgh-123456")},
		"no recovery":    {reason: "0 deletes the secret immediately", args: days(0)},
		"shortest recovery": {
			reason: "Secrets Manager allows 7 days or more",
			args:   days(7),
		},
		"longest recovery": {reason: "Secrets Manager allows 30 days or fewer", args: days(30)},
		"empty": {
			reason: "Red Hat needs a role to read the private key",
			args:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{}},
			want:   under(path, "InstallerRoleARN: required"),
		},
		"long prefix": {
			reason: "the rosa CLI allows 15 characters",
			args:   prefix("abcdefgh-1234567"),
			want:   under(path, "Prefix: format"),
		},
		"upper-case prefix": {
			reason: "bucket names are lower-case",
			args:   prefix("Team"),
			want:   under(path, "Prefix: format"),
		},
		"prefix with a digit": {
			reason: "RHCS requires a letter first",
			args:   prefix("1team"),
			want:   under(path, "Prefix: format"),
		},
		"prefix with a hyphen": {
			reason: "RHCS allows no hyphen last",
			args:   prefix("team-"),
			want:   under(path, "Prefix: format"),
		},
		"short prefix": {
			reason: "RHCS requires three characters",
			args:   prefix("ab"),
			want:   under(path, "Prefix: format"),
		},
		"short recovery": {
			reason: "Secrets Manager allows 7 days or more",
			args:   days(3),
			want:   under(path, "RecoveryWindowDays: range"),
		},
		"long recovery": {
			reason: "Secrets Manager allows 30 days or fewer",
			args:   days(31),
			want:   under(path, "RecoveryWindowDays: range"),
		},
		"negative recovery": {
			reason: "0 is the number that deletes the secret immediately",
			args:   days(-1),
			want:   under(path, "RecoveryWindowDays: range"),
		},
		"name of a role, a zone": {
			reason: "each field has its form",
			args: with(func(a *iam.UnmanagedOIDCArgs) {
				a.Region, a.InstallerRoleARN = "us-east-2a", text("installer")
			}),
			want: under(path, "Region: format", "InstallerRoleARN: format"),
		},
	})
}
