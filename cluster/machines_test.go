package cluster

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const demoStream = `{"stream": "rhel-9.6", "architectures": {
  "x86_64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-0amd"}}}}},
  "aarch64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-0arm"}}}}}}}`

func fromStream(a *ControlPlaneArgs) { a.AMI, a.StreamJSON = nil, []byte(demoStream) }

func TestImageFromStream(t *testing.T) {
	t.Parallel()
	for _, machine := range recordControlPlane(t, fromStream).OfType(instanceType) {
		assert.Equal(t, "ami-0amd", machine.Inputs["ami"], machine.Name)
	}
	graviton := func(a *ControlPlaneArgs) { a.Architecture, a.InstanceType = "arm64", "m6g.xlarge" }
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
			a.ZoneInstanceTypes = map[string]string{}
			for _, zone := range zones {
				a.ZoneInstanceTypes[zone] = "m6i.2xlarge"
			}
		}
	}
	all := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	for i := range all {
		before := inputsByName(recordControlPlane(t, afterBootstrap, types(all[:i]...)))
		after := inputsByName(recordControlPlane(t, afterBootstrap, types(all[:i+1]...)))
		assert.Equal(t, []string{instanceType + " demo-master-" + all[i]}, changedInputs(before, after))
	}
	second := func(a *ControlPlaneArgs) { a.ZoneInstanceTypes = map[string]string{"us-east-2a-2": "m6i.2xlarge"} }
	two := inZones("a", "a", "b")
	assert.Equal(t, []string{instanceType + " demo-master-us-east-2a-2"}, changedInputs(
		inputsByName(recordControlPlane(t, afterBootstrap, two)),
		inputsByName(recordControlPlane(t, afterBootstrap, two, second))), "etcd keeps its majority in two zones as well")
	everywhere := func(a *ControlPlaneArgs) { a.InstanceType = "m6i.2xlarge" }
	assert.Equal(t, string(recordControlPlane(t, afterBootstrap, types(all...)).Golden()),
		string(recordControlPlane(t, afterBootstrap, everywhere).Golden()),
		"InstanceType replaces the same type in all zones")
}

func TestFurtherMachinesOfAZone(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, inZones("b", "a", "a"))
	subnetOf := map[string]any{}
	for _, machine := range rec.OfType(instanceType) {
		subnetOf[machine.Name] = machine.Inputs["subnetId"]
	}
	first, second := "subnet-1aaaaaaaaaaaaaaaa", "subnet-1bbbbbbbbbbbbbbbb"
	assert.Equal(t, map[string]any{
		"demo-master-us-east-2a": first, "demo-master-us-east-2a-2": first, "demo-master-us-east-2b": second,
		"demo-bootstrap": "subnet-0aaaaaaaaaaaaaaaa",
	}, subnetOf)
	machine := clustertest.One(t, rec, instanceType, "demo-master-us-east-2a-2")
	assert.Equal(t, machine.ID, rec.Outputs()["machines"].(map[string]any)["us-east-2a-2"])
	for _, group := range []string{"aext", "aint", "sint"} {
		assert.Equal(t, machine.Outputs["privateIp"],
			clustertest.One(t, rec, attachmentType, "demo-"+group+"-us-east-2a-2").Inputs["targetId"], group)
	}
}

// A zone that is added, another order and further machines never rename or change a machine that exists.
func TestMachineZonesKeepMachines(t *testing.T) {
	t.Parallel()
	zones := func(letters ...string) func(*ControlPlaneArgs) {
		return func(a *ControlPlaneArgs) {
			network := a.Network
			inZones(letters...)(a)
			a.Network = network
		}
	}
	steps := map[string]struct{ before, after func(*ControlPlaneArgs) }{
		"the network gets a zone": {inZones("b", "c", "c"), zones("b", "c", "c")},
		"another order":           {zones("b", "c", "c"), zones("c", "b", "c")},
		"more machines":           {zones("b", "c", "c"), zones("c", "a", "b", "c", "b")},
		"one in each zone":        {func(*ControlPlaneArgs) {}, zones("c", "a", "b")},
	}
	for name, step := range steps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := inputsByName(recordControlPlane(t, afterBootstrap, operated, step.before))
			after := inputsByName(recordControlPlane(t, afterBootstrap, operated, step.after))
			for key, inputs := range before {
				if strings.HasPrefix(key, balancerType) || strings.HasPrefix(key, classicBalancerType) {
					continue
				}
				assert.Equal(t, inputs, after[key], key)
			}
		})
	}
}

