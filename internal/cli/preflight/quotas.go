package preflight

import (
	"context"
	"encoding/xml"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
)

// quota is a quota of AWS (AWS General Reference, "Service endpoints and quotas").
type quota struct {
	name, service, code string
	// need is what the program has, and used what the account has of it. The text of used names a part of it, such as a zone.
	need func(*counts.Counts) int
	used func(context.Context) (int, error)
	// reads is the permission that used needs.
	reads string
}

// instanceFamilies are the quotas of vCPUs by the beginning of instance types, on demand and Spot. The longest beginning counts.
var instanceFamilies = []struct{ prefixes, name, onDemand, spot string }{
	{"a c d h i m r t z", "Standard (A, C, D, H, I, M, R, T, Z)", "L-1216C47A", "L-34B43A08"},
	{"g vt", "G and VT", "L-DB2E81BA", "L-3819A6DF"},
	{"p", "P", "L-417A185B", "L-7212CCBC"},
	{"inf", "Inf", "L-1945791B", "L-B5D1601B"},
	{"trn", "Trn", "L-2C3B7624", "L-6B0D517C"},
	{"x", "X", "L-7295265B", "L-E3A00192"},
	{"f", "F", "L-74FC7D96", "L-88CF9481"},
	{"dl", "DL", "L-6E869C2A", "L-85EED4F7"},
	{"u-", "High Memory", "L-43DA4232", ""},
	{"hpc", "HPC", "L-F7808C92", ""},
}

// familyOf returns the index of the family of an instance type, -1 if it is not known.
func familyOf(instanceType string) int {
	found, longest := -1, 0
	for i, family := range instanceFamilies {
		for prefix := range strings.FieldsSeq(family.prefixes) {
			rest, has := strings.CutPrefix(instanceType, prefix)
			if has && len(prefix) > longest && (len(prefix) > 1 || rest != "" && rest[0] >= '0' && rest[0] <= '9') {
				found, longest = i, len(prefix)
			}
		}
	}
	return found
}

// quotas compares what the program adds with the quotas of the account.
func (c *checker) quotas(ctx context.Context) {
	if c.Program.Resources == 0 {
		return
	}
	c.vcpus(ctx)
	c.natGateways(ctx)
	for _, each := range []quota{
		{"VPCs", "vpc", "L-F678F1CE", func(n *counts.Counts) int { return n.VPCs }, c.counted("DescribeVpcs", "vpcSet"), "ec2:DescribeVpcs"},
		{
			"Elastic IPs", "ec2", "L-0263D0A3", func(n *counts.Counts) int { return n.ElasticIPs }, c.counted("DescribeAddresses", "addressesSet"),
			"ec2:DescribeAddresses",
		},
		{
			"Network Load Balancers", "elasticloadbalancing", "L-69A177A2", func(n *counts.Counts) int { return n.LoadBalancers },
			c.loadBalancers, "elasticloadbalancing:DescribeLoadBalancers",
		},
		{"buckets", "s3", "L-DC2B2D3D", func(n *counts.Counts) int { return len(n.Buckets) }, c.buckets, "s3:ListAllMyBuckets"},
	} {
		need := each.need(c.Program) - each.need(c.Existing)
		if need <= 0 {
			continue
		}
		used, err := each.used(ctx)
		if err != nil {
			c.unread("quota of "+each.name, err, each.reads)
			continue
		}
		c.compare(ctx, each.name, each.service, each.code, need, used)
	}
}

// compare reports whether a quota has room.
func (c *checker) compare(ctx context.Context, name, service, code string, need, used int) {
	line := "quota of " + name
	limit, err := c.limit(ctx, service, code)
	if err != nil {
		c.unread(line, err, "servicequotas:GetServiceQuota")
		return
	}
	text := fmt.Sprintf("%d more, with %d in use of %d", need, used, limit)
	if need+used > limit {
		c.add(line, Failed, text, fmt.Sprintf(
			"aws service-quotas request-service-quota-increase --service-code %s --quota-code %s --desired-value %d --region %s",
			service, code, need+used, c.quotaRegion(service)))
		return
	}
	c.okf(line, "%s", text)
}

