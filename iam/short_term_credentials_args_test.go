package iam_test

import (
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	configv1 "github.com/openshift/api/config/v1"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// shortTerm returns arguments of short-term credentials.
func shortTerm(change func(*iam.ShortTermCredentialsArgs)) *iam.ShortTermCredentialsArgs {
	return checktest.With(&iam.ShortTermCredentialsArgs{
		Name: "demo", OpenShiftVersion: "4.20", PublicKey: text(publicKey), Region: "us-east-2",
	}, change)
}

func TestShortTermCredentialsArgs(t *testing.T) {
	t.Parallel()
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	require.NoError(t, err)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
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
	checktest.Cases(t, "iam.ShortTermCredentialsArgs", map[string]checktest.Case{
		"smallest":       {Reason: "a name, a release and a key are enough", Args: name("abc")},
		"longest name":   {Reason: "the truncated names of roles still differ", Args: name(strings.Repeat("n", 40))},
		"oldest release": {Reason: "4.16 is the oldest supported release", Args: version("4.16")},
		"newest release": {Reason: "4.22 is the newest release with a table", Args: version("4.22")},
		"unknown key": {
			Reason: "a key can be an output, and CloudFront serves the documents of a private bucket",
			Args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.PublicKey, a.PrivateBucket = text("later").ToStringOutput(), true
			}),
		},
		"installer's key": {
			Reason: "openshift-install writes another type of PEM block",
			Args:   key(strings.ReplaceAll(publicKey, "PUBLIC KEY", "RSA PUBLIC KEY")),
		},
		"every capability": {Reason: "all capabilities of OpenShift can be disabled", Args: disabled(known...)},
		"nothing": {
			Reason: "the issuer has a key",
			Args:   shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PublicKey = nil }),
			Want:   []string{".PublicKey: required"},
		},
		"old release": {
			Reason: "the library has no table of it",
			Args:   version("4.15"),
			Want:   []string{".OpenShiftVersion: must be 4.16 or later (got 4.15)"},
		},
		"future release": {
			Reason: "operators without the permissions of their release lose AWS",
			Args:   version("4.23"),
			Want: []string{".OpenShiftVersion: must be 4.22 or earlier: this version of the library does not know what a later release needs; " +
				"update the library first (got 4.23)"},
		},
		"no key": {
			Reason: "it is not in PEM",
			Args:   key("x"),
			Want:   []string{".PublicKey: is not a public key in PEM"},
		},
		"two keys": {Reason: "the old and the new one, while the key is rotated", Args: key(publicKey + "\n" + publicPEM(t, &other.PublicKey))},
		"the same key twice": {
			Reason: "a rotation needs another one",
			Args:   key(publicKey + publicKey),
			Want:   []string{".PublicKey: has the same key twice"},
		},
		"a broken second key": {
			Reason: "a key that is dropped silently locks all operators out",
			Args:   key(publicKey + "-----BEGIN PUBLIC KEY-----\nMIIB"),
			Want:   []string{".PublicKey: has text after the last public key that is not a public key in PEM"},
		},
		"a short second key": {
			Reason: "every key is checked",
			Args:   key(publicKey + publicPEM(t, &short.PublicKey)),
			Want:   []string{".PublicKey: must have at least 2048 bits (has 1024)"},
		},
		"certificate": {
			Reason: "IAM needs the bare key",
			Args:   key(strings.ReplaceAll(publicKey, "MIIB", "MIIC")),
			Want:   []string{".PublicKey: is not a public key in PKIX form (BEGIN PUBLIC KEY)"},
		},
		"elliptic curve": {
			Reason: "the API server signs with RS256",
			Args:   key(ecKey(t)),
			Want:   []string{".PublicKey: must be an RSA key: OpenShift signs tokens with RS256"},
		},
		"short key": {
			Reason: "RS256 requires 2048 bits",
			Args:   key(publicPEM(t, &short.PublicKey)),
			Want:   []string{".PublicKey: must have at least 2048 bits (has 1024)"},
		},
		"misspelled capability": {
			Reason: "a capability that OpenShift does not have; one is enough",
			Args:   disabled("Storge", "Storage", "Storage"),
			Want:   []string{".DisabledCapabilities[2]: duplicate", ".DisabledCapabilities[0]: one-of"},
		},
		"cloud credential capability": {
			Reason: "openshift-install requires it on AWS",
			Args:   disabled("CloudCredential"),
			Want:   []string{".DisabledCapabilities[0]: must not be CloudCredential: OpenShift requires it on AWS"},
		},
		"private bucket on GovCloud": {
			Reason: "GovCloud has no CloudFront",
			Args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.PrivateBucket = "us-gov-west-1", true
			}),
			Want: []string{".PrivateBucket: must not be set in partition aws-us-gov"},
		},
		"boundary of another partition": {
			Reason: "IAM rejects policies of other partitions",
			Args: shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.PermissionsBoundary = "us-gov-west-1", text(boundaryARN)
			}),
			Want: []string{
				".PermissionsBoundary: " + boundaryARN + " is in partition aws; us-gov-west-1 is in partition " +
					"aws-us-gov",
			},
		},
	})
}
