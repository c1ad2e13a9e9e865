package cluster

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const streamOfDemo = `{"stream": "rhel-9.6", "architectures": {
  "x86_64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-0amd"}}}}},
  "aarch64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-0arm"}}}}}}}`

func fromStream(a *ControlPlaneArgs) { a.AMI, a.StreamJSON = nil, []byte(streamOfDemo) }

func TestImageFromStream(t *testing.T) {
	t.Parallel()
	for _, machine := range recordControlPlane(t, fromStream).OfType(instanceType) {
		assert.Equal(t, "ami-0amd", machine.Inputs["ami"], machine.Name)
	}
	graviton := func(a *ControlPlaneArgs) { a.Architecture, a.InstanceType = "arm64", pulumi.String("m6g.xlarge") }
	for _, machine := range recordControlPlane(t, fromStream, graviton).OfType(instanceType) {
		assert.Equal(t, "ami-0arm", machine.Inputs["ami"], machine.Name)
	}
}

func changedInputs(before, after map[string]any) []string {
	var changed []string
	for key, inputs := range after {
		if !assert.ObjectsAreEqual(before[key], inputs) {
			changed = append(changed, key)
		}
	}
	return changed
}

func TestInstanceTypeChangesZoneByZone(t *testing.T) {
	t.Parallel()
	types := func(zones ...string) func(*ControlPlaneArgs) {
		return func(a *ControlPlaneArgs) {
			a.ZoneInstanceTypes = map[string]pulumi.StringInput{}
			for _, zone := range zones {
				a.ZoneInstanceTypes[zone] = pulumi.String("m6i.2xlarge")
			}
		}
	}
	all := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	for i := range all {
		before := inputsByName(recordControlPlane(t, afterBootstrap, types(all[:i]...)))
		after := inputsByName(recordControlPlane(t, afterBootstrap, types(all[:i+1]...)))
		assert.Equal(t, []string{instanceType + " demo-master-" + all[i]}, changedInputs(before, after))
	}
	everywhere := func(a *ControlPlaneArgs) { a.InstanceType = pulumi.String("m6i.2xlarge") }
	assert.Equal(
		t,
		string(recordControlPlane(t, afterBootstrap, types(all...)).Golden()),
		string(recordControlPlane(t, afterBootstrap, everywhere).Golden()),
		"at the end one argument says the same",
	)
}

func TestAnotherSubnetTouchesNoOtherMachine(t *testing.T) {
	t.Parallel()
	moved := func(a *ControlPlaneArgs) { a.PrivateSubnets[1].ID = pulumi.String("subnet-moved") }
	before, after := recordControlPlane(
		t,
		afterBootstrap,
		operated,
	), recordControlPlane(
		t,
		afterBootstrap,
		operated,
		moved,
	)
	assert.ElementsMatch(t, []string{
		instanceType + " demo-master-us-east-2b",
		balancerType + " demo-int",
		classicBalancerType + " demo-operator-sre2",
	}, changedInputs(inputsByName(before), inputsByName(after)), "the load balancers that stand in it change, too; registrations follow the machine's address")

	machine := one(t, after, instanceType, "demo-master-us-east-2b")
	var registrations []string
	for _, r := range append(after.OfType(attachmentType), after.OfType(classicAttachmentType)...) {
		if after.Graph().Reaches(r.URN, machine.URN) {
			registrations = append(registrations, r.Name)
		}
	}
	assert.ElementsMatch(t, []string{
		"demo-aext-us-east-2b", "demo-aint-us-east-2b", "demo-sint-us-east-2b", "demo-operator-sre-us-east-2b", "demo-operator-sre2-us-east-2b",
	}, registrations)
	for _, other := range after.OfType(instanceType) {
		if other.URN != machine.URN {
			assert.False(t, after.Graph().Reaches(other.URN, machine.URN), other.Name)
		}
	}
}

func TestMoreGroupsAreForTheControlPlaneAlone(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) {
		a.AdditionalSecurityGroupIDs = pulumi.StringArray{pulumi.String("sg-audit")}
	})
	assert.Equal(
		t,
		[]any{"sg-controlplane", "sg-node", "sg-lb", "sg-audit"},
		one(t, rec, instanceType, "demo-master-us-east-2a").Inputs["vpcSecurityGroupIds"],
	)
	assert.NotContains(t, one(t, rec, instanceType, "demo-bootstrap").Inputs["vpcSecurityGroupIds"], "sg-audit")
}

func TestTerminationProtection(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.TerminationProtection = pulumi.Bool(on) })
		assert.Equal(
			t,
			on,
			one(t, rec, instanceType, "demo-master-us-east-2a").Inputs["disableApiTermination"],
			"false is told to AWS, too",
		)
		assert.NotContains(
			t,
			one(t, rec, instanceType, "demo-bootstrap").Inputs,
			"disableApiTermination",
			"it goes within the hour",
		)
	}
}