// quotaRegion is the region whose service has a quota: those of S3 belong to the account.
func (c *checker) quotaRegion(service string) string {
	if service == "s3" && partition.OfRegion(c.Region).ID == "aws" {
		return "us-east-1"
	}
	return c.Region
}

// limit returns the value of a quota: that of the account, or AWS's default.
func (c *checker) limit(ctx context.Context, service, code string) (int, error) {
	var found struct{ Quota struct{ Value float64 } }
	get := func(operation string) error {
		return (&request.Request{
			Service: "servicequotas", Region: c.quotaRegion(service), Target: "ServiceQuotasV20190624." + operation,
			JSON: map[string]string{"ServiceCode": service, "QuotaCode": code},
		}).Do(ctx, &found)
	}
	err := get("GetServiceQuota")
	if isCode(err, "NoSuchResourceException") {
		err = get("GetAWSDefaultServiceQuota")
	}
	return int(found.Quota.Value), err
}

// vcpus compares the vCPUs of the instances, by family, on demand and Spot.
func (c *checker) vcpus(ctx context.Context) {
	const line, action = "quota of vCPUs", "DescribeInstanceTypes"
	types := c.types()
	if len(types) == 0 {
		return
	}
	values := []string{}
	for i, kind := range types {
		values = append(values, fmt.Sprintf("InstanceType.%d", i+1), kind)
	}
	var found struct {
		Types []struct {
			Name  string `xml:"instanceType"`
			VCPUs int    `xml:"vCpuInfo>defaultVCpus"`
		} `xml:"instanceTypeSet>item"`
	}
	if err := c.ec2(ctx, action, values, &found); err != nil {
		c.unread(line, err, "ec2:"+action)
		return
	}
	size := map[string]int{}
	for _, each := range found.Types {
		size[each.Name] = each.VCPUs
	}
	running, err := c.running(ctx)
	if err != nil {
		c.unread(line, err, "ec2:DescribeInstances")
		return
	}
	for i, family := range instanceFamilies {
		for _, market := range []struct {
			name, code        string
			program, existing map[string]int
		}{
			{"", family.onDemand, c.Program.Instances, c.Existing.Instances},
			{"Spot", family.spot, c.Program.Spot, c.Existing.Spot},
		} {
			need := 0
			for kind, count := range market.program {
				if familyOf(kind) == i {
					need += (count - market.existing[kind]) * size[kind]
				}
			}
			if need > 0 && market.code != "" {
				c.compare(ctx, strings.TrimSpace("vCPUs of "+market.name)+" "+family.name+" instances", "ec2", market.code, need, running[market.name][i])
			}
		}
	}
}

// running returns the vCPUs of the instances that run, by market ("" or Spot) and family.
func (c *checker) running(ctx context.Context) (map[string]map[int]int, error) {
	used := map[string]map[int]int{"": {}, "Spot": {}}
	values := []string{"Filter.1.Name", "instance-state-name", "Filter.1.Value.1", "pending", "Filter.1.Value.2", "running", "MaxResults", "1000"}
	for token := ""; ; {
		var page struct {
			Instances []struct {
				Type      string `xml:"instanceType"`
				Lifecycle string `xml:"instanceLifecycle"`
				Cores     int    `xml:"cpuOptions>coreCount"`
				Threads   int    `xml:"cpuOptions>threadsPerCore"`
			} `xml:"reservationSet>item>instancesSet>item"`
			Next string `xml:"nextToken"`
		}
		all := values
		if token != "" {
			all = append(slices.Clone(values), "NextToken", token)
		}
		if err := c.ec2(ctx, "DescribeInstances", all, &page); err != nil {
			return nil, err
		}
		for _, each := range page.Instances {
			market := ""
			if each.Lifecycle == "spot" {
				market = "Spot"
			}
			used[market][familyOf(each.Type)] += each.Cores * each.Threads
		}
		if token = page.Next; token == "" {
			return used, nil
		}
	}
}

