"""Tests of the corrections, against the running emulator: `lab test`. Each fails with moto alone."""
import json
import sys
import unittest
import urllib.request
import uuid

import boto3
from botocore.exceptions import ClientError

REGION = "eu-north-1"  # no acceptance test uses it
ENDPOINT = "http://127.0.0.1:5566"


def client(service):
    return boto3.client(service, endpoint_url=ENDPOINT, region_name=REGION, aws_access_key_id="lab", aws_secret_access_key="lab")


class Corrections(unittest.TestCase):
    def setUp(self):
        self.ec2 = client("ec2")
        self.vpc = self.ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        self.addCleanup(self.ec2.delete_vpc, VpcId=self.vpc)
        self.subnet = self.ec2.create_subnet(VpcId=self.vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
        self.addCleanup(self.ec2.delete_subnet, SubnetId=self.subnet)

    def group(self, name):
        group = self.ec2.create_security_group(GroupName=name, Description=name, VpcId=self.vpc)["GroupId"]
        self.addCleanup(self.ec2.delete_security_group, GroupId=group)
        return group

    def rejected(self, code, call, **arguments):
        with self.assertRaises(ClientError) as error:
            call(**arguments)
        self.assertEqual(error.exception.response["Error"]["Code"], code)

    def condition(self, name, value):
        urllib.request.urlopen(urllib.request.Request(f"{ENDPOINT}/lab/{name}", json.dumps(value).encode(), method="PUT"))

    def remove(self, s3, bucket):
        for stored in s3.list_objects_v2(Bucket=bucket).get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=stored["Key"])
        s3.delete_bucket(Bucket=bucket)

    def route_table(self):
        table = self.ec2.create_route_table(VpcId=self.vpc)["RouteTable"]["RouteTableId"]
        self.addCleanup(self.ec2.delete_route_table, RouteTableId=table)
        return table

    def routes_through(self, endpoint, table):
        routes = self.ec2.describe_route_tables(RouteTableIds=[table])["RouteTables"][0]["Routes"]
        return [route for route in routes if route.get("GatewayId") == endpoint]

    def test_a_gateway_endpoint_follows_its_route_tables(self):
        before, after = self.route_table(), self.route_table()
        made = self.ec2.create_vpc_endpoint(
            VpcId=self.vpc, ServiceName=f"com.amazonaws.{REGION}.s3", VpcEndpointType="Gateway", RouteTableIds=[before],
        )
        endpoint = made["VpcEndpoint"]["VpcEndpointId"]
        self.ec2.modify_vpc_endpoint(VpcEndpointId=endpoint, AddRouteTableIds=[after], RemoveRouteTableIds=[before])
        self.assertEqual([len(self.routes_through(endpoint, table)) for table in (before, after)], [0, 1])
        self.ec2.delete_vpc_endpoints(VpcEndpointIds=[endpoint])
        self.assertEqual(self.routes_through(endpoint, after), [])

    def test_an_interface_endpoint_follows_its_subnets(self):
        other = self.ec2.create_subnet(VpcId=self.vpc, CidrBlock="10.0.1.0/24")["Subnet"]["SubnetId"]
        self.addCleanup(self.ec2.delete_subnet, SubnetId=other)
        made = self.ec2.create_vpc_endpoint(
            VpcId=self.vpc, ServiceName=f"com.amazonaws.{REGION}.sts", VpcEndpointType="Interface", SubnetIds=[self.subnet],
        )
        endpoint = made["VpcEndpoint"]["VpcEndpointId"]
        self.ec2.modify_vpc_endpoint(VpcEndpointId=endpoint, AddSubnetIds=[other], RemoveSubnetIds=[self.subnet])
        changed = self.ec2.describe_vpc_endpoints(VpcEndpointIds=[endpoint])["VpcEndpoints"][0]
        interfaces = self.ec2.describe_network_interfaces(Filters=[{"Name": "vpc-id", "Values": [self.vpc]}])["NetworkInterfaces"]
        self.assertEqual(changed["SubnetIds"], [other])
        self.assertEqual([(i["NetworkInterfaceId"], i["SubnetId"]) for i in interfaces], [(changed["NetworkInterfaceIds"][0], other)])
        self.ec2.delete_vpc_endpoints(VpcEndpointIds=[endpoint])

    def test_a_distribution_keeps_its_cache_policy_and_access_control(self):
        cloudfront, policy, domain = client("cloudfront"), "4135ea2d-6df8-44a3-9df3-4b5a84be39ad", uuid.uuid4().hex + ".s3.amazonaws.com"
        made = cloudfront.create_distribution(DistributionConfig={
            "CallerReference": uuid.uuid4().hex, "Comment": "", "Enabled": False,
            "Origins": {"Quantity": 1, "Items": [{"Id": "o", "DomainName": domain, "OriginAccessControlId": "E1"}]},
            "DefaultCacheBehavior": {"TargetOriginId": "o", "ViewerProtocolPolicy": "https-only", "CachePolicyId": policy},
        })
        distribution = made["Distribution"]["Id"]
        self.addCleanup(cloudfront.delete_distribution, Id=distribution, IfMatch=made["ETag"])
        for config in (
            made["Distribution"]["DistributionConfig"], cloudfront.get_distribution_config(Id=distribution)["DistributionConfig"],
        ):
            self.assertEqual(config["DefaultCacheBehavior"]["CachePolicyId"], policy)
            self.assertNotIn("ForwardedValues", config["DefaultCacheBehavior"])
            self.assertEqual(config["Origins"]["Items"][0]["OriginAccessControlId"], "E1")

    def test_rules_are_one_for_each_source(self):
        group, source = self.group("group"), self.group("source")
        permission = {"IpProtocol": "tcp", "FromPort": 1, "ToPort": 2}
        made = self.ec2.authorize_security_group_ingress(
            GroupId=group,
            IpPermissions=[{**permission, "UserIdGroupPairs": [{"GroupId": source, "Description": "a"}], "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}],
            TagSpecifications=[{"ResourceType": "security-group-rule", "Tags": [{"Key": "k", "Value": "v"}]}],
        )["SecurityGroupRules"]
        self.assertEqual(len({rule["SecurityGroupRuleId"] for rule in made}), 2)
        by_group = next(rule for rule in made if "ReferencedGroupInfo" in rule)
        self.assertEqual((by_group["Description"], by_group["Tags"]), ("a", [{"Key": "k", "Value": "v"}]))
        self.rejected(
            "InvalidPermission.Duplicate", self.ec2.authorize_security_group_ingress,
            GroupId=group, IpPermissions=[{**permission, "IpRanges": [{"CidrIp": "10.0.0.0/8", "Description": "other"}]}],
        )
        rule_id = by_group["SecurityGroupRuleId"]
        self.ec2.modify_security_group_rules(GroupId=group, SecurityGroupRules=[{
            "SecurityGroupRuleId": rule_id,
            "SecurityGroupRule": {"IpProtocol": "tcp", "FromPort": 3, "ToPort": 4, "CidrIpv4": "192.0.2.0/24", "Description": "b"},
        }])
        [rule] = self.ec2.describe_security_group_rules(SecurityGroupRuleIds=[rule_id])["SecurityGroupRules"]
        self.assertEqual((rule["FromPort"], rule["CidrIpv4"], rule["Description"]), (3, "192.0.2.0/24", "b"))
        self.ec2.revoke_security_group_ingress(GroupId=group, SecurityGroupRuleIds=[rule_id])
        self.rejected("InvalidSecurityGroupRuleId.NotFound", self.ec2.describe_security_group_rules, SecurityGroupRuleIds=[rule_id])

    def test_protocols_without_ports_are_allowed(self):
        group = self.group("group")
        self.ec2.authorize_security_group_egress(GroupId=group, IpPermissions=[{"IpProtocol": "50", "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}])

    def test_a_group_in_a_rule_of_another_cannot_be_deleted(self):
        group, source = self.group("group"), self.group("source")
        permissions = [{"IpProtocol": "tcp", "FromPort": 1, "ToPort": 1, "UserIdGroupPairs": [{"GroupId": source}]}]
        self.ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=permissions)
        self.rejected("DependencyViolation", self.ec2.delete_security_group, GroupId=source)
        self.ec2.revoke_security_group_ingress(GroupId=group, IpPermissions=permissions)

    def test_a_vpc_with_a_group_cannot_be_deleted(self):
        vpc = self.ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
        group = self.ec2.create_security_group(GroupName="stays", Description="stays", VpcId=vpc)["GroupId"]
        self.rejected("DependencyViolation", self.ec2.delete_vpc, VpcId=vpc)
        self.ec2.delete_security_group(GroupId=group)
        self.ec2.delete_vpc(VpcId=vpc)

    def test_default_security_group(self):
        [group] = self.ec2.describe_security_groups(Filters=[
            {"Name": "vpc-id", "Values": [self.vpc]}, {"Name": "group-name", "Values": ["default"]},
        ])["SecurityGroups"]
        self.rejected("CannotDelete", self.ec2.delete_security_group, GroupId=group["GroupId"])

    def test_interfaces_follow_their_instance(self):
        group = self.group("group")
        kept = self.ec2.create_network_interface(SubnetId=self.subnet, Groups=[group])["NetworkInterface"]["NetworkInterfaceId"]
        run = {"ImageId": "ami-12c6146b", "InstanceType": "m5.xlarge", "MinCount": 1, "MaxCount": 1}
        tags = [{"ResourceType": "instance", "Tags": [{"Key": "kubernetes.io/cluster/x", "Value": "owned"}]}]
        [first] = self.ec2.run_instances(**run, TagSpecifications=tags, NetworkInterfaces=[{"DeviceIndex": 0, "NetworkInterfaceId": kept}])["Instances"]
        [second] = self.ec2.run_instances(**run, SubnetId=self.subnet, SecurityGroupIds=[group])["Instances"]
        deleted = second["NetworkInterfaces"][0]["NetworkInterfaceId"]
        self.assertEqual([g["GroupId"] for g in first["SecurityGroups"]], [group])
        self.assertFalse(first["NetworkInterfaces"][0]["Attachment"]["DeleteOnTermination"])
        self.assertTrue(second["NetworkInterfaces"][0]["Attachment"]["DeleteOnTermination"])
        [found] = self.ec2.describe_instances(InstanceIds=[second["InstanceId"]])["Reservations"][0]["Instances"]
        self.assertEqual(found["NetworkInterfaces"][0]["Attachment"]["AttachTime"], found["LaunchTime"])
        self.rejected("DependencyViolation", self.ec2.delete_subnet, SubnetId=self.subnet)
        self.rejected("DependencyViolation", self.ec2.delete_security_group, GroupId=group)
        found = client("resourcegroupstaggingapi").get_resources(TagFilters=[{"Key": "kubernetes.io/cluster/x"}])["ResourceTagMappingList"]
        self.assertEqual([r["ResourceARN"].split(":", 5)[5] for r in found], ["instance/" + first["InstanceId"]])
        self.ec2.terminate_instances(InstanceIds=[first["InstanceId"], second["InstanceId"]])
        left = {i["NetworkInterfaceId"]: i.get("Attachment") for i in self.ec2.describe_network_interfaces()["NetworkInterfaces"]}
        self.assertIsNone(left[kept])
        self.assertNotIn(deleted, left)
        found = client("resourcegroupstaggingapi").get_resources(TagFilters=[{"Key": "kubernetes.io/cluster/x"}])["ResourceTagMappingList"]
        self.assertEqual(found, [])
        self.ec2.delete_network_interface(NetworkInterfaceId=kept)

    def test_a_nat_gateway_leaves_its_subnet(self):
        address = self.ec2.allocate_address(Domain="vpc")["AllocationId"]
        gateway = self.ec2.create_nat_gateway(SubnetId=self.subnet, AllocationId=address)["NatGateway"]["NatGatewayId"]
        self.rejected("DependencyViolation", self.ec2.delete_subnet, SubnetId=self.subnet)
        self.ec2.delete_nat_gateway(NatGatewayId=gateway)
        [deleted] = self.ec2.describe_nat_gateways(NatGatewayIds=[gateway])["NatGateways"]
        self.assertEqual(deleted["State"], "deleted")
        self.ec2.release_address(AllocationId=address)

    def test_a_subnet_is_found_by_its_ipv6_cidr(self):
        vpc = self.ec2.create_vpc(CidrBlock="10.0.0.0/16", AmazonProvidedIpv6CidrBlock=True)["Vpc"]
        self.addCleanup(self.ec2.delete_vpc, VpcId=vpc["VpcId"])
        cidr = vpc["Ipv6CidrBlockAssociationSet"][0]["Ipv6CidrBlock"].replace("/56", "/64")
        subnet = self.ec2.create_subnet(VpcId=vpc["VpcId"], CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
        self.addCleanup(self.ec2.delete_subnet, SubnetId=subnet)
        association = self.ec2.associate_subnet_cidr_block(SubnetId=subnet, Ipv6CidrBlock=cidr)["Ipv6CidrBlockAssociation"]["AssociationId"]
        found = lambda: self.ec2.describe_subnets(Filters=[{"Name": "ipv6-cidr-block-association.association-id", "Values": [association]}])["Subnets"]
        self.assertEqual([one["SubnetId"] for one in found()], [subnet])
        self.ec2.disassociate_subnet_cidr_block(AssociationId=association)
        self.assertEqual(found(), [])

    def test_instance_types_must_exist(self):
        self.rejected("InvalidInstanceType.NotFound", self.ec2.run_instances, ImageId="ami-12c6146b", InstanceType="m5.none", MinCount=1, MaxCount=1)

    def test_images_must_exist(self):
        self.rejected("InvalidAMIID.NotFound", self.ec2.run_instances, ImageId="ami-00000000", InstanceType="m5.xlarge", MinCount=1, MaxCount=1)

    def test_instance_profiles_must_exist_with_a_role(self):
        iam, name = client("iam"), f"test-{uuid.uuid4()}"
        run = {"ImageId": "ami-12c6146b", "InstanceType": "m5.xlarge", "MinCount": 1, "MaxCount": 1, "SubnetId": self.subnet}
        run["IamInstanceProfile"] = {"Name": name}
        self.rejected("InvalidParameterValue", self.ec2.run_instances, **run)
        iam.create_instance_profile(InstanceProfileName=name)
        self.addCleanup(iam.delete_instance_profile, InstanceProfileName=name)
        self.rejected("InvalidParameterValue", self.ec2.run_instances, **run)
        iam.create_role(RoleName=name, AssumeRolePolicyDocument="{}")
        self.addCleanup(iam.delete_role, RoleName=name)
        iam.add_role_to_instance_profile(InstanceProfileName=name, RoleName=name)
        self.addCleanup(iam.remove_role_from_instance_profile, InstanceProfileName=name, RoleName=name)
        self.condition("iam-delays", {"test-": 3600})
        self.rejected("InvalidParameterValue", self.ec2.run_instances, **run)
        self.rejected("NoSuchEntity", iam.get_role, RoleName=name)
        self.rejected("NoSuchEntity", iam.get_instance_profile, InstanceProfileName=name)
        self.condition("iam-delays", {})
        iam.get_role(RoleName=name)
        [instance] = self.ec2.run_instances(**run)["Instances"]
        self.ec2.terminate_instances(InstanceIds=[instance["InstanceId"]])

    def test_quotas_of_a_region(self):
        self.addCleanup(self.condition, "quotas/" + REGION, {})
        self.condition("quotas/" + REGION, {"vcpus": 7, "addresses": 1, "loadBalancers": 0})
        run = {"ImageId": "ami-12c6146b", "InstanceType": "m5.xlarge", "SubnetId": self.subnet}
        self.rejected("VcpuLimitExceeded", self.ec2.run_instances, **run, MinCount=2, MaxCount=2)
        [instance] = self.ec2.run_instances(**run, MinCount=1, MaxCount=1)["Instances"]
        self.rejected("VcpuLimitExceeded", self.ec2.run_instances, **run, MinCount=1, MaxCount=1)
        self.ec2.terminate_instances(InstanceIds=[instance["InstanceId"]])
        address = self.ec2.allocate_address(Domain="vpc")["AllocationId"]
        self.rejected("AddressLimitExceeded", self.ec2.allocate_address, Domain="vpc")
        self.ec2.release_address(AllocationId=address)
        self.rejected("TooManyLoadBalancers", client("elbv2").create_load_balancer, Name="test", Type="network", Subnets=[self.subnet])
        listener = {"Protocol": "TCP", "LoadBalancerPort": 80, "InstancePort": 80}
        self.rejected("TooManyAccessPoints", client("elb").create_load_balancer, LoadBalancerName="test", Listeners=[listener], Subnets=[self.subnet])

    def test_policies_that_require_tls(self):
        s3, name, logs = client("s3"), f"test-{uuid.uuid4()}", f"test-{uuid.uuid4()}"
        for bucket in (name, logs):
            s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
            self.addCleanup(self.remove, s3, bucket)
        tls = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "*", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
        write = {"Effect": "Allow", "Principal": {"Service": ["logging.s3.amazonaws.com"]}, "Action": ["s3:PutObject"], "Resource": [f"arn:aws:s3:::{logs}/*"]}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [tls, write]})
        s3.put_bucket_policy(Bucket=logs, Policy=policy)
        self.assertEqual(s3.get_bucket_policy(Bucket=logs)["Policy"], policy)
        s3.put_object(Bucket=logs, Key="a", Body=b"a")
        s3.delete_object(Bucket=logs, Key="a")
        s3.put_bucket_logging(Bucket=name, BucketLoggingStatus={"LoggingEnabled": {"TargetBucket": logs, "TargetPrefix": ""}})
        deny = {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject", "Resource": f"arn:aws:s3:::{name}/*"}
        s3.put_bucket_policy(Bucket=name, Policy=json.dumps({"Version": "2012-10-17", "Statement": [tls, deny]}))
        self.rejected("403", s3.put_object, Bucket=name, Key="a", Body=b"a")

    def test_policies_with_readers(self):
        s3, name = client("s3"), f"test-{uuid.uuid4()}"
        s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION})
        self.addCleanup(self.remove, s3, name)
        s3.put_object(Bucket=name, Key="a", Body=b"a")
        user = client("sts").get_caller_identity()["Arn"].replace(":sts:", ":iam:")
        role = "arn:aws:iam::123456789012:role/bootstrap"
        for readers in ([role], [role, user]):
            only = {"Effect": "Deny", "Principal": {"AWS": ["*"]}, "Action": ["s3:GetObject"], "Resource": [f"arn:aws:s3:::{name}/*"], "Condition": {"ArnNotEquals": {"aws:PrincipalArn": readers}}}
            s3.put_bucket_policy(Bucket=name, Policy=json.dumps({"Version": "2012-10-17", "Statement": [only]}))
            if user not in readers:
                self.rejected("403", s3.get_object, Bucket=name, Key="a")
        s3.get_object(Bucket=name, Key="a")

    def test_records_can_be_created_again(self):
        route53 = client("route53")
        zone = route53.create_hosted_zone(Name="test.example", CallerReference=str(uuid.uuid4()))["HostedZone"]["Id"]
        self.addCleanup(route53.delete_hosted_zone, Id=zone)
        self.assertRegex(zone, "^/hostedzone/Z[A-Z0-9]+$")
        record = {"Name": "a.test.example", "Type": "A", "TTL": 60, "ResourceRecords": [{"Value": "10.0.0.1"}]}

        def change(action):
            route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": [{"Action": action, "ResourceRecordSet": record}]})

        change("CREATE")
        with self.assertRaises(ClientError):
            change("CREATE")
        change("DELETE")
        change("CREATE")
        change("DELETE")

    def test_a_caller_reference_creates_one_hosted_zone(self):
        route53, request = client("route53"), {"Name": "test.example", "CallerReference": str(uuid.uuid4())}
        zone = route53.create_hosted_zone(**request)["HostedZone"]["Id"]
        self.addCleanup(route53.delete_hosted_zone, Id=zone)
        with self.assertRaises(ClientError) as error:
            route53.create_hosted_zone(**{**request, "Name": "other.example"})
        answer = error.exception.response
        self.assertEqual((answer["Error"]["Code"], answer["ResponseMetadata"]["HTTPStatusCode"]), ("HostedZoneAlreadyExists", 409))
        self.assertEqual([z["Id"] for z in route53.list_hosted_zones()["HostedZones"] if z["CallerReference"] == request["CallerReference"]], [zone])
        again = route53.create_hosted_zone(**{**request, "CallerReference": str(uuid.uuid4())})["HostedZone"]["Id"]
        self.addCleanup(route53.delete_hosted_zone, Id=again)

    def test_a_vpc_has_one_private_hosted_zone_of_a_name(self):
        route53, other = client("route53"), self.ec2.create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
        self.addCleanup(self.ec2.delete_vpc, VpcId=other)

        def request(name, vpc):
            return {
                "Name": name, "CallerReference": str(uuid.uuid4()), "VPC": {"VPCRegion": REGION, "VPCId": vpc},
                "HostedZoneConfig": {"Comment": "", "PrivateZone": True},
            }

        def create(name, vpc):
            zone = route53.create_hosted_zone(**request(name, vpc))["HostedZone"]["Id"]
            self.addCleanup(route53.delete_hosted_zone, Id=zone)
            return zone

        create("test.example", self.vpc)
        create("a.test.example", self.vpc)
        zone = create("test.example", other)
        self.rejected("ConflictingDomainExists", route53.create_hosted_zone, **request("test.example.", self.vpc))
        self.rejected("ConflictingDomainExists", route53.associate_vpc_with_hosted_zone, HostedZoneId=zone, VPC={"VPCRegion": REGION, "VPCId": self.vpc})

    def test_launch_templates_and_groups(self):
        scaling = client("autoscaling")
        template = self.ec2.create_launch_template(LaunchTemplateName="test", LaunchTemplateData={"InstanceType": "m5.xlarge"})["LaunchTemplate"]["LaunchTemplateId"]
        self.addCleanup(self.ec2.delete_launch_template, LaunchTemplateId=template)
        self.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData={"InstanceType": "m5.large"})
        self.ec2.modify_launch_template(LaunchTemplateId=template, DefaultVersion="2")
        self.assertEqual(self.ec2.describe_launch_templates(LaunchTemplateIds=[template])["LaunchTemplates"][0]["DefaultVersionNumber"], 2)
        group = {"AutoScalingGroupName": "test"}
        scaling.create_auto_scaling_group(**group, LaunchTemplate={"LaunchTemplateId": template, "Version": "1"}, MinSize=0, MaxSize=1, VPCZoneIdentifier=self.subnet)
        hook = {"LifecycleHookName": "hook", "LifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING", "HeartbeatTimeout": 300}
        scaling.put_lifecycle_hook(**group, **hook)
        [described] = scaling.describe_lifecycle_hooks(**group)["LifecycleHooks"]
        self.assertEqual(described, {**group, **hook, "GlobalTimeout": 172800, "DefaultResult": "ABANDON"})
        scaling.put_warm_pool(**group, MaxGroupPreparedCapacity=-1, PoolState="Stopped")
        [described] = scaling.describe_auto_scaling_groups(AutoScalingGroupNames=["test"])["AutoScalingGroups"]
        self.assertEqual(described["WarmPoolConfiguration"], {"MaxGroupPreparedCapacity": -1, "MinSize": 0, "PoolState": "Stopped"})
        scaling.delete_warm_pool(**group)
        started = scaling.start_instance_refresh(**group)["InstanceRefreshId"]
        [refresh] = scaling.describe_instance_refreshes(**group)["InstanceRefreshes"]
        self.assertEqual((refresh["InstanceRefreshId"], refresh["Status"]), (started, "Successful"))
        scaling.delete_auto_scaling_group(**group)
        self.assertEqual(scaling.describe_instance_refreshes(**group)["InstanceRefreshes"], [])

    def test_members_of_groups(self):
        scaling = client("autoscaling")
        name = f"group-{uuid.uuid4().hex[:8]}"
        iam = client("iam")
        profile = iam.create_instance_profile(InstanceProfileName=name, Path="/test/")["InstanceProfile"]["Arn"]
        self.addCleanup(iam.delete_instance_profile, InstanceProfileName=name)
        data = {"ImageId": "ami-12c6146b", "InstanceType": "m5.xlarge", "IamInstanceProfile": {"Name": name}}
        data["PrivateDnsNameOptions"] = {"HostnameType": "resource-name", "EnableResourceNameDnsARecord": True}
        template = self.ec2.create_launch_template(LaunchTemplateName=name, LaunchTemplateData=data)["LaunchTemplate"]["LaunchTemplateId"]
        self.addCleanup(self.ec2.delete_launch_template, LaunchTemplateId=template)
        group = {"AutoScalingGroupName": name}
        scaling.create_auto_scaling_group(
            **group, LaunchTemplate={"LaunchTemplateId": template, "Version": "1"},
            MinSize=0, MaxSize=2, DesiredCapacity=2, VPCZoneIdentifier=self.subnet,
        )
        hook = {**group, "LifecycleHookName": "drain"}
        scaling.put_lifecycle_hook(**hook, LifecycleTransition="autoscaling:EC2_INSTANCE_TERMINATING", HeartbeatTimeout=300)

        def members():
            return {i["InstanceId"]: i["LifecycleState"] for i in scaling.describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"][0]["Instances"]}

        def state(instance):
            return self.ec2.describe_instances(InstanceIds=[instance])["Reservations"][0]["Instances"][0]["State"]["Name"]

        first, second = members()
        for instance in self.ec2.describe_instances(InstanceIds=[first, second])["Reservations"]:
            self.assertEqual(instance["Instances"][0]["IamInstanceProfile"]["Arn"], profile)
            self.assertEqual(instance["Instances"][0]["PrivateDnsName"].split(".")[0], instance["Instances"][0]["InstanceId"])
        complete = {**hook, "LifecycleActionResult": "CONTINUE"}
        self.rejected("ValidationError", scaling.complete_lifecycle_action, **complete, InstanceId=first)
        for instance in (first, second):
            scaling.terminate_instance_in_auto_scaling_group(InstanceId=instance, ShouldDecrementDesiredCapacity=True)
        self.assertEqual(members(), {first: "Terminating:Wait", second: "Terminating:Wait"})
        self.assertEqual(state(first), "running")
        scaling.complete_lifecycle_action(**complete, InstanceId=first)
        self.assertEqual((members(), state(first)), ({second: "Terminating:Wait"}, "terminated"))
        scaling.delete_auto_scaling_group(**group, ForceDelete=True)
        self.assertEqual(state(second), "terminated")

    def test_groups_of_endpoints(self):
        group = self.group("group")
        endpoint = self.ec2.create_vpc_endpoint(
            VpcId=self.vpc, ServiceName=f"com.amazonaws.{REGION}.sts", VpcEndpointType="Interface", SubnetIds=[self.subnet]
        )["VpcEndpoint"]["VpcEndpointId"]

        def groups():
            return [g["GroupId"] for g in self.ec2.describe_vpc_endpoints(VpcEndpointIds=[endpoint])["VpcEndpoints"][0].get("Groups", [])]

        self.ec2.modify_vpc_endpoint(VpcEndpointId=endpoint, AddSecurityGroupIds=[group])
        self.assertEqual(groups(), [group])
        self.ec2.modify_vpc_endpoint(VpcEndpointId=endpoint, RemoveSecurityGroupIds=[group])
        self.assertEqual(groups(), [])
        self.ec2.delete_vpc_endpoints(VpcEndpointIds=[endpoint])

    def test_resource_shares(self):
        ram, account = client("ram"), "210987654321"
        subnet = f"arn:aws:ec2:{REGION}:123456789012:subnet/{self.subnet}"
        share, other = [
            ram.create_resource_share(name=name, tags=[{"key": "team", "value": name}])["resourceShare"]["resourceShareArn"]
            for name in ("share", "other")
        ]
        [found] = ram.get_resource_shares(resourceOwner="SELF", resourceShareArns=[share])["resourceShares"]
        self.assertEqual((found["name"], found["tags"]), ("share", [{"key": "team", "value": "share"}]))

        def associated(kind):
            found = ram.get_resource_share_associations(associationType=kind, resourceShareArns=[share])["resourceShareAssociations"]
            return [(one["associatedEntity"], one["status"]) for one in found]

        ram.associate_resource_share(resourceShareArn=share, principals=[account], resourceArns=[subnet])
        self.assertEqual(associated("PRINCIPAL"), [(account, "ASSOCIATED")])
        self.assertEqual(associated("RESOURCE"), [(subnet, "ASSOCIATED")])
        ram.disassociate_resource_share(resourceShareArn=share, resourceArns=[subnet])
        self.assertEqual(associated("RESOURCE"), [])
        ram.tag_resource(resourceShareArn=share, tags=[{"key": "stage", "value": "test"}])
        ram.untag_resource(resourceShareArn=share, tagKeys=["team"])
        [found] = ram.get_resource_shares(resourceOwner="SELF", resourceShareArns=[share])["resourceShares"]
        self.assertEqual(found["tags"], [{"key": "stage", "value": "test"}])
        for arn in (share, other):
            ram.delete_resource_share(resourceShareArn=arn)

    def test_tags_are_deleted_with_their_resource(self):
        elb, s3, tags = client("elbv2"), client("s3"), [{"Key": "first", "Value": "yes"}]
        for given in ({"Tags": tags}, {}):
            [balancer] = elb.create_load_balancer(Name="tagged", Type="network", Subnets=[self.subnet], **given)["LoadBalancers"]
            [group] = elb.create_target_group(Name="tagged", Protocol="TCP", Port=80, VpcId=self.vpc, **given)["TargetGroups"]
            arns = [balancer["LoadBalancerArn"], group["TargetGroupArn"]]
            listener = {"Protocol": "TCP", "DefaultActions": [{"Type": "forward", "TargetGroupArn": arns[1]}], **given}
            for port in (80, 81):
                [made] = elb.create_listener(LoadBalancerArn=arns[0], Port=port, **listener)["Listeners"]
                arns.append(made["ListenerArn"])
            self.assertEqual([d["Tags"] for d in elb.describe_tags(ResourceArns=arns)["TagDescriptions"]], [given.get("Tags", [])] * 4)
            elb.delete_listener(ListenerArn=arns[2])
            elb.delete_load_balancer(LoadBalancerArn=arns[0])  # with its other listener
            elb.delete_target_group(TargetGroupArn=arns[1])
        bucket = {"Bucket": "tagged", "CreateBucketConfiguration": {"LocationConstraint": REGION}}
        s3.create_bucket(**bucket)
        s3.put_bucket_tagging(Bucket="tagged", Tagging={"TagSet": tags})
        s3.delete_bucket(Bucket="tagged")
        s3.create_bucket(**bucket)
        self.addCleanup(s3.delete_bucket, Bucket="tagged")
        self.rejected("NoSuchTagSet", s3.get_bucket_tagging, Bucket="tagged")

    def test_managed_policies_exist(self):
        for name in ("service-role/ROSAInstallerPolicy", "ROSASharedVPCEndpointPolicy", "ROSASharedVPCRoute53Policy"):
            arn = f"arn:aws:iam::aws:policy/{name}"
            self.assertEqual(client("iam").get_policy(PolicyArn=arn)["Policy"]["Arn"], arn)


if __name__ == "__main__":
    ENDPOINT = sys.argv.pop(1)
    unittest.main(verbosity=2)
