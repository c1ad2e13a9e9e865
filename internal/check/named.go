package check

// The formats that tags name. Those of one component are registered beside it, by Named.
func init() {
	for name, format := range map[string]Format{
		"account-id": AccountID, "allocation-id": AllocationID, "ami-id": AMIID, "availability-zone": AvailabilityZone,
		"bucket-arn": BucketARN, "bucket-name": BucketName, "domain": Domain, "channel": Channel, "dns-label": DNSLabel,
		"dns-subdomain": DNSSubdomain, "external-id": ExternalID, "github-team": GitHubTeam, "hosted-zone-id": HostedZoneID,
		"http-url": HTTPURL, "https-url": HTTPSURL, "iam-name": IAMName, "iam-path": IAMPath, "image-digest": ImageDigest,
		"instance-id": InstanceID, "instance-profile": InstanceProfileName, "instance-type": InstanceType, "ipam-pool-id": IPAMPoolID,
		"key-name": KeyName, "kms-key-arn": KMSKeyARN, "label-key": LabelKey, "label-value": LabelValue, "lower-name": LowerName,
		"minor-version": MinorVersion, "namespace": Namespace, "object-name": ObjectName, "oidc-provider-arn": OIDCProviderARN, "placement-group": PlacementGroupName,
		"policy-arn": PolicyARN, "pool-name": PoolName, "proxy-host": ProxyHost, "quantity": Quantity, "region": Region,
		"reservation-id": ReservationID, "rosa-cluster-id": ClusterID,
		"queue-arn": QueueARN, "role-arn": RoleARN, "route-table-id": RouteTableID, "security-group-id": SecurityGroupID, "subnet-id": SubnetID,
		"target-group-arn": TargetGroupARN, "thumbprint": Thumbprint, "version": Version, "vpc-endpoint-id": VpcEndpointID,
		"vpc-id": VpcID, "zone": Zone,
	} {
		Named(name, format)
	}
	NamedRule("labels", (*Problems).Labels)
}
