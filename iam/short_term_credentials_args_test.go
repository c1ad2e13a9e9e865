package iam_test

import (
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	configv1 "github.com/openshift/api/config/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

// shortTerm returns arguments of short-term credentials.
func shortTerm(change func(*iam.ShortTermCredentialsArgs)) *iam.ShortTermCredentialsArgs {
	args := &iam.ShortTermCredentialsArgs{
		Name: "demo", OpenShiftVersion: "4.20", PublicKey: text(publicKey), Region: "us-east-2",
	}
	change(args)
	return args
}

func TestShortTermCredentialsArgs(t *testing.T) {
	t.Parallel()
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	require.NoError(t, err)
	name := func(name string) *iam.ShortTermCredentialsArgs {
		return shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.Name = name })
	}
	version := func(version string) *iam.ShortTermCredentialsArgs {
		return shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.OpenShiftVersion = version })
	}
	key := func(key string) *iam.ShortTermCredentialsArgs {
		return shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PublicKey = text(key) })
	}
	disabled := func(capabilities ...string) *iam.ShortTermCredentialsArgs {
		return shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.DisabledCapabilities = capabilities })
	}
	known := make([]string, 0, len(configv1.KnownClusterVersionCapabilities))
	for _, capability := range configv1.KnownClusterVersionCapabilities {
		if capability != configv1.ClusterVersionCapabilityCloudCredential {
			known = append(known, string(capability))
		}
	}
	const path = "iam.ShortTermCredentialsArgs"
	checkArgs(t, map[string]argsRow{
		"smallest":       {reason: "a name, a release and a key are enough", args: name("abc")},
		"longest name":   {reason: "the truncated names of roles still differ", args: name(strings.Repeat("n", 40))},
		"oldest release": {reason: "4.16 is the oldest supported release", args: version("4.16")},
		"newest release": {reason: "4.22 is the newest release with a table", args: version("4.22")},
		"unknown key": {
			reason: "a key can be an output",
			args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.PublicKey = text("later").ToStringOutput()
			}),
		},
		"installer's key": {
			reason: "openshift-install writes another type of PEM block",
			args:   key(strings.ReplaceAll(publicKey, "PUBLIC KEY", "RSA PUBLIC KEY")),
		},
		"every capability": {reason: "all capabilities of OpenShift can be disabled", args: disabled(known...)},
		"nil": {
			reason: "the name, the release and the key have no default",
			args:   (*iam.ShortTermCredentialsArgs)(nil),
			want:   under(path, "Name: required", "OpenShiftVersion: required", "PublicKey: required"),
		},
		"long name": {
			reason: "truncated to 64 characters, names of roles would be the same",
			args:   name(strings.Repeat("n", 41)),
			want:   under(path, "Name: range"),
		},
		"dot in a name": {reason: "S3's certificate does not cover it", args: name("a.b"), want: under(path, "Name: format")},
		"old release": {
			reason: "the library has no table of it",
			args:   version("4.15"),
			want:   under(path, "OpenShiftVersion: must be 4.16 or later (got 4.15)"),
		},
		"future release": {
			reason: "an upgrade does not wait for a release of the library, which may not know all capabilities",
			args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.OpenShiftVersion, a.DisabledCapabilities = "4.23", []string{"Later"}
			}),
		},
		"no key": {
			reason: "it is not in PEM",
			args:   key("x"),
			want:   under(path, "PublicKey: is not a public key in PEM"),
		},
		"certificate": {
			reason: "IAM needs the bare key",
			args:   key(strings.ReplaceAll(publicKey, "MIIB", "MIIC")),
			want:   under(path, "PublicKey: is not a public key in PKIX form (BEGIN PUBLIC KEY)"),
		},
		"elliptic curve": {
			reason: "the API server signs with RS256",
			args:   key(ecKey(t)),
			want:   under(path, "PublicKey: must be an RSA key: OpenShift signs tokens with RS256"),
		},
		"short key": {
			reason: "RS256 requires 2048 bits",
			args:   key(publicPEM(t, &short.PublicKey)),
			want:   under(path, "PublicKey: must have at least 2048 bits (has 1024)"),
		},
		"misspelled capability": {
			reason: "a capability that OpenShift does not have; one is enough",
			args:   disabled("Storge", "Storage", "Storage"),
			want:   under(path, "DisabledCapabilities[2]: duplicate", "DisabledCapabilities[0]: one-of"),
		},
		"cloud credential capability": {
			reason: "openshift-install requires it on AWS",
			args:   disabled("CloudCredential"),
			want:   under(path, "DisabledCapabilities[0]: must not be CloudCredential: OpenShift requires it on AWS"),
		},
		"wrong formats": {
			reason: "each field has its format",
			args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.Path, a.PermissionsBoundary = "us-east-2a", "openshift", text("boundary")
				a.Tags = pulumi.StringMap{"openshift.io/x": text("1")}
				a.NodeRoleARNs = pulumi.StringArray{text("worker")}
			}),
			want: under(path, "Region: format", "Path: format", "NodeRoleARNs[0]: format", "PermissionsBoundary: format",
				"Tags[openshift.io/x]: OpenShift reserves kubernetes.io, openshift.io and their subdomains"),
		},
		"private bucket": {
			reason: "CloudFront serves the documents of a private bucket",
			args:   shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PrivateBucket = true }),
		},
		"private bucket on GovCloud": {
			reason: "GovCloud has no CloudFront",
			args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.PrivateBucket = "us-gov-west-1", true
			}),
			want: under(path, "PrivateBucket: must not be set in partition aws-us-gov"),
		},
		"boundary of another partition": {
			reason: "IAM rejects policies of other partitions",
			args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.PermissionsBoundary = "us-gov-west-1", text(boundaryARN)
			}),
			want: under(path, "PermissionsBoundary: "+boundaryARN+" is in partition aws; us-gov-west-1 is in partition "+
				"aws-us-gov"),
		},
	})
}

// TestShortTermCredentialsOfANewerRelease: an upgrade does not wait for a release of the library. The roles have the
// permissions of the newest release that it knows.
func TestShortTermCredentialsOfANewerRelease(t *testing.T) {
	t.Parallel()
	program := func(version string) pulumi.RunFunc {
		return shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.OpenShiftVersion = version }))
	}
	assert.Empty(t, mockstest.Warnings(t, program("4.22")))
	warnings := mockstest.Warnings(t, program("4.23"))
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "OpenShift 4.23 is newer than this version of the library")
	newest := mockstest.Run(t, program("4.22"))
	assert.Equal(t, mockstest.Inputs(newest), mockstest.Inputs(mockstest.Run(t, program("4.23"))))
}
