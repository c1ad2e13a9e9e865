package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	machinev1beta1 "github.com/openshift/api/machine/v1beta1"
)

// ec2 calls EC2 of one region.
type ec2 struct {
	endpoint, region string
}

type instance struct {
	ID    string `xml:"instanceId"`
	Name  string `xml:"privateDnsName"`
	IP    string `xml:"privateIpAddress"`
	Zone  string `xml:"placement>availabilityZone"`
	Type  string `xml:"instanceType"`
	State string `xml:"instanceState>name"`
}

// rejection is a response with a client error's status.
type rejection struct {
	Code    string `xml:"Errors>Error>Code"`
	Message string `xml:"Errors>Error>Message"`
}

func (r *rejection) Error() string { return r.Code + ": " + r.Message }

func (e ec2) run(parameters map[string]string) (instance, error) {
	var response struct {
		Instances []instance `xml:"instancesSet>item"`
	}
	if err := e.call("RunInstances", parameters, &response); err != nil {
		return instance{}, err
	}
	if len(response.Instances) != 1 {
		return instance{}, fmt.Errorf("RunInstances returned %d instances", len(response.Instances))
	}
	return response.Instances[0], nil
}

// tagged returns the instances with a name and a tag that are not terminated.
func (e ec2) tagged(name, tag string) ([]instance, error) {
	var response struct {
		Instances []instance `xml:"reservationSet>item>instancesSet>item"`
	}
	err := e.call("DescribeInstances", map[string]string{
		"Filter.1.Name": "tag:Name", "Filter.1.Value.1": name,
		"Filter.2.Name": "tag:" + tag, "Filter.2.Value.1": "owned",
		"Filter.3.Name": "instance-state-name", "Filter.3.Value.1": "pending", "Filter.3.Value.2": "running",
		"Filter.3.Value.3": "stopping", "Filter.3.Value.4": "stopped", "Filter.3.Value.5": "shutting-down",
	}, &response)
	return response.Instances, err
}

// resolve adds the subnet and the security groups to the parameters of RunInstances, by their IDs or filters.
func (e ec2) resolve(spec *machinev1beta1.AWSMachineProviderConfig, parameters map[string]string) error {
	zone := machinev1beta1.Filter{Name: "availability-zone", Values: []string{spec.Placement.AvailabilityZone}}
	subnets, err := e.ids(spec.Subnet, "DescribeSubnets", zone)
	if err != nil {
		return err
	}
	if len(subnets) > 0 {
		parameters["SubnetId"] = subnets[0]
	}
	next := 1
	for _, reference := range spec.SecurityGroups {
		groups, err := e.ids(reference, "DescribeSecurityGroups")
		if err != nil {
			return err
		}
		for _, group := range groups {
			parameters[fmt.Sprintf("SecurityGroupId.%d", next)] = group
			next++
		}
	}
	return nil
}

// ids returns the ID of a reference, or the IDs that an action finds with its filters and more.
func (e ec2) ids(
	reference machinev1beta1.AWSResourceReference, action string, more ...machinev1beta1.Filter,
) ([]string, error) {
	if reference.ID != nil {
		return []string{*reference.ID}, nil
	}
	if len(reference.Filters) == 0 {
		return nil, nil
	}
	parameters := map[string]string{}
	for i, filter := range append(reference.Filters, more...) {
		parameters[fmt.Sprintf("Filter.%d.Name", i+1)] = filter.Name
		for j, value := range filter.Values {
			parameters[fmt.Sprintf("Filter.%d.Value.%d", i+1, j+1)] = value
		}
	}
	found := struct {
		Subnets []string `xml:"subnetSet>item>subnetId"`
		Groups  []string `xml:"securityGroupInfo>item>groupId"`
	}{}
	if err := e.call(action, parameters, &found); err != nil {
		return nil, err
	}
	all := append(found.Subnets, found.Groups...)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s found nothing with %v", action, reference.Filters)
	}
	return all, nil
}

func (e ec2) terminate(id string) error {
	return e.call("TerminateInstances", map[string]string{"InstanceId.1": id}, &struct{}{})
}

func (e ec2) call(action string, parameters map[string]string, result any) error {
	form := url.Values{"Action": {action}, "Version": {"2016-11-15"}}
	for name, value := range parameters {
		if value != "" {
			form.Set(name, value)
		}
	}
	request, err := http.NewRequest(http.MethodPost, e.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// The emulator reads the region and the service from the signature's scope, and verifies nothing.
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=lab/20260101/"+e.region+
		"/ec2/aws4_request, SignedHeaders=host, Signature=none")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("%s: %s: %s", action, response.Status, text)
	}
	if response.StatusCode >= http.StatusBadRequest {
		rejected := &rejection{}
		if err := xml.Unmarshal(text, rejected); err != nil {
			return fmt.Errorf("%s: %s: %s", action, response.Status, text)
		}
		return rejected
	}
	return xml.Unmarshal(text, result)
}
