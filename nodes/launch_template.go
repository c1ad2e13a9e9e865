package nodes

import (
	"encoding/base64"
	"maps"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const (
	// rootDevice is RHCOS's (openshift/installer upi/aws/cloudformation/06_cluster_worker_node.yaml).
	rootDevice = "/dev/xvda"

	// metadataHops keeps pods, which are one hop further than the host, from the machine's credentials
	// (kubernetes-sigs/cluster-api-provider-aws api/v1beta2/types.go has the same default).
	metadataHops = 1
)

func launchTemplate(args *WorkerPoolArgs, machineTags pulumi.StringMap) *ec2.LaunchTemplateArgs {
	return &ec2.LaunchTemplateArgs{
		Description:  pulumi.String("Workers of OpenShift cluster " + args.InfraID),
		ImageId:      args.AMI.ToStringOutput(),
		InstanceType: args.InstanceType.ToStringOutput(),
		BlockDeviceMappings: ec2.LaunchTemplateBlockDeviceMappingArray{ec2.LaunchTemplateBlockDeviceMappingArgs{
			DeviceName: pulumi.String(rootDevice),
			Ebs:        templateVolume(args.RootVolume),
		}},
		IamInstanceProfile:    ec2.LaunchTemplateIamInstanceProfileArgs{Name: args.InstanceProfile.ToStringOutput()},
		InstanceMarketOptions: marketOptions(args.Spot),
		MetadataOptions: ec2.LaunchTemplateMetadataOptionsArgs{
			HttpEndpoint:            pulumi.String("enabled"),
			HttpTokens:              pulumi.String("required"),
			HttpPutResponseHopLimit: pulumi.Int(metadataHops),
		},
		VpcSecurityGroupIds: args.SecurityGroupIDs,
		UserData:            userData(args.Ignition),
		TagSpecifications: ec2.LaunchTemplateTagSpecificationArray{
			ec2.LaunchTemplateTagSpecificationArgs{ResourceType: pulumi.String("instance"), Tags: machineTags},
			ec2.LaunchTemplateTagSpecificationArgs{ResourceType: pulumi.String("volume"), Tags: machineTags},
		},
		Tags:                 machineTags,
		UpdateDefaultVersion: pulumi.Bool(true),
	}
}

func templateVolume(volume *RootVolumeArgs) ec2.LaunchTemplateBlockDeviceMappingEbsArgs {
	ebs := ec2.LaunchTemplateBlockDeviceMappingEbsArgs{
		DeleteOnTermination: pulumi.String("true"),
		Encrypted:           pulumi.String("true"),
		VolumeSize:          pulumi.Int(volume.SizeGiB),
		VolumeType:          pulumi.String(volume.Type),
	}
	if volume.IOPS > 0 {
		ebs.Iops = pulumi.Int(volume.IOPS)
	}
	if volume.ThroughputMiB > 0 {
		ebs.Throughput = pulumi.Int(volume.ThroughputMiB)
	}
	if volume.KMSKeyID != nil {
		ebs.KmsKeyId = volume.KMSKeyID.ToStringOutput()
	}
	return ebs
}

func marketOptions(spot *SpotArgs) ec2.LaunchTemplateInstanceMarketOptionsPtrInput {
	if spot == nil {
		return nil
	}
	options := ec2.LaunchTemplateInstanceMarketOptionsArgs{MarketType: pulumi.String("spot")}
	if spot.MaxPrice != "" {
		options.SpotOptions = ec2.LaunchTemplateInstanceMarketOptionsSpotOptionsArgs{MaxPrice: pulumi.String(spot.MaxPrice)}
	}
	return options
}

// userData is the ignition as EC2 wants it. Whoever reads it can ask the machine config server for the cluster's secrets.
func userData(ignition pulumi.StringInput) pulumi.StringOutput {
	encoded := ignition.ToStringOutput().ApplyT(func(text string) string {
		return base64.StdEncoding.EncodeToString([]byte(text))
	})
	return pulumi.ToSecret(encoded).(pulumi.StringOutput)
}

// workerGroup does not wait for machines: they count as healthy for EC2 long before they are nodes, and become nodes
// only after somebody has approved their certificates.
func workerGroup(args *WorkerPoolArgs, template *ec2.LaunchTemplate, machineTags pulumi.StringMap) *autoscaling.GroupArgs {
	group := &autoscaling.GroupArgs{
		MinSize:                pulumi.Int(args.Min),
		MaxSize:                pulumi.Int(args.Max),
		VpcZoneIdentifiers:     subnetIDs(args),
		HealthCheckType:        pulumi.String("EC2"),
		WaitForCapacityTimeout: pulumi.String("0"),
		LaunchTemplate: autoscaling.GroupLaunchTemplateArgs{
			Id:      template.ID(),
			Version: template.LatestVersion.ApplyT(strconv.Itoa).(pulumi.StringOutput),
		},
		Tags: groupTags(machineTags),
	}
	if args.Desired != nil {
		group.DesiredCapacity = pulumi.Int(*args.Desired)
	}
	return group
}

func subnetIDs(args *WorkerPoolArgs) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, subnet := range byZone(args.Subnets) {
		ids = append(ids, subnet.ID)
	}
	return ids
}

// groupTags reach the instances, but never their volumes, which have them from the launch template.
func groupTags(machineTags pulumi.StringMap) autoscaling.GroupTagArray {
	list := autoscaling.GroupTagArray{}
	for _, key := range slices.Sorted(maps.Keys(machineTags)) {
		list = append(list, autoscaling.GroupTagArgs{
			Key:               pulumi.String(key),
			Value:             machineTags[key],
			PropagateAtLaunch: pulumi.Bool(true),
		})
	}
	return list
}
