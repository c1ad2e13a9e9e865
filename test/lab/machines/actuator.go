package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	machinev1beta1 "github.com/openshift/api/machine/v1beta1"
	"github.com/openshift/machine-api-operator/pkg/controller/machine"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// actuator launches and terminates the machines' instances as openshift/machine-api-provider-aws does (release-4.18
// pkg/actuators/machine). It attaches no load balancers.
type actuator struct {
	client   client.Client
	endpoint string
}

// Create implements machine.Actuator. What EC2 rejects makes the machine Failed.
func (a *actuator) Create(ctx context.Context, m *machinev1beta1.Machine) error {
	spec, err := providerSpec(m)
	if err != nil {
		return machine.InvalidMachineConfiguration("%v", err)
	}
	userData, err := a.userData(ctx, m, spec)
	if err != nil {
		return machine.InvalidMachineConfiguration("%v", err)
	}
	parameters := runParameters(m, spec, userData)
	if err := a.ec2(spec).resolve(spec, parameters); err != nil {
		return machine.InvalidMachineConfiguration("%v", err)
	}
	launched, err := a.ec2(spec).run(parameters)
	var rejected *rejection
	if errors.As(err, &rejected) {
		return machine.InvalidMachineConfiguration("error launching instance: %v", err)
	}
	if err != nil {
		return err
	}
	return a.record(ctx, m, spec, launched)
}

// Update implements machine.Actuator.
func (a *actuator) Update(ctx context.Context, m *machinev1beta1.Machine) error {
	spec, found, err := a.find(m)
	if err != nil || len(found) == 0 {
		return err
	}
	return a.record(ctx, m, spec, found[0])
}

// Exists implements machine.Actuator.
func (a *actuator) Exists(_ context.Context, m *machinev1beta1.Machine) (bool, error) {
	_, found, err := a.find(m)
	return len(found) > 0, err
}

// Delete implements machine.Actuator.
func (a *actuator) Delete(_ context.Context, m *machinev1beta1.Machine) error {
	spec, found, err := a.find(m)
	if err != nil {
		return err
	}
	for _, one := range found {
		if err := a.ec2(spec).terminate(one.ID); err != nil {
			return err
		}
	}
	return nil
}

func (a *actuator) ec2(spec *machinev1beta1.AWSMachineProviderConfig) ec2 {
	return ec2{a.endpoint, spec.Placement.Region}
}

// find returns the instances with the machine's name and the cluster's tag.
func (a *actuator) find(m *machinev1beta1.Machine) (*machinev1beta1.AWSMachineProviderConfig, []instance, error) {
	spec, err := providerSpec(m)
	if err != nil {
		return nil, nil, machine.InvalidMachineConfiguration("%v", err)
	}
	found, err := a.ec2(spec).tagged(m.Name, clusterTag(m))
	return spec, found, err
}

func (a *actuator) userData(
	ctx context.Context, m *machinev1beta1.Machine, spec *machinev1beta1.AWSMachineProviderConfig,
) (string, error) {
	if spec.UserDataSecret == nil {
		return "", nil
	}
	var secret corev1.Secret
	err := a.client.Get(ctx, client.ObjectKey{Namespace: m.Namespace, Name: spec.UserDataSecret.Name}, &secret)
	return base64.StdEncoding.EncodeToString(secret.Data["userData"]), err
}

// record writes what the actuator knows of the instance into the machine.
func (a *actuator) record(
	ctx context.Context, m *machinev1beta1.Machine, spec *machinev1beta1.AWSMachineProviderConfig, found instance,
) error {
	base := client.MergeFrom(m.DeepCopy())
	m.Spec.ProviderID = ptr.To("aws:///" + found.Zone + "/" + found.ID)
	m.Labels = maps.Clone(m.Labels)
	m.Labels[machine.MachineRegionLabelName] = spec.Placement.Region
	m.Labels[machine.MachineAZLabelName] = found.Zone
	m.Labels[machine.MachineInstanceTypeLabelName] = found.Type
	if m.Annotations == nil {
		m.Annotations = map[string]string{}
	}
	m.Annotations[machine.MachineInstanceStateAnnotationName] = found.State
	if err := a.client.Patch(ctx, m, base); err != nil {
		return err
	}
	base = client.MergeFrom(m.DeepCopy())
	m.Status.Addresses = []corev1.NodeAddress{
		{Type: corev1.NodeInternalIP, Address: found.IP},
		{Type: corev1.NodeInternalDNS, Address: found.Name},
		{Type: corev1.NodeHostName, Address: found.Name},
	}
	status, err := json.Marshal(machinev1beta1.AWSMachineProviderStatus{InstanceID: &found.ID, InstanceState: &found.State})
	if err != nil {
		return err
	}
	m.Status.ProviderStatus = &runtime.RawExtension{Raw: status}
	return a.client.Status().Patch(ctx, m, base)
}

func providerSpec(m *machinev1beta1.Machine) (*machinev1beta1.AWSMachineProviderConfig, error) {
	if m.Spec.ProviderSpec.Value == nil {
		return nil, errors.New("the machine has no provider spec")
	}
	spec := &machinev1beta1.AWSMachineProviderConfig{}
	return spec, json.Unmarshal(m.Spec.ProviderSpec.Value.Raw, spec)
}

func clusterTag(m *machinev1beta1.Machine) string {
	return "kubernetes.io/cluster/" + m.Labels[machinev1beta1.MachineClusterIDLabel]
}

// runParameters returns the parameters of RunInstances.
func runParameters(
	m *machinev1beta1.Machine, spec *machinev1beta1.AWSMachineProviderConfig, userData string,
) map[string]string {
	all := map[string]string{
		"ImageId": ptr.Deref(spec.AMI.ID, ""), "InstanceType": spec.InstanceType, "MinCount": "1", "MaxCount": "1",
		"UserData": userData, "Placement.Tenancy": string(spec.Placement.Tenancy),
		"TagSpecification.1.ResourceType": "instance",
	}
	if spec.IAMInstanceProfile != nil {
		all["IamInstanceProfile.Name"] = ptr.Deref(spec.IAMInstanceProfile.ID, "")
	}
	if spec.MetadataServiceOptions.Authentication == machinev1beta1.MetadataServiceAuthenticationRequired {
		all["MetadataOptions.HttpTokens"] = "required"
	}
	for i, device := range spec.BlockDevices {
		prefix := fmt.Sprintf("BlockDeviceMapping.%d.", i+1)
		all[prefix+"DeviceName"] = ptr.Deref(device.DeviceName, "/dev/xvda")
		if device.EBS != nil {
			all[prefix+"Ebs.VolumeSize"] = strconv.FormatInt(ptr.Deref(device.EBS.VolumeSize, 0), 10)
			all[prefix+"Ebs.VolumeType"] = ptr.Deref(device.EBS.VolumeType, "")
			all[prefix+"Ebs.DeleteOnTermination"] = "true"
		}
	}
	tags := map[string]string{"Name": m.Name, clusterTag(m): "owned"}
	for _, tag := range spec.Tags {
		tags[tag.Name] = tag.Value
	}
	for i, key := range slices.Sorted(maps.Keys(tags)) {
		all[fmt.Sprintf("TagSpecification.1.Tag.%d.Key", i+1)] = key
		all[fmt.Sprintf("TagSpecification.1.Tag.%d.Value", i+1)] = tags[key]
	}
	return all
}
