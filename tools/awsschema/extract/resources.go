package main

import "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"

// resources are the resource types of the schema: Terraform type, Pulumi module, Pulumi name.
var resources = []string{
	"aws_vpc ec2 Vpc", "aws_subnet ec2 Subnet", "aws_internet_gateway ec2 InternetGateway",
	"aws_nat_gateway ec2 NatGateway", "aws_eip ec2 Eip", "aws_eip_association ec2 EipAssociation",
	"aws_route_table ec2 RouteTable", "aws_route ec2 Route",
	"aws_route_table_association ec2 RouteTableAssociation", "aws_main_route_table_association ec2 MainRouteTableAssociation",
	"aws_default_route_table ec2 DefaultRouteTable", "aws_default_security_group ec2 DefaultSecurityGroup",
	"aws_vpc_dhcp_options ec2 VpcDhcpOptions", "aws_vpc_dhcp_options_association ec2 VpcDhcpOptionsAssociation",
	"aws_vpc_endpoint ec2 VpcEndpoint", "aws_vpc_endpoint_route_table_association ec2 VpcEndpointRouteTableAssociation",
	"aws_vpc_endpoint_subnet_association ec2 VpcEndpointSubnetAssociation", "aws_vpc_endpoint_policy ec2 VpcEndpointPolicy",
	"aws_vpc_endpoint_security_group_association ec2 SecurityGroupAssociation",
	"aws_vpc_endpoint_service ec2 VpcEndpointService",
	"aws_vpc_ipv4_cidr_block_association ec2 VpcIpv4CidrBlockAssociation",
	"aws_security_group ec2 SecurityGroup", "aws_security_group_rule ec2 SecurityGroupRule",
	"aws_vpc_security_group_ingress_rule vpc SecurityGroupIngressRule", "aws_vpc_security_group_egress_rule vpc SecurityGroupEgressRule",
	"aws_instance ec2 Instance", "aws_launch_template ec2 LaunchTemplate", "aws_key_pair ec2 KeyPair",
	"aws_network_interface ec2 NetworkInterface", "aws_placement_group ec2 PlacementGroup", "aws_ec2_tag ec2 Tag",
	"aws_flow_log ec2 FlowLog", "aws_volume_attachment ec2 VolumeAttachment", "aws_ebs_volume ebs Volume",
	"aws_network_acl ec2 NetworkAcl", "aws_egress_only_internet_gateway ec2 EgressOnlyInternetGateway",
	"aws_autoscaling_group autoscaling Group", "aws_autoscaling_policy autoscaling Policy",
	"aws_autoscaling_lifecycle_hook autoscaling LifecycleHook", "aws_autoscaling_attachment autoscaling Attachment",
	"aws_autoscaling_schedule autoscaling Schedule", "aws_autoscaling_notification autoscaling Notification",
	"aws_elb elb LoadBalancer", "aws_elb_attachment elb Attachment",
	"aws_lb lb LoadBalancer", "aws_lb_target_group lb TargetGroup", "aws_lb_target_group_attachment lb TargetGroupAttachment",
	"aws_lb_listener lb Listener", "aws_lb_listener_rule lb ListenerRule",
	"aws_iam_role iam Role", "aws_iam_policy iam Policy", "aws_iam_role_policy iam RolePolicy",
	"aws_iam_role_policy_attachment iam RolePolicyAttachment", "aws_iam_instance_profile iam InstanceProfile",
	"aws_iam_openid_connect_provider iam OpenIdConnectProvider", "aws_iam_user iam User", "aws_iam_access_key iam AccessKey",
	"aws_iam_user_policy iam UserPolicy", "aws_iam_service_linked_role iam ServiceLinkedRole",
	"aws_kms_key kms Key", "aws_kms_alias kms Alias", "aws_kms_grant kms Grant", "aws_kms_key_policy kms KeyPolicy",
	"aws_s3_bucket s3 BucketV2", "aws_s3_bucket_versioning s3 BucketVersioningV2",
	"aws_s3_bucket_server_side_encryption_configuration s3 BucketServerSideEncryptionConfigurationV2",
	"aws_s3_bucket_public_access_block s3 BucketPublicAccessBlock", "aws_s3_bucket_ownership_controls s3 BucketOwnershipControls",
	"aws_s3_bucket_lifecycle_configuration s3 BucketLifecycleConfigurationV2", "aws_s3_bucket_policy s3 BucketPolicy",
	"aws_s3_bucket_logging s3 BucketLoggingV2", "aws_s3_bucket_acl s3 BucketAclV2",
	"aws_s3_object s3 BucketObjectv2",
	"aws_route53_zone route53 Zone", "aws_route53_record route53 Record", "aws_route53_zone_association route53 ZoneAssociation",
	"aws_ssm_parameter ssm Parameter", "aws_cloudwatch_log_group cloudwatch LogGroup", "aws_cloudwatch_metric_alarm cloudwatch MetricAlarm",
	"aws_cloudwatch_event_rule cloudwatch EventRule", "aws_cloudwatch_event_target cloudwatch EventTarget",
	"aws_sqs_queue sqs Queue", "aws_sqs_queue_policy sqs QueuePolicy", "aws_sns_topic sns Topic",
	"aws_efs_file_system efs FileSystem", "aws_efs_mount_target efs MountTarget",
	"aws_secretsmanager_secret secretsmanager Secret", "aws_secretsmanager_secret_version secretsmanager SecretVersion",
	"aws_acm_certificate acm Certificate",
}

// overrides are the names and shapes that pulumi-aws v6 sets in provider/resources.go.
var overrides = map[string]map[string]*tfbridge.SchemaInfo{
	"aws_autoscaling_group":       {"tag": {Name: "tags"}},
	"aws_cloudwatch_metric_alarm": {"alarm_name": {Name: "name"}},
	"aws_default_security_group":  {"ingress": {Name: "ingress"}, "egress": {Name: "egress"}},
	"aws_network_acl":             {"ingress": {Name: "ingress"}, "egress": {Name: "egress"}},
	"aws_security_group":          {"ingress": {Name: "ingress"}, "egress": {Name: "egress"}},
	"aws_route53_record": {
		"alias":                      list("aliases"),
		"failover_routing_policy":    list("failoverRoutingPolicies"),
		"geolocation_routing_policy": list("geolocationRoutingPolicies"),
		"latency_routing_policy":     list("latencyRoutingPolicies"),
		"weighted_routing_policy":    list("weightedRoutingPolicies"),
	},
	"aws_s3_bucket": {
		"logging":                              list("loggings"),
		"replication_configuration":            list("replicationConfigurations"),
		"server_side_encryption_configuration": list("serverSideEncryptionConfigurations"),
		"versioning":                           list("versionings"),
		"website":                              list("websites"),
	},
}

// list names a block that pulumi-aws shows as a list although it has at most one element.
func list(name string) *tfbridge.SchemaInfo {
	return &tfbridge.SchemaInfo{Name: name, MaxItemsOne: tfbridge.False()}
}
