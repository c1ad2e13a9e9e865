package storage

import (
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

var kmsKeyARN = regexp.MustCompile(`^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)/\S+$`)

// checkKMSKeyARN looks at a key that is known beforehand. The bare id of a key of another account would silently name
// one of this account.
func checkKMSKeyARN(p *check.Problems, path string, key pulumi.StringInput) {
	text, known := key.(pulumi.String)
	if known && !kmsKeyARN.MatchString(string(text)) {
		p.Addf(path, "%q is no key's ARN; one looks like arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a", string(text))
	}
}

// checkKey looks at a key that policies are to name. A policy that names an alias grants nothing.
func checkKey(p *check.Problems, path string, key pulumi.StringInput) {
	if key == nil {
		return
	}
	if text, known := key.(pulumi.String); known && kmsKeyARN.MatchString(string(text)) && strings.Contains(string(text), ":alias/") {
		p.Addf(path, "%q is an alias, which policies cannot name; write the ARN of the key behind it", string(text))
		return
	}
	checkKMSKeyARN(p, path, key)
}

// checkKeyRegion looks whether a key that is known beforehand is where the bucket is: S3 takes no key of another region.
func checkKeyRegion(p *check.Problems, path string, key pulumi.StringInput, region string) {
	text, known := key.(pulumi.String)
	if !known || !kmsKeyARN.MatchString(string(text)) || !partition.IsRegion(region) {
		return
	}
	if of := strings.Split(string(text), ":")[3]; of != region {
		p.Addf(path, "is a key of %s, and the bucket is in %s; S3 takes keys of its own region", of, region)
	}
}

func checkObjectName(p *check.Problems, path, name string) {
	if p.Required(path, name) && (len(name) > 253 || !dnsSubdomain.MatchString(name)) {
		p.Addf(path, "%q is no object's name of lower-case letters, digits, dots and hyphens", name)
	}
}

// checkStorageClass looks at a name that is known beforehand.
func checkStorageClass(p *check.Problems, path string, class pulumi.StringInput) {
	text, known := class.(pulumi.String)
	if p.Required(path, class) && known && (len(text) > 253 || !dnsSubdomain.MatchString(string(text))) {
		p.Addf(path, "%q is no storage class's name; one looks like gp3-csi", string(text))
	}
}

func checkRegion(p *check.Problems, path, region string) {
	if p.Required(path, region) && !partition.IsRegion(region) {
		p.Addf(path, "%q is no region; one looks like us-east-2", region)
	}
}
