package check

// The formats that tags name. Those of one component are registered beside it, by Named.
func init() {
	for name, format := range map[string]Format{
		"account-id": AccountID, "ami-id": AMIID, "domain": Domain, "channel": Channel, "count": Count, "dns-label": DNSLabel,
		"dns-subdomain": DNSSubdomain, "github-team": GitHubTeam, "hosted-zone-id": HostedZoneID, "http-url": HTTPURL,
		"https-url": HTTPSURL, "iam-name": IAMName, "iam-path": IAMPath, "image-digest": ImageDigest,
		"instance-id":      InstanceID,
		"instance-profile": InstanceProfileName, "instance-type": InstanceType, "kms-key-arn": KMSKeyARN, "label-key": LabelKey,
		"label-value": LabelValue, "lower-name": LowerName, "minor-version": MinorVersion, "namespace": Namespace,
		"object-name": ObjectName, "percentage": Percentage, "policy-arn": PolicyARN, "proxy-host": ProxyHost, "quantity": Quantity,
		"region": Region, "role-arn": RoleARN, "security-group-id": SecurityGroupID, "subnet-id": SubnetID,
		"target-group-arn": TargetGroupARN, "uuid": UUID, "version": Version, "vpc-id": VpcID, "zone": Zone,
	} {
		Named(name, format)
	}
}
