package check_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// formats has every format of the package with texts that have it and texts that do not.
var formats = map[string]struct {
	format  check.Format
	valid   []string
	invalid []string
}{
	"Region": {
		check.Region,
		[]string{"us-east-2", "us-gov-west-1", "cn-north-1"},
		[]string{"us-east", "US-EAST-2", "us-east-2a"},
	},
	"AvailabilityZone": {
		check.AvailabilityZone, []string{"us-east-2a", "us-gov-west-1a"},
		[]string{"us-east-2", "us-west-2-lax-1a", "us-east-1-wl1-bos-wlz-1"},
	},
	"Zone": {check.Zone, []string{"us-east-2a", "us-west-2-lax-1a"}, []string{"us-east-2", "a", "useast2a"}},
	"AccountID": {
		check.AccountID,
		[]string{"123456789012"},
		[]string{"1234-5678-9012", "12345678901", "12345678901a"},
	},
	"InstanceType": {
		check.InstanceType,
		[]string{"m5.xlarge", "u-6tb1.metal", "c7i-flex.large", "m7i.metal-24xl", "p5.48xlarge", "t3.nano"},
		[]string{"m5", "M5.xlarge", "m5.", ".xlarge", "m5.xlrge", "m5.2large", "m5.metal-24"},
	},
	"UserARN": {
		check.UserARN,
		[]string{"arn:aws:iam::123456789012:user/ci", "arn:aws-cn:iam::123456789012:user/team/ci"},
		[]string{"arn:aws:iam::123456789012:user/", "arn:aws:iam::123456789012:role/ci", "arn:aws:iam::12:user/ci", "ci"},
	},
	"HostedZoneID": {
		check.HostedZoneID,
		[]string{"Z0", "Z0123456789ABCDEFGHIJ", "Z" + strings.Repeat("0", 31)},
		[]string{"z01", "Z", "Z0a", "A01", "/hostedzone/Z01", "Z" + strings.Repeat("0", 32)},
	},
	"AMIID": {
		check.AMIID,
		[]string{"ami-0123456789abcdef0", "ami-01234567"},
		[]string{"ami-0123", "ami-0123456G", "0123456789abcdef0"},
	},
	"VpcID":      {check.VpcID, []string{"vpc-0123456789abcdef0"}, []string{"subnet-0123456789abcdef0", "vpc-"}},
	"SubnetID":   {check.SubnetID, []string{"subnet-0123456789abcdef0"}, []string{"subnet-0123456789ABCDEF0"}},
	"InstanceID": {check.InstanceID, []string{"i-0123456789abcdef0", "i-01234567"}, []string{"i-1", "10.0.0.5"}},
	"SecurityGroupID": {
		check.SecurityGroupID, []string{"sg-0123456789abcdef0", "sg-01234567"}, []string{"sg-1", "default"},
	},
	"AllocationID": {
		check.AllocationID,
		[]string{"eipalloc-0123456789abcdef0"},
		[]string{"192.0.2.1", "eip-0123456789abcdef0"},
	},
	"ReservationID": {check.ReservationID, []string{"cr-0123456789abcdef0"}, []string{"cr-0", "cr-01234567"}},
	"VpcEndpointID": {check.VpcEndpointID, []string{"vpce-0123456789abcdef0"}, []string{"vpc-0123456789abcdef0"}},
	"RoleARN": {
		check.RoleARN,
		[]string{"arn:aws:iam::123456789012:role/a", "arn:aws-us-gov:iam::123456789012:role/path/a"},
		[]string{
			"arn:aws:iam::123456789012:role/", "arn", "urn:aws:iam::123456789012:role/a",
			"arn:aws:iam::123456789012:role/a b", "arn:aws:iam::123456789012:user/a", "arn:aws:iam::aws:role/a",
			"arn:moon:iam::123456789012:role/a",
			"arn:aws:iam:us-east-2:123456789012:role/a",
			"arn:aws:iam::123456789012:role/a b",
		},
	},
	"PolicyARN": {
		check.PolicyARN,
		[]string{"arn:aws:iam::aws:policy/ReadOnlyAccess", "arn:aws:iam::123456789012:policy/a"},
		[]string{"arn:aws:iam::123456789012:role/a", "arn:aws:iam::1:policy/a"},
	},
	"OIDCProviderARN": {
		check.OIDCProviderARN,
		[]string{"arn:aws-cn:iam::123456789012:oidc-provider/example.com/id"},
		[]string{"arn:aws:iam::123456789012:oidc-provider/", "https://example.com"},
	},
	"KMSKeyARN": {
		check.KMSKeyARN,
		[]string{"arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"},
		[]string{"arn:aws:kms::123456789012:key/a", "arn:aws:kms:us-east-2:123456789012:alias/a", "1234abcd"},
	},
	"KMSAliasARN": {
		check.KMSAliasARN, []string{"arn:aws:kms:us-east-2:123456789012:alias/a"}, []string{"alias/a"},
	},
	"QueueARN": {
		check.QueueARN,
		[]string{"arn:aws:sqs:us-east-2:123456789012:drain"},
		[]string{"*", "arn:aws:sqs:us-east-2:123456789012:"},
	},
	"TargetGroupARN": {
		check.TargetGroupARN,
		[]string{"arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/a/1"},
		[]string{"arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/a/1", "a"},
	},
	"BucketARN": {
		check.BucketARN,
		[]string{"arn:aws:s3:::example"},
		[]string{"arn:aws:s3:::", "arn:aws:s3::123456789012:x", "example"},
	},
	"IAMPath": {
		check.IAMPath,
		[]string{"/", "/a/", "/a/b/", "/" + strings.Repeat("a", 510) + "/"},
		[]string{"a", "xa/", "/ax", "/a", "a/", "//", "/a b/", "/" + strings.Repeat("a", 511) + "/"},
	},
	"IAMName": {check.IAMName, []string{"a+=,.@_-1"}, []string{"a b", "a/b", strings.Repeat("a", 65)}},
	"ExternalID": {
		check.ExternalID,
		[]string{"ab", "a_+=,.@:/-", strings.Repeat("a", 1224)},
		[]string{"a", "a b", strings.Repeat("a", 1225)},
	},
	"Thumbprint": {
		check.Thumbprint,
		[]string{strings.Repeat("aF", 20)},
		[]string{strings.Repeat("a", 39), strings.Repeat("g", 40)},
	},
	"BucketName": {
		check.BucketName,
		[]string{"abc", "a.b-c", strings.Repeat("a", 63)},
		[]string{
			"ab", "A-b", "a..b", "192.0.2.1", strings.Repeat("a", 64), "-ab", "ab-", "xn--a", "sthree-a", "amzn-s3-demo-a",
			"a-s3alias", "a--ol-s3", "a.mrap", "a--x-s3", "a--table-s3",
		},
	},
	"DNSLabel": {
		check.DNSLabel,
		[]string{"a", "a-1", strings.Repeat("a", 63)},
		[]string{"-a", "a-", "A", "a.b", strings.Repeat("a", 64)},
	},
	"LowerName": {
		check.LowerName,
		[]string{"a", "a-1", strings.Repeat("a", 63)},
		[]string{"1a", "-a", "a-", "A", "a.b", "é", strings.Repeat("a", 64)},
	},
	"DNSSubdomain": {
		check.DNSSubdomain,
		[]string{"a", "a.b-c", strings.Repeat("a", 64), strings.Repeat("a", 253)},
		[]string{"a..b", "a.-b", "a-.b", ".a", "a.", "A.b", "a_b", strings.Repeat("a", 254)},
	},
	"Domain": {
		check.Domain,
		[]string{"example.com"},
		[]string{"example", "example..com", "example.com.", strings.Repeat("a", 64) + ".com"},
	},
	"ObjectName": {check.ObjectName, []string{"a.b"}, []string{"a..b", "A"}},
	"Namespace":  {check.Namespace, []string{"openshift-logging"}, []string{"a.b"}},
	"LabelKey": {
		check.LabelKey,
		[]string{"a", "A_b.c-1", "example.com/a", strings.Repeat("a", 63)},
		[]string{"/a", "a/", "a/b/c", "-a", "Example.com/a", strings.Repeat("a", 64)},
	},
	"LabelValue": {check.LabelValue, []string{"a", "A_b.c-1"}, []string{"-a", "a b", strings.Repeat("a", 64)}},
	"Quantity":   {check.Quantity, []string{"1", "1.5Gi", "500m"}, []string{"-1", "1 Gi", "Gi", "1gb"}},
	"Count":      {check.Count, []string{"0", "2", "999999999"}, []string{"02", "-1", "1.5", "1000000000", "10%"}},
	"Percentage": {check.Percentage, []string{"0%", "99%", "100%"}, []string{"101%", "10", "-1%", "1.5%", "%"}},
	"ImageDigest": {
		check.ImageDigest,
		[]string{"quay.io/a/b@sha256:" + strings.Repeat("0", 64)},
		[]string{"quay.io/a/b:latest", "a@sha256:0"},
	},
	"UUID": {
		check.UUID,
		[]string{"01234567-89ab-cdef-0123-456789abcdef"},
		[]string{
			"01234567", "01234567-89AB-cdef-0123-456789abcdef", "0123456-789ab-cdef-0123-456789abcdef",
			"01234567-89ab-cdef-01234-56789abcdef", "01234567-89ab-cdef-0123-456789abcde",
			"0123456789ab-cdef-0123-456789abcdef0", "012345678-9ab-cdef-0123-456789abcdef",
			"01234567-89abc-def-0123-456789abcdef", "01234567-89ab-cde-f0123-456789abcdef",
			"01234567-89ab-cdef-0123-456789abcdef0",
		},
	},
	"GitHubTeam": {
		check.GitHubTeam,
		[]string{"example/core"},
		[]string{"core", "/core", "example/", "example/core/a", "example//core", "example/the core"},
	},
	"Characters": {
		check.Characters("property name", "cost-center", "_.-"),
		[]string{"a", "A_b.c-1", "-"},
		[]string{"a b", "a/b", "é"},
	},
	"HTTPURL": {
		check.HTTPURL,
		[]string{"http://a", "https://a:1/b?c"},
		[]string{"ftp://a", "a", "http://", "http://a b"},
	},
	"HTTPSURL": {check.HTTPSURL, []string{"https://a"}, []string{"http://a", "https:///b", "https://<script>"}},
	"ProxyHost": {
		check.ProxyHost,
		[]string{"a", ".a.b", "10.0.0.0/8", "10.0.0.1", "fd00::/8", "*"},
		[]string{"*.a", "a..b", "http://a"},
	},
	"Version": {
		check.Version,
		[]string{"4.18.5", "4.19.0-rc.1"},
		[]string{"4.18", "v4.18.5", "04.1.2", "4.19.01", "4.19.0-01", "openshift-v4.18.5"},
	},
	"MinorVersion": {
		check.MinorVersion,
		[]string{"4.18", "4.0"},
		[]string{"4", "4.18.5", "4.018", "v4.18", "4.99999999999999999999"},
	},
	"Channel": {
		check.Channel,
		[]string{"stable-4.18", "eus-4.16"},
		[]string{"stable", "stable-", "stable-4.18.5", "stable-4.018", "nightly-4.18", "4.18"},
	},
}

