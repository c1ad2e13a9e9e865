package aws

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// otherTypes has the types of services of which OpenShift needs one or two.
var otherTypes = types{
	"acm/Certificate":                {id: "{arn}", service: "acm", arn: "certificate/{uuid}", after: certificate},
	"cloudfront/Distribution":        {id: "E{upper:13}", service: "cloudfront", arn: "distribution/{id}", after: distribution},
	"cloudfront/OriginAccessControl": {id: "E{upper:13}"},
	"cloudwatch/EventRule":           {id: "{name}", service: "events", arn: "rule/{name}", nameWithin: "eventBusName"},
	"cloudwatch/EventTarget":         {overwrites: true},
	"cloudwatch/LogGroup":            {id: "{name}", service: "logs", arn: "log-group:{name}"},
	"cloudwatch/MetricAlarm":         {id: "{name}", service: "cloudwatch", arn: "alarm:{name}"},
	"efs/FileSystem": {
		id: "fs-0{hex:16}", service: "elasticfilesystem", arn: "file-system/{id}", empty: []string{"availabilityZoneId", "name"},
		after: func(o *outputs) { o.set("dnsName", o.ID+".efs."+o.region+"."+o.partition.DNSSuffix) },
	},
	"efs/MountTarget":              {id: "fsmt-0{hex:16}", after: mountTarget},
	"ram/PrincipalAssociation":     {id: "{resourceShareArn},{principal}"},
	"ram/ResourceAssociation":      {id: "{resourceShareArn},{resourceArn}"},
	"ram/ResourceShare":            {id: "{arn}", service: "ram", arn: "resource-share/{uuid}"},
	"secretsmanager/Secret":        {id: "{arn}", service: "secretsmanager", arn: "secret:{name}-{hex:6}"},
	"secretsmanager/SecretVersion": {id: "{secretId}|{versionId}", before: secretVersion},
	"sns/Topic":                    {id: "{arn}", service: "sns", arn: "{name}", empty: []string{"beginningArchiveTime"}},
	"sqs/Queue": {
		id: "{url}", service: "sqs", arn: "{name}", autoName: &schema.AutoName{Property: "name", MaxLength: 80},
		before: func(o *outputs) {
			o.set("url", "https://sqs."+o.region+"."+o.partition.DNSSuffix+"/"+AccountID+"/"+o.text("name"))
		},
		texts: map[string]textRule{"policy": policyDocument},
	},
	"sqs/QueuePolicy": {id: "{queueUrl}", overwrites: true},
	"ssm/Parameter":   {id: "{name}", before: parameter},
}

// distribution: all distributions have the hosted zone Z2FDTNDATAQYW2 (Route 53 API reference, AliasTarget).
func distribution(o *outputs) {
	o.set("domainName", "d"+o.Hex("domainName", 13)+".cloudfront.net")
	o.set("hostedZoneId", "Z2FDTNDATAQYW2")
	o.set("status", "Deployed")
}

// secretVersion has the ARN of its secret.
func secretVersion(o *outputs) {
	o.set("versionId", o.UUID("versionId"))
	if secret := o.text("secretId"); strings.HasPrefix(secret, "arn:") {
		o.set("arn", secret)
	}
}

func parameter(o *outputs) {
	o.set("arn", o.arn("ssm", "parameter/"+strings.TrimPrefix(o.text("name"), "/")))
	o.set("version", 1.0)
}

func certificate(o *outputs) {
	o.set("status", "ISSUED")
	o.set("type", "AMAZON_ISSUED")
}

func mountTarget(o *outputs) {
	o.set("ipAddress", o.addressInSubnet("ipAddress"))
	o.inSubnet("availabilityZoneName", "availabilityZone")
	o.inSubnet("availabilityZoneId", "availabilityZoneId")
}
