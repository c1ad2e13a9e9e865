package aws

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

func iamPath(o *outputs) {
	if o.text("path") == "" {
		o.properties["path"] = resource.NewProperty("/")
	}
}

// withoutScheme: IAM returns the issuer's URL without its scheme, as in the ARN and in conditions of trust policies.
func withoutScheme(o *outputs) {
	if url := o.text("url"); strings.HasPrefix(url, "https://") && !o.properties["url"].IsSecret() {
		o.properties["url"] = resource.NewProperty(strings.TrimPrefix(url, "https://"))
	}
}

// withScheme sets the URL of an imported identity provider as programs write it: the provider ignores the scheme when it compares them
// (terraform-provider-aws 5.100 internal/service/iam/openid_connect_provider.go).
func withScheme(token string, inputs resource.PropertyMap) {
	if url := property.Text(inputs, "url"); token == "aws:iam/openIdConnectProvider:OpenIdConnectProvider" && url != "" {
		inputs["url"] = resource.NewProperty("https://" + url)
	}
}

// unique sets one of IAM's unique IDs (IAM User Guide, "IAM identifiers": AROA for roles and so on).
func unique(name, prefix string) func(o *outputs) {
	return func(o *outputs) { o.set(name, prefix+o.Upper(name, 17)) }
}

func accessKey(o *outputs) {
	o.set("secret", o.Hex("secret", 40))
	o.set("status", "Active")
}

// record: the FQDN is the name, completed with the zone's name.
func record(o *outputs) {
	fqdn := strings.TrimSuffix(o.text("name"), ".")
	domain := strings.TrimSuffix(property.Text(o.lookup(zoneType, o.text("zoneId")), "name"), ".")
	if domain != "" && fqdn != domain && !strings.HasSuffix(fqdn, "."+domain) {
		fqdn = strings.TrimPrefix(fqdn+"."+domain, ".")
	}
	o.set("fqdn", fqdn)
}

func zone(o *outputs) {
	var servers []any
	for i, domain := range []string{"com", "net", "org", "co.uk"} {
		servers = append(servers, fmt.Sprintf("ns-%d.awsdns-%02d.%s", 512*i+int(o.Digest("ns")[i]), o.Digest("dns")[i]%64, domain))
	}
	o.set("nameServers", servers)
	o.set("primaryNameServer", servers[0])
}

func bucket(o *outputs) {
	o.set("region", o.region)
	o.set("bucketDomainName", o.ID+".s3."+o.partition.DNSSuffix)
	o.set("bucketRegionalDomainName", o.ID+".s3."+o.region+"."+o.partition.DNSSuffix)
	o.set("hostedZoneId", o.regionZone("s3"))
}

// bucketObject: the ETag is the MD5 of the content.
func bucketObject(o *outputs) {
	if content := o.text("content"); content != "" {
		_, etag := importid.Shown(o.Token, "content", content)
		o.set("etag", etag)
	}
	o.set("etag", o.Hex("etag", 32))
	o.set("versionId", o.Hex("versionId", 32))
}

// distribution: all distributions have the hosted zone Z2FDTNDATAQYW2 (Route 53 API reference, AliasTarget).
func distribution(o *outputs) {
	o.set("domainName", "d"+o.Hex("domainName", 13)+".cloudfront.net")
	o.set("hostedZoneId", "Z2FDTNDATAQYW2")
	o.set("status", "Deployed")
}

func key(o *outputs) {
	o.set("keyUsage", "ENCRYPT_DECRYPT")
}

func alias(o *outputs) {
	target := o.text("targetKeyId")
	if !strings.HasPrefix(target, "arn:") {
		target = o.arn("kms", "key/"+target)
	}
	o.set("targetKeyArn", target)
}

// secretVersion has the ARN of its secret.
func secretVersion(o *outputs) {
	o.set("versionId", o.UUID("versionId"))
	if secret := o.text("secretId"); strings.HasPrefix(secret, "arn:") {
		o.set("arn", secret)
	}
}

func queue(o *outputs) {
	o.set("url", "https://sqs."+o.region+"."+o.partition.DNSSuffix+"/"+AccountID+"/"+o.text("name"))
}

func parameter(o *outputs) {
	o.set("arn", o.arn("ssm", "parameter/"+strings.TrimPrefix(o.text("name"), "/")))
	o.set("version", 1.0)
}

func certificate(o *outputs) {
	o.set("status", "ISSUED")
	o.set("type", "AMAZON_ISSUED")
}

func fileSystem(o *outputs) {
	o.set("dnsName", o.ID+".efs."+o.region+"."+o.partition.DNSSuffix)
}
