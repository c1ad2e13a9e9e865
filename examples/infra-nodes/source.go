package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// source has the settings of the configuration and the outputs of the stack that one of them names, if it is set.
type source struct {
	*config.Config
	cluster *pulumi.StackReference
}

func newSource(ctx *pulumi.Context, setting string) (source, error) {
	s := source{Config: config.New(ctx, "")}
	name := s.Get(setting)
	if name == "" {
		return s, nil
	}
	var err error
	s.cluster, err = pulumi.NewStackReference(ctx, name, nil)
	return s, err
}

// output returns an output of the cluster's stack, which replaces the setting of the same name; nil if there is none.
func (s source) output(key string) any {
	if s.cluster == nil {
		return nil
	}
	details, err := s.cluster.GetOutputDetails(key)
	if err != nil {
		panic(err)
	}
	if details.SecretValue != nil {
		return details.SecretValue
	}
	return details.Value
}

// text returns a setting that is a text.
func (s source) text(key string) string {
	if text, isText := s.output(key).(string); isText {
		return text
	}
	return s.Require(key)
}

// list returns a setting that is a list. In the configuration, its elements are separated by commas.
func (s source) list(key string) (elements []string) {
	output, isList := s.output(key).([]any)
	if !isList {
		return strings.Split(s.Require(key), ",")
	}
	for _, element := range output {
		elements = append(elements, fmt.Sprint(element))
	}
	return elements
}

// subnets returns a setting that has subnets by zone. In the configuration, they are us-east-2a=subnet-0123456789abcdef0,...
func (s source) subnets(key string) (all []network.Subnet) {
	output, isMap := s.output(key).(map[string]any)
	for _, zone := range slices.Sorted(maps.Keys(output)) {
		all = append(all, network.Subnet{ID: pulumi.String(fmt.Sprint(output[zone])), Zone: zone})
	}
	if isMap {
		return all
	}
	for pair := range strings.SplitSeq(s.Require(key), ",") {
		zone, id, _ := strings.Cut(pair, "=")
		all = append(all, network.Subnet{ID: pulumi.String(id), Zone: zone})
	}
	return all
}

// optional decodes a setting if it is set.
func (s source) optional(key string, value any) {
	if s.Get(key) != "" {
		s.RequireObject(key, value)
	}
}
