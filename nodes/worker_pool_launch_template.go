package nodes

import (
	_ "embed"
	"encoding/base64"
	"fmt"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const (
	// rootDevice is the root device of RHCOS (openshift/installer upi/aws/cloudformation/06_cluster_worker_node.yaml),
	// rootDevice311 that of RHEL 7 and CentOS 7 (openshift/openshift-ansible branch release-3.11
	// roles/openshift_aws/defaults/main.yml). With another name the volume would be an additional one, and the root volume that
	// of the image.
	rootDevice    = "/dev/xvda"
	rootDevice311 = "/dev/sda1"

	// metadataHops keeps pods, which are one hop further away than the host, from the instance's credentials
	// (kubernetes-sigs/cluster-api-provider-aws api/v1beta2/types.go has the same default). It limits the responses with IMDSv2
	// tokens only: with AllowIMDSv1 pods reach the metadata service, unless CloudInit311 cuts them off.
	metadataHops = 1

	// instanceName and ipName are the types of host names (Amazon EC2 user guide, "EC2 instance hostnames and domains"). The kubelet
	// registers with the name that the instance metadata service returns as hostname, which has the type of the instance
	// (openshift/machine-config-operator release-4.16 to release-4.22
	// templates/common/aws/files/usr-local-bin-aws-kubelet-nodename.yaml; coreos/afterburn src/providers/aws/mod.rs). The cloud
	// controller looks for the instance in the node's name if it begins with i-, with or without a domain
	// (openshift/cloud-provider-aws release-4.16 to release-4.22 pkg/providers/v1/aws.go, nodeNameToInstanceID). OpenShift 3.11 is
	// older than resource names. EC2 never uses an instance ID again, but an address: the certificates of a terminated instance would
	// be valid for the next one that gets its address.
	instanceName = "resource-name"
	ipName       = "ip-name"
)

func launchTemplate(move check.Move, args *WorkerPoolArgs, instanceTags pulumi.StringMap) *ec2.LaunchTemplateArgs {
	hostnames := instanceName
	if args.CloudInit != nil {
		hostnames = ipName
	}
	template := &ec2.LaunchTemplateArgs{
		Description:           pulumi.String("Workers of OpenShift cluster " + args.InfraID),
		ImageId:               args.AMI.ToStringOutput(),
		InstanceType:          pulumi.String(args.InstanceType),
		BlockDeviceMappings:   templateVolumes(args),
		IamInstanceProfile:    ec2.LaunchTemplateIamInstanceProfileArgs{Name: args.InstanceProfile.ToStringOutput()},
		InstanceMarketOptions: marketOptions(args.Spot),
		Placement:             templatePlacement(args),
		MetadataOptions: ec2.LaunchTemplateMetadataOptionsArgs{
			HttpEndpoint:            pulumi.String("enabled"),
			HttpTokens:              pulumi.String(imdsTokens(args.AllowIMDSv1)),
			HttpPutResponseHopLimit: pulumi.Int(metadataHops),
		},
		PrivateDnsNameOptions: ec2.LaunchTemplatePrivateDnsNameOptionsArgs{
			HostnameType:                 pulumi.String(hostnames),
			EnableResourceNameDnsARecord: pulumi.Bool(hostnames == instanceName),
		},
		VpcSecurityGroupIds: args.SecurityGroupIDs,
		UserData:            userData(move, args),
		TagSpecifications: ec2.LaunchTemplateTagSpecificationArray{
			ec2.LaunchTemplateTagSpecificationArgs{ResourceType: pulumi.String("instance"), Tags: instanceTags},
			ec2.LaunchTemplateTagSpecificationArgs{ResourceType: pulumi.String("volume"), Tags: instanceTags},
		},
		Tags:                 instanceTags,
		UpdateDefaultVersion: pulumi.Bool(true),
	}
	if args.KeyName != nil {
		template.KeyName = args.KeyName.ToStringOutput()
	}
	if args.CapacityReservationID != nil {
		template.CapacityReservationSpecification = ec2.LaunchTemplateCapacityReservationSpecificationArgs{
			CapacityReservationTarget: ec2.LaunchTemplateCapacityReservationSpecificationCapacityReservationTargetArgs{
				CapacityReservationId: args.CapacityReservationID.ToStringOutput(),
			},
		}
	}
	return template
}

func imdsTokens(allowV1 bool) string {
	if allowV1 {
		return "optional"
	}
	return "required"
}

func templateVolumes(args *WorkerPoolArgs) ec2.LaunchTemplateBlockDeviceMappingArray {
	volumes := ec2.LaunchTemplateBlockDeviceMappingArray{ec2.LaunchTemplateBlockDeviceMappingArgs{
		DeviceName: pulumi.String(args.rootDevice()),
		Ebs:        templateVolume(args.RootVolume),
	}}
	for _, data := range args.DataVolumes {
		volumes = append(volumes, ec2.LaunchTemplateBlockDeviceMappingArgs{
			DeviceName: pulumi.String(data.DeviceName),
			Ebs:        templateVolume(data.Volume),
		})
	}
	return volumes
}

func (a *WorkerPoolArgs) rootDevice() string {
	if a.CloudInit != nil {
		return rootDevice311
	}
	return rootDevice
}

func templatePlacement(args *WorkerPoolArgs) ec2.LaunchTemplatePlacementPtrInput {
	if args.PlacementGroup == nil && args.Tenancy == "" {
		return nil
	}
	placement := ec2.LaunchTemplatePlacementArgs{}
	if args.Tenancy != "" {
		placement.Tenancy = pulumi.String(args.Tenancy)
	}
	if group := args.PlacementGroup; group != nil {
		placement.GroupName = group.Name.ToStringOutput()
		if group.Partition > 0 {
			placement.PartitionNumber = pulumi.Int(group.Partition)
		}
	}
	return placement
}

func templateVolume(volume *VolumeArgs) ec2.LaunchTemplateBlockDeviceMappingEbsArgs {
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
	if volume.KMSKeyARN != nil {
		ebs.KmsKeyId = volume.KMSKeyARN.ToStringOutput()
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

// identityScript requests the kubelet's first client certificate, with a proof of the instance's identity.
//
//go:embed identity/prove-identity.sh
var identityScript string

const (
	identityPath = "/usr/local/bin/prove-identity"
	identityUnit = "prove-identity.service"

	// The kubelet's unit names the kubeconfig with the node-bootstrapper's token; its certificates are in the kubelet's default folder
	// (openshift/machine-config-operator release-4.16 to release-4.22
	// templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml). A kubelet with bootstrap kubeconfig and rotation asks its
	// certificate manager, which requests a certificate only if the folder has no valid one (kubernetes/kubernetes release-1.34
	// cmd/kubelet/app/server.go, buildKubeletClientConfig; kubernetes/client-go release-1.34 util/certificate/certificate_manager.go,
	// getCurrentCertificateOrBootstrap).
	bootstrapKubeconfig = "/etc/kubernetes/kubeconfig"
	kubeletCertificates = "/var/lib/kubelet/pki"
)

// addIdentity adds the script and its unit, which the kubelet's unit requires. On its first boot a machine only fetches its
// operating system and boots again (machine-config-daemon-firstboot.service), so the unit runs after that.
func addIdentity(config map[string]any, infraID string) {
	addFile(config, identityPath, 0o755, "data:;base64,"+base64.StdEncoding.EncodeToString([]byte(identityScript)))
	systemd, _ := config["systemd"].(map[string]any)
	if systemd == nil {
		systemd = map[string]any{}
		config["systemd"] = systemd
	}
	units, _ := systemd["units"].([]any)
	systemd["units"] = append(units, map[string]any{
		"name": identityUnit, "enabled": true, "contents": desiredIdentityUnit(infraID),
	})
}

// desiredIdentityUnit returns the unit. KUBELET_NODE_NAME is the name with which the kubelet registers
// (openshift/machine-config-operator release-4.16 to release-4.22 templates/common/aws/units/kubelet-node-env.dropin.yaml).
func desiredIdentityUnit(infraID string) string {
	return fmt.Sprintf(`[Unit]
Description=Prove the identity of this instance for the kubelet's certificate
Wants=network-online.target
After=network-online.target aws-kubelet-nodename.service machine-config-daemon-firstboot.service
Before=kubelet.service

[Service]
Type=oneshot
RemainAfterExit=yes
PrivateTmp=yes
EnvironmentFile=/etc/kubernetes/node.env
ExecStart=/bin/bash -c 'until %s %s %s %s; do sleep 10; done'

[Install]
RequiredBy=kubelet.service
`, identityPath, infraID, bootstrapKubeconfig, kubeletCertificates)
}
