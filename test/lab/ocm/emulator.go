package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// emulator is the account in the AWS emulator.
type emulator struct {
	url string
}

// call performs an action in a region and returns the response. Parameters are names and values in turn.
func (e *emulator) call(region, service, version, action string, parameters ...string) (status int, body string, err error) {
	form := url.Values{"Action": {action}, "Version": {version}}
	for i := 0; i < len(parameters); i += 2 {
		form.Set(parameters[i], parameters[i+1])
	}
	request, err := http.NewRequest(http.MethodPost, e.url, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// The emulator reads the region and the service from the signature's scope, and verifies nothing.
	request.Header.Set("Authorization",
		"AWS4-HMAC-SHA256 Credential=lab/20260101/"+region+"/"+service+"/aws4_request, SignedHeaders=host, Signature=none")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

const (
	ec2Version, iamVersion = "2016-11-15", "2010-05-08"
	// iamRegion is in the signatures of requests to IAM, which is the same in all regions.
	iamRegion = "us-east-1"
)

func (e *emulator) missing(region string, roles, subnets []string) (string, error) {
	for _, arn := range roles {
		status, _, err := e.call(iamRegion, "iam", iamVersion, "GetRole", "RoleName", arn[strings.LastIndex(arn, "/")+1:])
		if err != nil || status != http.StatusOK {
			return arn, err
		}
	}
	for _, id := range subnets {
		status, _, err := e.call(region, "ec2", ec2Version, "DescribeSubnets", "SubnetId.1", id)
		if err != nil || status != http.StatusOK {
			return id, err
		}
	}
	return "", nil
}

var (
	vpcOfSubnet = regexp.MustCompile(`<vpcId>(vpc-[0-9a-f]+)</vpcId>`)
	endpointID  = regexp.MustCompile(`<vpcEndpointId>(vpce-[0-9a-f]+)</vpcEndpointId>`)
	groupID     = regexp.MustCompile(`<groupId>(sg-[0-9a-f]+)</groupId>`)
)

// createEndpoint creates the endpoint with its security group, as openshift/hypershift 0148725
// control-plane-operator/controllers/awsprivatelink/awsprivatelink_controller.go does.
func (e *emulator) createEndpoint(region, subnet string, owner object) (endpoint, error) {
	_, described, err := e.call(region, "ec2", ec2Version, "DescribeSubnets", "SubnetId.1", subnet)
	if err != nil {
		return endpoint{}, err
	}
	vpc := vpcOfSubnet.FindStringSubmatch(described)
	if vpc == nil {
		return endpoint{}, fmt.Errorf("subnet %s: %s", subnet, described)
	}
	tags := func(resource string) []string {
		const tag = "TagSpecification.1."
		return []string{tag + "ResourceType", resource, tag + "Tag.1.Key", "api.openshift.com/id", tag + "Tag.1.Value", text(owner, "id")}
	}
	group, err := e.create(region, groupID, "CreateSecurityGroup", append(tags("security-group"), "VpcId", vpc[1],
		"GroupName", text(owner, "infra_id")+"-vpce-private-router", "GroupDescription", "VPC endpoint security group")...)
	if err != nil {
		return endpoint{}, err
	}
	id, err := e.create(region, endpointID, "CreateVpcEndpoint", append(tags("vpc-endpoint"), "VpcId", vpc[1], "VpcEndpointType", "Interface",
		"SubnetId.1", subnet, "SecurityGroupId.1", group, "ServiceName", "com.amazonaws.vpce."+region+".vpce-svc-0123456789abcdef0")...)
	return endpoint{region: region, id: id, group: group}, err
}

// create performs an action of EC2 and returns the ID of what it creates.
func (e *emulator) create(region string, id *regexp.Regexp, action string, parameters ...string) (string, error) {
	_, created, err := e.call(region, "ec2", ec2Version, action, parameters...)
	if err != nil {
		return "", err
	}
	found := id.FindStringSubmatch(created)
	if found == nil {
		return "", errors.New(created)
	}
	return found[1], nil
}

// deleteEndpoint deletes an endpoint. Its group stays where HyperShift's operator ends the deletion after 10 minutes.
func (e *emulator) deleteEndpoint(deleted endpoint, groupStays bool) error {
	_, _, err := e.call(deleted.region, "ec2", ec2Version, "DeleteVpcEndpoints", "VpcEndpointId.1", deleted.id)
	if err == nil && !groupStays {
		_, _, err = e.call(deleted.region, "ec2", ec2Version, "DeleteSecurityGroup", "GroupId", deleted.group)
	}
	return err
}
