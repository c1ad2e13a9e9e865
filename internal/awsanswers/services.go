package awsanswers

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

func iamPath(a *answer) {
	if a.text("path") == "" {
		a.outputs["path"] = resource.NewProperty("/")
	}
}

// withoutScheme: IAM answers with the issuer's address as it stands in the ARN and in conditions of trust policies.
func withoutScheme(a *answer) {
	if url := a.text("url"); strings.HasPrefix(url, "https://") && !a.outputs["url"].IsSecret() {
		a.outputs["url"] = resource.NewProperty(strings.TrimPrefix(url, "https://"))
	}
}

// unique is one of IAM's unique ids (IAM User Guide, "IAM identifiers": AROA for roles and so on).
func unique(property, prefix string) func(a *answer) {
	return func(a *answer) { a.set(property, prefix+a.upper(property, 17)) }
}

func accessKey(a *answer) {
	a.set("secret", a.Hex("secret", 40))
	a.set("status", "Active")
}

// record's FQDN is its name, with that of the zone when it lacks that.
func record(a *answer) {
	fqdn := strings.TrimSuffix(a.text("name"), ".")
	domain := strings.TrimSuffix(textOf(a.neighbour(zoneType, a.text("zoneId")), "name"), ".")
	if domain != "" && fqdn != domain && !strings.HasSuffix(fqdn, "."+domain) {
		fqdn = strings.TrimPrefix(fqdn+"."+domain, ".")
	}
	a.set("fqdn", fqdn)
}

func zone(a *answer) {
	var servers []any
	for i, domain := range []string{"com", "net", "org", "co.uk"} {
		servers = append(servers, fmt.Sprintf("ns-%d.awsdns-%02d.%s", 512*i+int(a.digest("ns")[i]), a.digest("dns")[i]%64, domain))
	}
	a.set("nameServers", servers)
	a.set("primaryNameServer", servers[0])
}

func bucket(a *answer) {
	a.set("region", a.Region)
	a.set("bucketDomainName", a.id()+".s3."+a.partition.DNSSuffix)
	a.set("bucketRegionalDomainName", a.id()+".s3."+a.Region+"."+a.partition.DNSSuffix)
	a.set("hostedZoneId", a.regionZone("s3"))
}

func object(a *answer) {
	a.set("etag", a.Hex("etag", 32))
	a.set("versionId", a.Hex("versionId", 32))
}

func key(a *answer) {
	a.set("keyUsage", "ENCRYPT_DECRYPT")
}

func alias(a *answer) {
	target := a.text("targetKeyId")
	if !strings.HasPrefix(target, "arn:") {
		target = a.arn("kms", "key/"+target)
	}
	a.set("targetKeyArn", target)
}

// secretVersion's ARN is the secret's.
func secretVersion(a *answer) {
	a.set("versionId", a.UUID("versionId"))
	if secret := a.text("secretId"); strings.HasPrefix(secret, "arn:") {
		a.set("arn", secret)
	}
}

func queue(a *answer) {
	a.set("url", "https://sqs."+a.Region+"."+a.partition.DNSSuffix+"/"+AccountID+"/"+a.text("name"))
}

func parameter(a *answer) {
	a.set("arn", a.arn("ssm", "parameter/"+strings.TrimPrefix(a.text("name"), "/")))
	a.set("version", 1.0)
}

func certificate(a *answer) {
	a.set("status", "ISSUED")
	a.set("type", "AMAZON_ISSUED")
}

func fileSystem(a *answer) {
	a.set("dnsName", a.id()+".efs."+a.Region+"."+a.partition.DNSSuffix)
}