func TestZonesOfOtherAccounts(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		account, err := aws.NewProvider(ctx, "network-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		_, err = NewControlPlane(ctx, "demo", demoArgs(func(a *ControlPlaneArgs) {
			a.PrivateZoneID, a.PrivateZoneProvider, a.PublicZoneProvider = pulumi.String("Z0SHARED"), account, account
		}))
		return err
	}))
	assert.Empty(t, rec.OfType("aws:route53/zone:Zone"), "the zone is there already")
	assert.Len(t, rec.OfType(recordType), 3)
	zones := map[string]any{}
	for _, record := range rec.OfType(recordType) {
		zones[record.Name] = record.Inputs["zoneId"]
		assert.Contains(t, record.Provider, "network-account", record.Name)
	}
	assert.Equal(
		t,
		map[string]any{
			"demo-private-api":     "Z0SHARED",
			"demo-private-api-int": "Z0SHARED",
			"demo-public-api":      "Z0123456789ABCDEFGHIJ",
		},
		zones,
	)
	for _, machine := range rec.OfType(instanceType) {
		assert.NotContains(t, machine.Provider, "network-account", "the cluster stays in its own account")
	}
}

func TestGivenZoneIsTheOutput(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.PrivateZoneID = pulumi.String("Z0SHARED") })
	assert.Equal(t, "Z0SHARED", rec.Outputs()["privateZoneId"])
}

func TestNoSecretTextStandsInTheOpen(t *testing.T) {
	t.Parallel()
	for name, changes := range controlPlanes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := recordControlPlane(t, changes...)
			for _, r := range rec.Resources() {
				shown, err := json.Marshal([]any{withoutSecrets(r.Inputs), withoutSecrets(r.Outputs), r.Options})
				require.NoError(t, err)
				for _, text := range []string{"the bootstrap machine's ignition", "the control plane's pointer", "the administrator's kubeconfig"} {
					assert.NotContains(t, string(shown), text, r.Name)
				}
			}
			if strings.HasPrefix(name, "cluster") {
				assert.Empty(t, rec.OfType(objectType), "S3 holds nothing of it after the bootstrap")
			}
		})
	}
}

func withoutSecrets(value any) any {
	switch v := value.(type) {
	case mocks.Secret:
		return "secret"
	case map[string]any:
		open := maps.Clone(v)
		for key, field := range open {
			open[key] = withoutSecrets(field)
		}
		return open
	case []any:
		var open []any
		for _, item := range v {
			open = append(open, withoutSecrets(item))
		}
		return open
	}
	return value
}

