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
)

func (e *emulator) createEndpoint(region, subnet, cluster string) (string, error) {
	_, described, err := e.call(region, "ec2", ec2Version, "DescribeSubnets", "SubnetId.1", subnet)
	if err != nil {
		return "", err
	}
	vpc := vpcOfSubnet.FindStringSubmatch(described)
	if vpc == nil {
		return "", fmt.Errorf("subnet %s: %s", subnet, described)
	}
	const tag = "TagSpecification.1."
	_, created, err := e.call(region, "ec2", ec2Version, "CreateVpcEndpoint", "VpcId", vpc[1], "VpcEndpointType", "Interface",
		"SubnetId.1", subnet, "ServiceName", "com.amazonaws.vpce."+region+".vpce-svc-0123456789abcdef0",
		tag+"ResourceType", "vpc-endpoint", tag+"Tag.1.Key", "api.openshift.com/id", tag+"Tag.1.Value", cluster)
	if err != nil {
		return "", err
	}
	id := endpointID.FindStringSubmatch(created)
	if id == nil {
		return "", errors.New(created)
	}
	return id[1], nil
}

func (e *emulator) deleteEndpoint(region, id string) error {
	_, _, err := e.call(region, "ec2", ec2Version, "DeleteVpcEndpoints", "VpcEndpointId.1", id)
	return err
}
