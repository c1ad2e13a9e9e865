package check

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// Formats of AWS. ARNs of every partition are valid: a component that knows its partition checks it with ARNIn.
var (
	Region    = NewFormat("AWS region", "us-east-2", partition.IsRegion)
	Zone      = NewFormat("AWS zone", "us-east-2a", isZone)
	AccountID = NewFormat("AWS account ID", "123456789012", isAccountID)
	// InstanceType is a family and a size. AWS adds families every month, but no kinds of sizes (Amazon EC2 Instance Types guide,
	// "Amazon EC2 instance type naming conventions").
	InstanceType = Pattern("EC2 instance type", "m5.xlarge",
		`[a-z][a-z0-9-]*\.(nano|micro|small|medium|large|[0-9]*xlarge|metal(-[0-9]+xl)?)`)
	HostedZoneID = NewFormat("Route 53 hosted zone ID", "Z0123456789ABCDEFGHIJ", isHostedZoneID)

	AMIID           = resourceID("AMI ID", "ami")
	VpcID           = resourceID("VPC ID", "vpc")
	SubnetID        = resourceID("subnet ID", "subnet")
	InstanceID      = resourceID("instance ID", "i")
	SecurityGroupID = resourceID("security group ID", "sg")
	AllocationID    = resourceID("Elastic IP allocation ID", "eipalloc")
	RouteTableID    = resourceID("route table ID", "rtb")
	VpcEndpointID   = resourceID("VPC endpoint ID", "vpce")
	IPAMPoolID      = resourceID("IPAM pool ID", "ipam-pool")
	// ReservationID has 17 digits (openshift/machine-api-operator pkg/webhooks/machine_webhook.go).
	ReservationID = NewFormat("capacity reservation ID", "cr-0123456789abcdef0", func(text string) bool {
		return len(text) == len("cr-0123456789abcdef0") && resourceID("", "cr").Match(text)
	})

	RoleARN         = arnFormat("IAM role ARN", "arn:aws:iam::123456789012:role/example", "iam", isAccountID, "role/")
	PolicyARN       = arnFormat("IAM policy ARN", "arn:aws:iam::123456789012:policy/example", "iam", isPolicyOwner, "policy/")
	UserARN         = arnFormat("IAM user ARN", "arn:aws:iam::123456789012:user/example", "iam", isAccountID, "user/")
	OIDCProviderARN = arnFormat("IAM OIDC provider ARN", "arn:aws:iam::123456789012:oidc-provider/example.com", "iam", isAccountID, "oidc-provider/")
	KMSKeyARN       = arnFormat("KMS key ARN", "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab", "kms", isAccountID, "key/")
	KMSAliasARN     = arnFormat("KMS alias ARN", "arn:aws:kms:us-east-2:123456789012:alias/example", "kms", isAccountID, "alias/")
	QueueARN        = arnFormat("SQS queue ARN", "arn:aws:sqs:us-east-2:123456789012:example", "sqs", isAccountID, "")
	TargetGroupARN  = arnFormat("target group ARN", "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/example/0123456789abcdef", "elasticloadbalancing", isAccountID, "targetgroup/")
	BucketARN       = arnFormat("S3 bucket ARN", "arn:aws:s3:::example-bucket", "s3", func(account string) bool { return account == "" }, "")

	// AvailabilityZone is a zone that is neither a Local Zone (us-west-2-lax-1a) nor a Wavelength Zone.
	AvailabilityZone = NewFormat("Availability Zone", "us-east-2a", partition.IsAvailabilityZone)
	// IAMPath is the path of a role or a policy (IAM API reference, CreateRole).
	IAMPath = NewFormat("IAM path", "/openshift/", isIAMPath).AtMost(512)
	// KeyName is the name of a key pair (Amazon EC2 API reference, CreateKeyPair; user guide, "Create a key pair for your Amazon EC2
	// instance").
	KeyName = NewFormat("key pair name of printable ASCII characters without a space at its ends", "ops", func(text string) bool {
		return isPrintable(text) && strings.TrimSpace(text) == text
	}).AtMost(255)
	// PlacementGroupName is the name of a placement group (Amazon EC2 API reference, CreatePlacementGroup).
	PlacementGroupName = NewFormat("placement group name of printable ASCII characters", "workers", isPrintable).AtMost(255)
	// IAMName is the name of a role or a user.
	IAMName = Characters("IAM name", "openshift-installer", "_+=,.@-").AtMost(64)
	// InstanceProfileName is the name of an instance profile, which is not its ARN (IAM API reference, CreateInstanceProfile).
	InstanceProfileName = Characters("instance profile name", "demo-x7k2p-worker", "_+=,.@-").AtMost(128)
	// ExternalID is the ID that a caller must present to assume a role (STS API reference, AssumeRole).
	ExternalID = NewFormat("external ID", "223B9588-36A5-ECA4-BE8D-7C673B77CDC1", isExternalID).AtMost(1224)
	// Thumbprint is the SHA-1 of a certificate.
	Thumbprint = NewFormat("SHA-1 thumbprint", "9e99a48a9960b14926bb7f3b02e22da2b0ab7280", isThumbprint)
	// BucketName has the format of the name of a general purpose bucket (Amazon S3 user guide, "General purpose bucket naming rules").
	BucketName = NewFormat("S3 bucket name", "example-bucket", isBucketName)
)