// natGateways compares the NAT gateways of each zone, and reports the zone with the least room.
func (c *checker) natGateways(ctx context.Context) {
	const name, line, action = "NAT gateways", "quota of NAT gateways", "DescribeNatGateways"
	var gateways struct {
		Subnets []string `xml:"natGatewaySet>item>subnetId"`
	}
	var subnets struct {
		Subnets []struct {
			ID   string `xml:"subnetId"`
			Zone string `xml:"availabilityZone"`
		} `xml:"subnetSet>item"`
	}
	need, worst, used := 0, "", map[string]int{}
	if len(c.Program.NATGateways) == 0 {
		return
	}
	filter := []string{"Filter.1.Name", "state", "Filter.1.Value.1", "available", "Filter.1.Value.2", "pending"}
	if err := c.ec2(ctx, action, filter, &gateways); err != nil {
		c.unread(line, err, "ec2:"+action)
		return
	}
	if err := c.ec2(ctx, "DescribeSubnets", nil, &subnets); err != nil {
		c.unread(line, err, "ec2:DescribeSubnets")
		return
	}
	for _, subnet := range subnets.Subnets {
		for _, id := range gateways.Subnets {
			if id == subnet.ID {
				used[subnet.Zone]++
			}
		}
	}
	for _, zone := range slices.Sorted(maps.Keys(c.Program.NATGateways)) {
		more := c.Program.NATGateways[zone] - c.Existing.NATGateways[zone]
		if more > 0 && more+used[zone] > need+used[worst] {
			need, worst = more, zone
		}
	}
	if need > 0 {
		c.compare(ctx, name+" in "+worst, "vpc", "L-FE5A380F", need, used[worst])
	}
}

// counted returns a function that counts the elements of a list that an action of EC2 returns.
func (c *checker) counted(action, list string) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		var found elements
		found.list = list
		err := c.ec2(ctx, action, nil, &found)
		return found.count, err
	}
}

// elements counts the elements of a list with a name.
type elements struct {
	list  string
	count int
}

// UnmarshalXML implements xml.Unmarshaler.
func (e *elements) UnmarshalXML(decoder *xml.Decoder, start xml.StartElement) error {
	var answer struct {
		Lists []struct {
			XMLName xml.Name
			Items   []struct{} `xml:"item"`
		} `xml:",any"`
	}
	err := decoder.DecodeElement(&answer, &start)
	for _, list := range answer.Lists {
		if list.XMLName.Local == e.list {
			e.count += len(list.Items)
		}
	}
	return err
}

// loadBalancers counts the Network Load Balancers of the region.
func (c *checker) loadBalancers(ctx context.Context) (int, error) {
	count := 0
	for marker := ""; ; {
		form := url.Values{"Action": {"DescribeLoadBalancers"}, "Version": {"2015-12-01"}}
		if marker != "" {
			form.Set("Marker", marker)
		}
		var page struct {
			Types []string `xml:"DescribeLoadBalancersResult>LoadBalancers>member>Type"`
			Next  string   `xml:"DescribeLoadBalancersResult>NextMarker"`
		}
		if err := (&request.Request{Service: "elasticloadbalancing", Region: c.Region, Form: form}).Do(ctx, &page); err != nil {
			return 0, err
		}
		for _, kind := range page.Types {
			if kind == "network" {
				count++
			}
		}
		if marker = page.Next; marker == "" {
			return count, nil
		}
	}
}

// buckets counts the buckets of the account.
func (c *checker) buckets(ctx context.Context) (int, error) {
	var found struct {
		Names []string `xml:"Buckets>Bucket>Name"`
	}
	err := (&request.Request{Service: "s3", Region: c.Region}).Do(ctx, &found)
	return len(found.Names), err
}