func TestBadMachinesAndDoors(t *testing.T) {
	t.Parallel()
	operator := func(key string, args OperatorLoadBalancerArgs) change {
		return func(a *ControlPlaneArgs) { a.OperatorLoadBalancers = map[string]OperatorLoadBalancerArgs{key: args} }
	}
	team := []string{"203.0.113.0/24"}
	bastion := map[string]pulumi.StringInput{"bastion": pulumi.String("sg-bastion")}
	tests := map[string]struct {
		reason string
		change change
		want   []string
	}{
		"two images": {
			reason: "one would be forgotten",
			change: func(a *ControlPlaneArgs) { a.StreamJSON = []byte(streamOfDemo) },
			want:   []string{"AMI: and StreamJSON are both given; leave one out"},
		},
		"damaged stream": {
			reason: "a file cut short",
			change: func(a *ControlPlaneArgs) { a.AMI, a.StreamJSON = nil, []byte("{") },
			want: []string{
				"StreamJSON: the stream metadata is damaged JSON (unexpected end of JSON input); `openshift-install coreos print-stream-json` prints it",
			},
		},
		"unknown architecture": {
			reason: "a slip",
			change: func(a *ControlPlaneArgs) { fromStream(a); a.Architecture = "intel" },
			want:   []string{`StreamJSON: stream rhel-9.6 has no architecture "intel"; it has aarch64, x86_64`},
		},
		"Graviton's machine": {
			reason: "it cannot run the image",
			change: func(a *ControlPlaneArgs) { fromStream(a); a.InstanceType = pulumi.String("m6g.xlarge") },
			want: []string{
				"InstanceType: m6g.xlarge of zone us-east-2a is arm64 and the image would be amd64; set Architecture to arm64 or choose another type",
			},
		},
		"Graviton in a zone": {
			reason: "machines of one image",
			change: func(a *ControlPlaneArgs) {
				fromStream(a)
				a.ZoneInstanceTypes = map[string]pulumi.StringInput{"us-east-2c": pulumi.String("m6g.xlarge")}
			},
			want: []string{
				"InstanceType: m6g.xlarge of zone us-east-2c is arm64 and the image would be amd64; set Architecture to arm64 or choose another type",
			},
		},
		"zone without machine": {
			reason: "nothing would happen",
			change: func(a *ControlPlaneArgs) {
				a.ZoneInstanceTypes = map[string]pulumi.StringInput{"us-east-2d": pulumi.String("m5.large")}
			},
			want: []string{
				`ZoneInstanceTypes[us-east-2d]: there is no control-plane machine in zone "us-east-2d"; PrivateSubnets has none there`,
			},
		},
		"zone without type": {
			reason: "a component that was not made",
			change: func(a *ControlPlaneArgs) { a.ZoneInstanceTypes = map[string]pulumi.StringInput{"us-east-2a": nil} },
			want:   []string{"ZoneInstanceTypes[us-east-2a]: is required"},
		},
		"key's alias": {
			reason: "a key of the account and the region is meant",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{KMSKeyARN: pulumi.String("alias/etcd")} },
			want: []string{
				`RootVolume.KMSKeyARN: "alias/etcd" is no key's ARN, such as arn:aws:kms:us-east-2:123456789012:key/1234abcd`,
			},
		},
		"throughput of io1": {
			reason: "gp3 alone has it",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{ThroughputMiB: 500} },
			want: []string{
				"RootVolume.ThroughputMiB: 500 cannot be chosen with volumes of type io1; leave it out or use gp3",
			},
		},
		"seventeen groups": {
			reason: "AWS's last word",
			change: func(a *ControlPlaneArgs) {
				more := pulumi.StringArray{}
				for range 14 {
					more = append(more, pulumi.String("sg"))
				}
				a.AdditionalSecurityGroupIDs = more
			},
			want: []string{"AdditionalSecurityGroupIDs: makes 17 groups for a machine; AWS takes at most 16"},
		},
		"provider without zone": {
			reason: "it would do nothing",
			change: func(a *ControlPlaneArgs) { a.PrivateZoneProvider = &aws.Provider{} },
			want: []string{
				"PrivateZoneProvider: is for a zone that is there already; set PrivateZoneID or leave it out",
			},
		},
		"nobody": {
			reason: "a door for nobody",
			change: operator("sre", OperatorLoadBalancerArgs{}),
			want: []string{
				"OperatorLoadBalancers[sre].AllowedCIDRs: is empty and so is AllowedSecurityGroupIDs, so nobody could use the load balancer; name the ranges that the team works from",
			},
		},
		"everybody": {
			reason: "not this door",
			change: operator("sre", OperatorLoadBalancerArgs{AllowedCIDRs: []string{"0.0.0.0/0"}}),
			want: []string{
				"OperatorLoadBalancers[sre].AllowedCIDRs: 0.0.0.0/0 admits everybody; name the ranges that the team works from",
			},
		},
		"the cluster's name": {
			reason: "two of one name",
			change: operator("int", OperatorLoadBalancerArgs{AllowedCIDRs: team}),
			want: []string{
				`OperatorLoadBalancers[int]: "int" is the name of one of the cluster's own load balancers; choose another key, such as sre`,
			},
		},
		"no name": {
			reason: "part of a load balancer's name",
			change: operator("SRE", OperatorLoadBalancerArgs{AllowedCIDRs: team}),
			want: []string{
				`OperatorLoadBalancers[SRE]: "SRE" ends the load balancer's name; it begins with a lower-case letter and holds lower-case letters, digits and inner hyphens`,
			},
		},
		"no range": {
			reason: "rules know addresses alone",
			change: operator("sre", OperatorLoadBalancerArgs{AllowedCIDRs: []string{"vpn"}}),
			want: []string{
				`OperatorLoadBalancers[sre].AllowedCIDRs[0]: "vpn" is no IPv4 range; write one such as 10.0.0.0/16`,
			},
		},
		"no port": {
			reason: "TCP has 65535",
			change: operator("sre", OperatorLoadBalancerArgs{AllowedCIDRs: team, Port: 70000}),
			want:   []string{"OperatorLoadBalancers[sre].Port: 70000 is no port; it is 1 to 65535"},
		},
		"groups from outside": {
			reason: "their members come as addresses",
			change: operator("sre", OperatorLoadBalancerArgs{AllowedSecurityGroupIDs: bastion}),
			want: []string{
				"OperatorLoadBalancers[sre].AllowedSecurityGroupIDs: needs Internal: who comes by way of the internet comes without its group",
			},
		},
		"group without id": {
			reason: "a component that was not made",
			change: operator(
				"sre",
				OperatorLoadBalancerArgs{
					Internal:                true,
					AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"Bastion 1": nil},
				},
			),
			want: []string{
				"OperatorLoadBalancers[sre].AllowedSecurityGroupIDs[Bastion 1]: is required",
				`OperatorLoadBalancers[sre].AllowedSecurityGroupIDs[Bastion 1]: "Bastion 1" names a rule; it begins with a lower-case letter and holds lower-case letters, digits and inner hyphens`,
			},
		},
		"nowhere to stand": {
			reason: "an internal cluster may have no public subnets",
			change: func(a *ControlPlaneArgs) {
				a.Publish, a.PublicSubnets = Internal, nil
				operator("sre", OperatorLoadBalancerArgs{AllowedCIDRs: team})(a)
			},
			want: []string{
				"OperatorLoadBalancers[sre]: faces the internet and PublicSubnets is empty; set Internal or give public subnets",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.EqualError(t, demoArgs(tt.change).Validate(), at1+strings.Join(tt.want, "\n"+at1), tt.reason)
		})
	}
}
