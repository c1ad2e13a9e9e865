package nodes

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// providerSpec returns the AWS provider spec of a machine (openshift/api machine/v1beta1/types_awsprovider.go). It refers to
// AWS resources by ID, because those of user-provisioned infrastructure do not have the Name tags that the installer's filters match;
// by filters if these are set.
func providerSpec(s machineSet) map[string]any {
	m := s.MachineSetArgs
	spec := map[string]any{
		"apiVersion":         machineAPI,
		"kind":               "AWSMachineProviderConfig",
		"ami":                reference(m.AMI),
		"instanceType":       m.InstanceType,
		"deviceIndex":        0,
		"blockDevices":       blockDevices(m),
		"iamInstanceProfile": reference(m.InstanceProfile),
		"securityGroups":     groupReferences(m),
		"subnet":             subnetReference(m, s.subnet),
		"placement":          machinePlacement(s),
		"userDataSecret":     map[string]any{"name": m.UserDataSecret},
		"credentialsSecret":  map[string]any{"name": "aws-cloud-credentials"},
		"metadataServiceOptions": map[string]any{
			"authentication": imdsAuthentication(m.AllowIMDSv1),
		},
	}
	setPurchase(spec, m)
	setNetwork(spec, m)
	if m.KeyName != nil {
		spec["keyName"] = m.KeyName
	}
	if len(m.Tags) > 0 {
		spec["tags"] = tagList(m.Tags)
	}
	return spec
}

func machinePlacement(s machineSet) map[string]any {
	fields := map[string]any{"region": s.Region, "availabilityZone": s.subnet.Zone}
	if s.Tenancy != "" {
		fields["tenancy"] = s.Tenancy
	}
	return fields
}

func imdsAuthentication(allowV1 bool) string {
	if allowV1 {
		return "Optional"
	}
	return "Required"
}

// setPurchase sets marketType only where the Machine API does not derive it, because older releases do not know the field.
func setPurchase(spec map[string]any, m *MachineSetArgs) {
	if m.Spot != nil {
		options := map[string]any{}
		if m.Spot.MaxPrice != "" {
			options["maxPrice"] = m.Spot.MaxPrice
		}
		spec["spotMarketOptions"] = options
	}
	if m.CapacityReservationID != nil {
		spec["capacityReservationId"] = m.CapacityReservationID
	}
	if m.CapacityBlock {
		spec["marketType"] = "CapacityBlock"
	}
	if group := m.PlacementGroup; group != nil {
		spec["placementGroupName"] = group.Name
		if group.Partition > 0 {
			spec["placementGroupPartition"] = group.Partition
		}
	}
}

func setNetwork(spec map[string]any, m *MachineSetArgs) {
	if m.NetworkInterfaceType != "" {
		spec["networkInterfaceType"] = m.NetworkInterfaceType
	}
	if m.PublicIP != nil {
		spec["publicIp"] = *m.PublicIP
	}
	balancers := append(loadBalancers("network", m.LoadBalancers), loadBalancers("classic", m.ClassicLoadBalancers)...)
	if len(balancers) > 0 {
		spec["loadBalancers"] = balancers
	}
}

// blockDevices returns the volumes. The root volume is first and has no device name: the Machine API then uses the image's
// root device.
func blockDevices(m *MachineSetArgs) []any {
	devices := []any{map[string]any{"ebs": ebsVolume(m.RootVolume)}}
	for _, data := range m.DataVolumes {
		devices = append(devices, map[string]any{"deviceName": data.DeviceName, "ebs": ebsVolume(data.Volume)})
	}
	return devices
}

func ebsVolume(volume *VolumeArgs) map[string]any {
	ebs := map[string]any{"encrypted": true, "volumeSize": volume.SizeGiB, "volumeType": volume.Type}
	if volume.IOPS > 0 {
		ebs["iops"] = volume.IOPS
	}
	if volume.ThroughputMiB > 0 {
		ebs["throughputMib"] = volume.ThroughputMiB
	}
	if volume.KMSKeyARN != nil {
		// The Machine API passes it to EC2 unchanged as the key's ID, which can be an ARN
		// (openshift/machine-api-provider-aws pkg/actuators/machine/instances.go).
		ebs["kmsKey"] = map[string]any{"arn": volume.KMSKeyARN}
	}
	return ebs
}

func reference(id pulumi.StringInput) map[string]any {
	return map[string]any{"id": id}
}

// references returns a reference for each ID. A literal list stays a list, so that a preview shows its known elements.
func references(ids pulumi.StringArrayInput) any {
	if list, ok := ids.(pulumi.StringArray); ok {
		all := make([]any, len(list))
		for i, id := range list {
			all[i] = reference(id)
		}
		return all
	}
	return ids.ToStringArrayOutput().ApplyT(func(known []string) []map[string]string {
		all := make([]map[string]string, len(known))
		for i, id := range known {
			all[i] = map[string]string{"id": id}
		}
		return all
	})
}

func loadBalancers(kind string, names []pulumi.StringInput) []any {
	var list []any
	for _, name := range names {
		list = append(list, map[string]any{"name": name, "type": kind})
	}
	return list
}

func tagList(tags pulumi.StringMap) []any {
	list := []any{}
	for _, key := range slices.Sorted(maps.Keys(tags)) {
		list = append(list, map[string]any{"name": key, "value": tags[key]})
	}
	return list
}