func TestAnotherSubnetChangesOneMachine(t *testing.T) {
	t.Parallel()
	moved := func(a *ControlPlaneArgs) { a.Network.PrivateSubnets[1].ID = pulumi.String("subnet-0123456789abcdef0") }
	before := recordControlPlane(t, afterBootstrap, operated)
	after := recordControlPlane(t, afterBootstrap, operated, moved)
	assert.ElementsMatch(t, []string{
		instanceType + " demo-master-us-east-2b", balancerType + " demo-int",
		classicBalancerType + " demo-operator-sre2",
	}, changedInputs(inputsByName(before), inputsByName(after)),
		"the load balancers of the subnet change as well; targets follow the machine's address")

	machine := clustertest.One(t, after, instanceType, "demo-master-us-east-2b")
	var registrations []string
	for _, r := range append(after.OfType(attachmentType), after.OfType(classicAttachmentType)...) {
		if after.Graph().Reaches(r.URN, machine.URN) {
			registrations = append(registrations, r.Name)
		}
	}
	assert.ElementsMatch(t, []string{
		"demo-aext-us-east-2b", "demo-aint-us-east-2b", "demo-sint-us-east-2b", "demo-operator-sre-us-east-2b",
		"demo-operator-sre2-us-east-2b",
	}, registrations)
	for _, other := range after.OfType(instanceType) {
		if other.URN != machine.URN {
			assert.False(t, after.Graph().Reaches(other.URN, machine.URN), other.Name)
		}
	}
}

func TestAdditionalGroupsAreForTheControlPlaneOnly(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) {
		a.AdditionalSecurityGroupIDs = pulumi.StringArray{pulumi.String("sg-00000000000000005")}
	})
	assert.Equal(t, []any{"sg-00000000000000001", "sg-00000000000000002", "sg-00000000000000003", "sg-00000000000000005"},
		clustertest.One(t, rec, instanceType, "demo-master-us-east-2a").Inputs["vpcSecurityGroupIds"])
	bootstrap := clustertest.One(t, rec, instanceType, "demo-bootstrap")
	assert.NotContains(t, bootstrap.Inputs["vpcSecurityGroupIds"], "sg-00000000000000005")
}

func TestTerminationProtection(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.TerminationProtection = &on })
		assert.Equal(t, on, clustertest.One(t, rec, instanceType, "demo-master-us-east-2a").Inputs["disableApiTermination"],
			"an explicit false is set as well")
		assert.NotContains(t, clustertest.One(t, rec, instanceType, "demo-bootstrap").Inputs, "disableApiTermination",
			"the bootstrap machine is temporary")
	}
}

func TestZonesOfOtherAccounts(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		account, err := aws.NewProvider(ctx, "network-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		_, err = NewControlPlane(ctx, "demo", demoArgs(func(a *ControlPlaneArgs) {
			a.PrivateZoneID, a.PrivateZoneProvider, a.PublicZoneProvider = pulumi.String("Z0SHARED"), account, account
		}))
		return err
	})
	assert.Empty(t, rec.OfType("aws:route53/zone:Zone"), "the zone exists")
	assert.Len(t, rec.OfType(recordType), 3)
	zones := map[string]any{}
	for _, record := range rec.OfType(recordType) {
		zones[record.Name] = record.Inputs["zoneId"]
		assert.Contains(t, record.Provider, "network-account", record.Name)
	}
	assert.Equal(t, map[string]any{
		"demo-private-api":     "Z0SHARED",
		"demo-private-api-int": "Z0SHARED",
		"demo-public-api":      "Z0123456789ABCDEFGHIJ",
	}, zones)
	for _, machine := range rec.OfType(instanceType) {
		assert.NotContains(t, machine.Provider, "network-account", "the machines are in the cluster's account")
	}
}

func TestGivenZoneIsTheOutput(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.PrivateZoneID = pulumi.String("Z0SHARED") })
	assert.Equal(t, "Z0SHARED", rec.Outputs()["privateZoneId"])
}

func TestSecretsAreNotInPlainText(t *testing.T) {
	t.Parallel()
	for name, changes := range controlPlanes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := recordControlPlane(t, changes...)
			for _, r := range rec.Resources() {
				inputs, outputs := clustertest.WithoutSecrets(r.Inputs), clustertest.WithoutSecrets(r.Outputs)
				shown, err := json.Marshal([]any{inputs, outputs, r.Options})
				require.NoError(t, err)
				// As in the encoding of shown.
				for _, text := range []string{
					string(demoText("bootstrap.ign"))[:200], string(demoText("master.ign")), "the administrator's token",
				} {
					encoded, err := json.Marshal(text)
					require.NoError(t, err)
					assert.NotContains(t, string(shown), strings.Trim(string(encoded), `"`), r.Name)
				}
			}
			if strings.HasPrefix(name, "cluster") {
				assert.Empty(t, rec.OfType(objectType), "the bootstrap bucket is deleted")
			}
		})
	}
}