func TestForms(t *testing.T) {
	t.Parallel()
	for name, tt := range formats {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, text := range tt.valid {
				assert.True(t, tt.format.Match(text), "%q is valid", text)
			}
			for _, text := range tt.invalid {
				assert.False(t, tt.format.Match(text), "%q is invalid", text)
			}
		})
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	type zone string
	text := "us-east-2"
	tests := map[string]struct {
		reason string
		value  any
		want   string
	}{
		"valid":   {reason: "a text with the format passes", value: "us-east-2a"},
		"empty":   {reason: "whether a text is required is another rule", value: ""},
		"nil":     {reason: "an Input that is not set has no format", value: nil},
		"unknown": {reason: "an output is checked by the provider", value: pulumi.String("x").ToStringOutput()},
		"invalid": {
			reason: "a text without the format is named",
			value:  "x",
			want:   `"x" is not a valid AWS zone (for example, us-east-2a)`,
		},
		"invalid input": {
			reason: "the text of an Input is known",
			value:  pulumi.String("x"),
			want:   `"x" is not a valid AWS zone (for example, us-east-2a)`,
		},
		"invalid type": {
			reason: "a named type of string is a text",
			value:  zone("x"),
			want:   `"x" is not a valid AWS zone (for example, us-east-2a)`,
		},
		"invalid string": {
			reason: "a pointer to a text is one",
			value:  &text,
			want:   `"us-east-2" is not a valid AWS zone (for example, us-east-2a)`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			assert.Equal(t, tt.want == "", p.Format("Path", tt.value, check.Zone), tt.reason)
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), "Path: "+tt.want, tt.reason)
		})
	}
}

