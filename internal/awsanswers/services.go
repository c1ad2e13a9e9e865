package awsanswers

import (
	"fmt"
	"strings"
)

func fillUnique(prefix string) func(*answer) {
	return func(a *answer) { a.set("uniqueId", prefix+strings.ToUpper(a.hex("unique", 17))) }
}

func fillPolicy(a *answer) {
	a.set("policyId", "ANPA"+strings.ToUpper(a.hex("unique", 17)))
}

func oidcARN(a *answer) string {
	issuer := strings.TrimPrefix(a.text("url"), "https://")
	return a.partition.ARN("iam", "", AccountID, "oidc-provider/"+issuer)
}

func accessKeyID(a *answer) string {
	return "AKIA" + strings.ToUpper(a.hex("id", 16))
}

func fillAccessKey(a *answer) {
	a.set("secret", a.hex("secret", 40))
	a.set("status", "Active")
}

func loadBalancerARN(a *answer) string {
	kind := map[string]string{"network": "net", "gateway": "gwy"}[a.text("loadBalancerType")]
	if kind == "" {
		kind = "app"
	}
	return a.arn("elasticloadbalancing", "loadbalancer/"+kind+"/"+a.text("name")+"/"+a.hex("arn", 16))
}

func fillLoadBalancer(a *answer) {
	_, suffix, _ := strings.Cut(a.text("arn"), ":loadbalancer/")
	a.set("arnSuffix", suffix)
	a.set("zoneId", "Z"+strings.ToUpper(a.regionHex(13)))
	name := a.text("name") + "-" + a.hex("arn", 16)
	if internal := a.outputs["internal"]; internal.IsBool() && internal.BoolValue() {
		name = "internal-" + name
	}
	service := ".elb." + a.region
	if a.text("loadBalancerType") != "network" {
		service = "." + a.region + ".elb"
	}
	a.set("dnsName", name+service+"."+a.partition.DNSSuffix)
	a.set("ipAddressType", "ipv4")
}

// regionHex is the same for all resources of a region, as a load balancer's hosted zone is.
func (a *answer) regionHex(length int) string {
	of := answer{urn: a.region}
	return of.hex("zone", length)
}

func targetGroupARN(a *answer) string {
	return a.arn("elasticloadbalancing", "targetgroup/"+a.text("name")+"/"+a.hex("arn", 16))
}

func fillTargetGroup(a *answer) {
	_, suffix, _ := strings.Cut(a.text("arn"), ":targetgroup/")
	a.set("arnSuffix", "targetgroup/"+suffix)
}

// listenerARN is the load balancer's with another resource type and one part more.
func listenerARN(a *answer) string {
	before, after, _ := strings.Cut(a.text("loadBalancerArn"), ":loadbalancer/")
	return before + ":listener/" + after + "/" + a.hex("arn", 16)
}

func listenerRuleARN(a *answer) string {
	before, after, _ := strings.Cut(a.text("listenerArn"), ":listener/")
	return before + ":listener-rule/" + after + "/" + a.hex("arn", 16)
}

func fillClassicLoadBalancer(a *answer) {
	a.set("dnsName", fmt.Sprintf("%s-%d.%s.elb.%s", a.text("name"), 100000000+a.number("dns", 900000000), a.region, a.partition.DNSSuffix))
	a.set("zoneId", "Z"+strings.ToUpper(a.regionHex(13)))
	a.set("sourceSecurityGroupId", "sg-"+a.hex("sg", 17))
}

func groupARN(a *answer) string {
	return a.arn("autoscaling", "autoScalingGroup:"+uuid(a)+":autoScalingGroupName/"+a.text("name"))
}

func fillGroup(a *answer) {
	a.set("healthCheckType", "EC2")
}

func zoneID(a *answer) string {
	return "Z" + strings.ToUpper(a.hex("id", 20))
}

func zoneARN(a *answer) string {
	return a.partition.ARN("route53", "", "", "hostedzone/"+a.id)
}

func fillZone(a *answer) {
	a.set("zoneId", a.id)
	var servers []any
	for i, domain := range []string{"com", "net", "org", "co.uk"} {
		servers = append(servers, fmt.Sprintf("ns-%d.awsdns-%02d.%s", 512*i+a.number("ns", 512), a.number("dns", 64), domain))
	}
	a.set("nameServers", servers)
	a.set("primaryNameServer", servers[0])
}

func fillRecord(a *answer) {
	a.set("fqdn", strings.TrimSuffix(a.text("name"), "."))
}

func bucketARN(a *answer) string {
	return a.partition.ARN("s3", "", "", a.text("bucket"))
}

func fillBucket(a *answer) {
	bucket := a.text("bucket")
	a.set("region", a.region)
	a.set("bucketDomainName", bucket+".s3."+a.partition.DNSSuffix)
	a.set("bucketRegionalDomainName", bucket+".s3."+a.region+"."+a.partition.DNSSuffix)
	a.set("hostedZoneId", "Z"+strings.ToUpper(a.regionHex(13)))
}

func objectARN(a *answer) string {
	return a.partition.ARN("s3", "", "", a.text("bucket")+"/"+a.text("key"))
}

func fillObject(a *answer) {
	a.set("etag", a.hex("etag", 32))
	a.set("versionId", a.hex("version", 32))
}

func uuid(a *answer) string {
	h := a.hex("uuid", 32)
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

func fillKey(a *answer) {
	a.set("keyId", a.id)
	a.set("keyUsage", "ENCRYPT_DECRYPT")
}

func fillAlias(a *answer) {
	a.set("targetKeyArn", a.arn("kms", "key/"+a.text("targetKeyId")))
}

func secretARN(a *answer) string {
	return a.arn("secretsmanager", "secret:"+a.text("name")+"-"+a.hex("arn", 6))
}

func queueURL(a *answer) string {
	return "https://sqs." + a.region + "." + a.partition.DNSSuffix + "/" + AccountID + "/" + a.text("name")
}

func fillQueue(a *answer) {
	a.set("url", a.id)
}

func parameterARN(a *answer) string {
	return a.arn("ssm", "parameter/"+strings.TrimPrefix(a.text("name"), "/"))
}

func fillParameter(a *answer) {
	a.setNumber("version", 1)
}

func certificateARN(a *answer) string {
	return a.arn("acm", "certificate/"+uuid(a))
}

func fillCertificate(a *answer) {
	a.set("status", "ISSUED")
	a.set("type", "AMAZON_ISSUED")
}

func fillFileSystem(a *answer) {
	a.set("dnsName", a.id+".efs."+a.region+"."+a.partition.DNSSuffix)
}
