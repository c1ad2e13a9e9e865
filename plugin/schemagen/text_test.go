package main

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

func TestProse(t *testing.T) {
	n := names{
		fields: map[string]string{"Drain": "drain", "EC2Endpoint": "ec2Endpoint", "Labels": "labels", "Name": "name", "OpenID": "openid"},
		others: map[string]string{"MachineSet": "machineSet"},
		values: map[string]string{"NATSingle": "Single", "HCP": "HCP"},
		words:  map[string]bool{"Vpc": true, "VpcArgs": true, "ExternalOIDC": true},
	}
	for comment, want := range map[string]string{
		"It sets [Labels], unless [Drain] is set.":        "It sets `labels`, unless `drain` is set.",
		"Labels of Availability Labels, and EC2Endpoint.": "Labels of Availability Labels, and `ec2Endpoint`.",
		"One MachineSet of an OpenID Connect issuer.":     "One MachineSet of an OpenID Connect issuer.",
		"It defaults to network.NATSingle of a VpcArgs.":  "It defaults to `Single` of a Vpc.",
		"ExternalOIDC of HCP of package cluster/rosa.":    "ExternalOIDC of HCP of the module rosa.",
		"ARNs[NATSingle] of a NewVpc (such as [Name]).":   "ARNs[`Single`] of a Vpc (such as `name`).",
		"The ID; nil without [Drain]. Unless a field says otherwise, none.": "The ID; " +
			"null without `drain`. Unless a property says otherwise, none.",
		"Connect without a key:\n\n\taws ssm start-session\n\nand forward a port.": "Connect without a key and forward a port.",
		"Call it:\n\n\tcall()\n\nThen (openshift/\nmachine-config-operator) is:\n  - one\n    line\n  - two": "Call it.\n\n" +
			"Then (openshift/machine-config-operator) is:\n- one line\n- two",
	} {
		assert.Equal(t, want, n.prose(comment))
	}
	assert.Equal(t, "The arguments of a Vpc.", n.argumentsText("VpcArgs", "VpcArgs are the arguments of a Vpc."))
}

func TestZeroDefault(t *testing.T) {
	type ExampleArgs struct {
		Wait   bool
		Labels map[string]string
		Max    int
		Part   *struct{} `check:"part"`
	}
	owner := reflect.TypeFor[ExampleArgs]()
	shape := argument.Of(owner)
	var got []string
	for _, field := range shape.Fields {
		got = append(got, zeroDefault(owner, field, "It has effects."))
	}
	assert.Equal(t, []string{" Defaults to false.", " Defaults to none.", "", ""}, got)
	assert.Empty(t, zeroDefault(owner, shape.Fields[0], "Required with Max."))
}

func TestSharedPrefix(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"EndpointsPrivate", "EndpointsSSM"}, "Endpoints"},
		{[]string{"NATSingle", "NATPerZone"}, "NAT"},
		{[]string{"Reboot", "Restart"}, ""},
		{[]string{"External", "Internal"}, ""},
		{[]string{"DisruptionNone"}, ""},
	} {
		var values []constant
		for _, name := range tt.names {
			values = append(values, constant{name: name})
		}
		assert.Equal(t, tt.want, sharedPrefix(values))
	}
}