func TestFormCombinations(t *testing.T) {
	t.Parallel()
	var p check.Problems
	p.Format("A", "abcd", check.DNSLabel.AtMost(3))
	p.Format("B", "x", check.KMSKeyARN.Or(check.KMSAliasARN))
	p.Format("C", "X", check.DNSLabel.WithExample("team-a"))
	p.RequiredFormat("D", "", check.DNSLabel)
	p.Format("E", "arn:aws:kms:us-east-2:123456789012:alias/a", check.KMSKeyARN.Or(check.KMSAliasARN))

	assert.EqualError(t, p.Err(), `A: "abcd" is not a valid DNS label of at most 3 characters (for example, example)
B: "x" is not a valid KMS key ARN or KMS alias ARN (for example, `+
		`arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab)
C: "X" is not a valid DNS label (for example, team-a)
D: is required`)
}

func TestOnce(t *testing.T) {
	t.Parallel()
	var p check.Problems
	seen := map[any]bool{}
	id := pulumi.String("a").ToStringOutput()
	values := []any{
		pulumi.String("a"), "b", pulumi.String("b"), id, id, pulumi.String("a").ToStringOutput(), nil, nil, "", "",
		pulumi.StringOutput{}, pulumi.StringOutput{}, []string{"a"}, []string{"a"},
	}
	for i, value := range values {
		p.UniqueInput(check.Index("IDs", i), value, seen)
	}
	assert.EqualError(t, p.Err(), `IDs[2]: duplicate value "b"
IDs[4]: duplicate value: the same output as that of another element`)
}

