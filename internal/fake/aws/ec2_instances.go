package aws

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

const instanceType = "aws:ec2/instance:Instance"

// instanceTypes are EC2's types of machines, and of what machines are made of.
var instanceTypes = types{
	"ebs/Volume": {id: "vol-0{hex:16}", service: "ec2", arn: "volume/{id}", volumeSize: resource.PropertyPath{"size"}},
	"ec2/Instance": {
		id: "i-0{hex:16}", service: "ec2", arn: "instance/{id}", after: instance,
		empty: []string{"instanceLifecycle", "outpostArn", "passwordData", "publicDns", "publicIp", "spotInstanceRequestId"},
		texts: map[string]textRule{"instanceType": format(check.InstanceType)}, volumeSize: resource.PropertyPath{"rootBlockDevice", "volumeSize"},
		replacements: instanceReplacements,
		lock: [2]string{
			"disableApiTermination",
			"OperationNotPermitted: The instance '%s' may not be terminated. Modify its 'disableApiTermination' instance attribute and try again.",
		},
	},
	"ec2/KeyPair": {
		id: "{keyName}", service: "ec2", arn: "key-pair/{keyName}", autoName: &schema.AutoName{Property: "keyName", MaxLength: 255},
	},
	"ec2/LaunchTemplate": {
		id: "lt-0{hex:16}", service: "ec2", arn: "launch-template/{id}", after: launchTemplate,
		texts: map[string]textRule{"instanceType": format(check.InstanceType)},
	},
	"ec2/PlacementGroup": {id: "{name}", service: "ec2", arn: "placement-group/{name}"},
	"ec2/Tag":            {id: "{resourceId},{key}", overwrites: true},
}

func instance(o *outputs) {
	o.inSubnet("availabilityZone", "availabilityZone")
	o.set("availabilityZone", o.region+"a")
	o.set("privateIp", o.addressInSubnet("privateIp"))
	o.set("privateDns", dns("ip-", o.text("privateIp"), o.internalSuffix()))
	o.set("instanceState", "running")
	o.set("tenancy", "default")
	if o.has("networkInterfaces") {
		_, primary := importid.Shown(o.Token, "networkInterfaces", property.Plain(o.properties["networkInterfaces"]))
		if id, known := primary.(string); known {
			o.set("primaryNetworkInterfaceId", id)
		}
	}
	public := o.isTrue("associatePublicIpAddress")
	if !o.has("associatePublicIpAddress") {
		public = property.IsTrue(o.subnet(), "mapPublicIpOnLaunch")
	}
	if public || o.filled {
		o.set("publicIp", o.address("publicIp"))
		o.set("publicDns", dns("ec2-", o.text("publicIp"), o.publicSuffix()))
	}
}

func launchTemplate(o *outputs) {
	o.set("latestVersion", 1.0)
	o.set("defaultVersion", 1.0)
}

// instanceReplacements follows the instance's CustomizeDiff (terraform-provider-aws v5.82
// internal/service/ec2/ec2_instance.go): a type of another architecture needs another machine, and so does other user data
// with userDataReplaceOnChange.
func instanceReplacements(olds, news resource.PropertyMap) []string {
	var replaces []string
	before, knownBefore := instancetypes.Lookup(property.Text(olds, "instanceType"))
	now, known := instancetypes.Lookup(property.Text(news, "instanceType"))
	if knownBefore && known && before.Architecture != now.Architecture {
		replaces = append(replaces, "instanceType")
	}
	if value := property.Reveal(news["userDataReplaceOnChange"]); value.IsBool() && value.BoolValue() {
		replaces = append(replaces, "userData", "userDataBase64")
	}
	return replaces
}

// dns returns EC2's DNS name of an address.
func dns(prefix, address, suffix string) string {
	return prefix + strings.ReplaceAll(address, ".", "-") + suffix
}

// internalSuffix returns the domain of private DNS names: in us-east-1 EC2 uses the older format.
func (o *outputs) internalSuffix() string {
	if o.region == "us-east-1" {
		return ".ec2.internal"
	}
	return "." + o.region + ".compute.internal"
}

func (o *outputs) publicSuffix() string {
	if o.region == "us-east-1" {
		return ".compute-1." + o.partition.DNSSuffix
	}
	return "." + o.region + ".compute." + o.partition.DNSSuffix
}