// ARN is an Amazon Resource Name: arn:partition:service:region:account:resource.
type ARN struct {
	Partition, Service, Region, Account, Resource string
}

// ParseARN splits an ARN, and reports whether text is one.
func ParseARN(text string) (ARN, bool) {
	parts := strings.SplitN(text, ":", 6)
	if len(parts) != 6 || parts[0] != "arn" || !partition.IsID(parts[1]) || parts[2] == "" || parts[5] == "" || !isGraphic(text) {
		return ARN{}, false
	}
	return ARN{Partition: parts[1], Service: parts[2], Region: parts[3], Account: parts[4], Resource: parts[5]}, true
}

// ARNIn reports an ARN of another partition than that of region, and one of another region if it names one. What has not the
// format of an ARN passes: Format reports it. Unknown values pass.
func (p *Problems) ARNIn(path Path, value any, region string) bool {
	text, _ := Text(value)
	arn, ok := ParseARN(text)
	if !ok || region == "" {
		return true
	}
	switch where := partition.OfRegion(region).ID; {
	case arn.Partition != where:
		p.Addf(path, "%s is in partition %s; %s is in partition %s", text, arn.Partition, region, where)
		return false
	case arn.Region != "" && arn.Region != region:
		p.Addf(path, "%s is in region %s; must be in %s", text, arn.Region, region)
		return false
	}
	return true
}

func arnFormat(name, example, service string, account func(string) bool, resource string) Format {
	return NewFormat(name, example, func(text string) bool {
		arn, ok := ParseARN(text)
		if !ok || arn.Service != service || !account(arn.Account) {
			return false
		}
		rest, found := strings.CutPrefix(arn.Resource, resource)
		return found && (rest != "") == (resource == "" || strings.HasSuffix(resource, "/")) && regional(service) == (arn.Region != "")
	})
}

// regional reports whether ARNs of a service name a region.
func regional(service string) bool {
	return service != "iam" && service != "s3"
}

func resourceID(name, prefix string) Format {
	example := prefix + "-0123456789abcdef0"
	return NewFormat(name, example, func(text string) bool {
		id, found := strings.CutPrefix(text, prefix+"-")
		return found && (len(id) == 8 || len(id) == 17) && isHex(id)
	})
}

func isZone(text string) bool {
	_, ok := partition.RegionOfZone(text)
	return ok
}

func isAccountID(text string) bool {
	return len(text) == 12 && isDigits(text)
}

// isPolicyOwner reports whether text is the account of a policy; AWS's own have aws.
func isPolicyOwner(text string) bool {
	return text == "aws" || isAccountID(text)
}

func isIAMPath(text string) bool {
	return text == "/" || len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' && isGraphic(text)
}

func isHostedZoneID(text string) bool {
	return len(text) > 1 && len(text) <= 32 && text[0] == 'Z' && strings.Trim(text, digits+upperCase) == ""
}

func isExternalID(text string) bool {
	return len(text) > 1 && strings.Trim(text, letters+digits+"_+=,.@:/-") == ""
}

func isThumbprint(text string) bool {
	return len(text) == 40 && isHex(strings.ToLower(text))
}

func hasAny(has func(text, part string) bool, text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
}

func isBucketName(text string) bool {
	return len(text) >= 3 && len(text) <= 63 && isWithin(text, lowerCase+digits, ".-") && !strings.Contains(text, "..") && !isIPv4(text) &&
		!hasAny(strings.HasPrefix, text, "xn--", "sthree-", "amzn-s3-demo-") &&
		!hasAny(strings.HasSuffix, text, "-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3")
}