func TestListsOfFormats(t *testing.T) {
	t.Parallel()
	var p check.Problems
	p.Formats("Names", []string{"a", "B", "", "a"}, check.DNSLabel)

	assert.EqualError(t, p.Err(), `Names[1]: "B" is not a valid DNS label (for example, example)
Names[2]: is required
Names[3]: duplicate value "a"`)
}

func TestLabels(t *testing.T) {
	t.Parallel()
	var p check.Problems
	p.Labels("Labels", map[string]string{"a": "b", "example.com/a": "", "-b": "c", "c": "d e", "": "x"})

	assert.EqualError(t, p.Err(), `Labels[]: "" is not a valid label key (for example, example.com/team)
Labels[-b]: "-b" is not a valid label key (for example, example.com/team)
Labels[c]: "d e" is not a valid label value (for example, platform)`)
}

func TestARNIn(t *testing.T) {
	t.Parallel()
	const key = "arn:aws:kms:us-east-2:123456789012:key/a"
	tests := map[string]struct {
		reason string
		value  any
		region string
		want   string
	}{
		"same region": {reason: "a key of the region passes", value: key, region: "us-east-2"},
		"no region":   {reason: "without a region there is nothing to compare", value: key},
		"global": {
			reason: "IAM's ARNs name no region",
			value:  "arn:aws:iam::123456789012:role/a",
			region: "eu-west-1",
		},
		"not an ARN": {reason: "the format is another rule", value: "x", region: "eu-west-1"},
		"unknown": {
			reason: "an output is checked by AWS",
			value:  pulumi.String(key).ToStringOutput(),
			region: "eu-west-1",
		},
		"other region": {
			reason: "keys work in their region",
			value:  key,
			region: "eu-west-1",
			want:   "Path: " + key + " is in region us-east-2; must be in eu-west-1",
		},
		"other partition": {
			reason: "partitions are separate clouds", value: "arn:aws:iam::123456789012:role/a", region: "cn-north-1",
			want: "Path: arn:aws:iam::123456789012:role/a is in partition aws; cn-north-1 is in partition aws-cn",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			assert.Equal(t, tt.want == "", p.ARNIn("Path", tt.value, tt.region), tt.reason)
			if tt.want != "" {
				assert.EqualError(t, p.Err(), tt.want, tt.reason)
			}
		})
	}
}
