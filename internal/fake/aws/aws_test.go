package aws

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

const (
	groupType  = "aws:ec2/securityGroup:SecurityGroup"
	ruleType   = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	roleType   = "aws:iam/role:Role"
	objectType = "aws:s3/bucketObjectv2:BucketObjectv2"
	ltType     = "aws:ec2/launchTemplate:LaunchTemplate"
	oidcType   = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"
)

// engine calls the provider of one account.
type engine struct {
	faketest.Engine
	account *fake.Account
}

func newEngine(t *testing.T) engine {
	t.Helper()
	provider, account := New(fake.NewStore[fake.Record]())
	return engine{account: account, Engine: faketest.Engine{T: t, Provider: provider, Config: resource.PropertyMap{
		"region":      resource.NewProperty("us-east-2"),
		"defaultTags": resource.NewProperty(`{"tags":{"team":"a"}}`),
	}}}
}

func propertyMap(m fields) resource.PropertyMap { return resource.NewPropertyMapFromMap(m) }

func TestLifecycle(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	inputs := fields{"cidrBlock": "10.0.0.0/16", "tags": fields{"Name": "n"}}
	id, outputs := a.Create(vpcType, "net", inputs)
	assert.Regexp(t, `^vpc-[0-9a-f]{17}$`, id)
	assert.Equal(t, propertyMap(fields{"Name": "n", "team": "a"}), outputs["tagsAll"].ObjectValue(),
		"default tags are added")

	state, exists := a.Read(vpcType, id, propertyMap(inputs), outputs)
	assert.True(t, exists)
	assert.Equal(t, fake.State{Inputs: propertyMap(inputs), Outputs: outputs}, state)

	inputs["enableDnsHostnames"] = true
	updated := a.Update(vpcType, "net", id, outputs, propertyMap(inputs))
	want := outputs.Copy()
	want["enableDnsHostnames"] = resource.NewProperty(true)
	assert.Equal(t, want, updated, "an update keeps what AWS chose")

	require.NoError(t, a.Delete(vpcType, "net", id, nil))
	_, exists = a.Read(vpcType, id, nil, updated)
	assert.False(t, exists)
	require.NoError(t, a.Delete(vpcType, "net", id, nil), "deleting a deleted resource is not an error")
	_, err := a.TryUpdate(vpcType, "net", id, nil, propertyMap(inputs))
	assert.ErrorContains(t, err, "couldn't find resource")
}

func TestReadKeepsInputsThatAWSWritesInAnotherForm(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	inputs := fields{
		"url": "https://issuer.example.com", "clientIdLists": []any{"openshift"}, "thumbprintLists": []any{"0"},
	}
	id, outputs := a.Create(oidcType, "oidc", inputs)
	require.Equal(t, "issuer.example.com", outputs["url"].StringValue())
	drifted := outputs.Copy()
	drifted["thumbprintLists"] = resource.NewPropertyValue([]any{"1"})
	state, _ := a.Read(oidcType, id, propertyMap(inputs), drifted)
	assert.Equal(t, fake.State{Inputs: propertyMap(inputs), Outputs: outputs}, state)
}

func TestOutputsOfResourcesInAccount(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	subnet, _ := a.Create(subnetType, "s", fields{
		"vpcId": "vpc-1", "cidrBlock": "10.0.4.0/28", "availabilityZone": "us-east-2c", "mapPublicIpOnLaunch": true,
	})
	eip, address := a.Create(eipType, "e", nil)
	_, nat := a.Create(natGatewayType, "n", fields{"subnetId": subnet, "allocationId": eip})
	_, public := a.Create(instanceType, "i", fields{"subnetId": subnet})
	_, private := a.Create(instanceType, "h", fields{"subnetId": subnet, "associatePublicIpAddress": false})
	assert.Equal(t, address["publicIp"], nat["publicIp"])
	assert.Equal(t, "us-east-2c", public["availabilityZone"].StringValue())
	assert.NotEmpty(t, public["publicIp"].StringValue(), "the subnet assigns public addresses")
	assert.Empty(t, private["publicIp"].StringValue(), "an instance can decline a public address")
}

// TestIDsHaveTheirScope: AWS and the provider form IDs that exist once in a group, a bucket or a region.
func TestIDsHaveTheirScope(t *testing.T) {
	t.Parallel()
	const hookType, keyType = "aws:autoscaling/lifecycleHook:LifecycleHook", "aws:ec2/keyPair:KeyPair"
	tests := map[string]struct {
		token         string
		first, second fields
		region        string
	}{
		"hooks of two groups": {
			token:  hookType,
			first:  fields{"name": "x", "autoscalingGroupName": "a"},
			second: fields{"name": "x", "autoscalingGroupName": "b"},
		},
		"objects of two buckets": {
			token:  objectType,
			first:  fields{"key": "x", "bucket": "a"},
			second: fields{"key": "x", "bucket": "b"},
		},
		"keys of two regions": {
			token:  keyType,
			first:  fields{"keyName": "x", "publicKey": "a"},
			second: fields{"keyName": "x", "publicKey": "b"},
			region: "eu-west-1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newEngine(t)
			id, first := a.Create(tt.token, "first", tt.first)
			b := a
			if tt.region != "" {
				b.Config = resource.PropertyMap{"region": resource.NewProperty(tt.region)}
			}
			_, second := b.Create(tt.token, "second", tt.second)
			state, exists := a.Read(tt.token, id, propertyMap(tt.first), first)
			assert.True(t, exists)
			assert.Equal(t, first, state.Outputs, "a refresh changes nothing")
			a.Config = resource.PropertyMap{"region": resource.NewProperty("us-east-2"), "profile": resource.NewProperty("renamed")}
			require.NoError(t, a.Delete(tt.token, "first", id, propertyMap(tt.first)), "other credentials of the same account")
			state, exists = b.Read(tt.token, id, propertyMap(tt.second), second)
			assert.True(t, exists)
			assert.Equal(t, second, state.Outputs)
			assert.Len(t, a.account.Remaining(), 1)
		})
	}
}

// TestGeneratedIPv6Range: the provider computes the range if it is requested, also later.
func TestGeneratedIPv6Range(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	id, outputs := a.Create(vpcType, "net", fields{"cidrBlock": "10.0.0.0/16"})
	assert.NotContains(t, outputs, resource.PropertyKey("ipv6CidrBlock"))
	updated := a.Update(vpcType, "net", id, outputs, propertyMap(fields{"cidrBlock": "10.0.0.0/16", "assignGeneratedIpv6CidrBlock": true}))
	assert.Regexp(t, `^2600:1f16:[0-9a-f]{4}::/56$`, updated["ipv6CidrBlock"].StringValue())
	assert.Regexp(t, `^vpc-cidr-assoc-0`, updated["ipv6AssociationId"].StringValue())
}

// TestVolumesDoNotShrink: a preview checks the inputs too.
func TestVolumesDoNotShrink(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	machine := func(size float64, zone string) resource.PropertyMap {
		return propertyMap(fields{
			"ami": "ami-1", "instanceType": "m5.large", "availabilityZone": zone, "rootBlockDevice": fields{"volumeSize": size},
		})
	}
	_, problems := a.Check(instanceType, "machine", machine(300, "us-east-2a"), machine(150, "us-east-2a"))
	assert.Equal(t, []string{"rootBlockDevice.volumeSize: must be at least 300: EC2 cannot shrink a volume"}, problems)
	for _, news := range []resource.PropertyMap{machine(300, "us-east-2a"), machine(400, "us-east-2a"), machine(150, "us-east-2b")} {
		_, problems = a.Check(instanceType, "machine", machine(300, "us-east-2a"), news)
		assert.Empty(t, problems)
	}
}

func TestReplacementHasAnotherID(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	first, _ := a.Create(vpcType, "net", fields{"cidrBlock": "10.0.0.0/16"})
	second, _ := a.Create(vpcType, "net", fields{"cidrBlock": "10.1.0.0/16"})
	assert.NotEqual(t, first, second)
	require.NoError(t, a.Delete(vpcType, "net", first, nil))
	assert.Equal(t, []string{string(faketest.URN(vpcType, "net"))}, a.account.Remaining(), "the replacement remains")
}

func TestUpdateIncrementsLaunchTemplateVersion(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	id, outputs := a.Create(ltType, "lt", fields{"name": "lt"})
	updated := a.Update(ltType, "lt", id, outputs, propertyMap(fields{"name": "lt", "instanceType": "m5.large"}))
	assert.InEpsilon(t, 2.0, updated["latestVersion"].NumberValue(), 0)
	preview, err := a.Provider.Preview(a.Resource(ltType, "lt", id), propertyMap(fields{"name": "lt"}), outputs)
	require.NoError(t, err)
	assert.True(t, preview["latestVersion"].IsComputed(), "a new version is unknown in a preview")
	assert.Equal(t, outputs["arn"], preview["arn"])
}

func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	inputs := propertyMap(fields{"bucket": "b", "key": "k"})
	inputs["content"] = resource.MakeSecret(resource.NewProperty("hush"))
	id, outputs, err := a.TryCreate(objectType, "o", inputs)
	require.NoError(t, err)
	assert.True(t, outputs["content"].IsSecret())
	drifted := outputs.Copy()
	drifted["etag"] = resource.NewProperty("another")
	state, _ := a.Read(objectType, id, inputs, drifted)
	assert.Equal(t, outputs, state.Outputs, "the state of the account has the secret marks of Pulumi's state")
	assert.True(t, state.Inputs["content"].IsSecret())
}

func TestCheckNames(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	policy := propertyMap(fields{"assumeRolePolicy": "{}"})
	first, problems := a.Check(roleType, "app", nil, policy)
	assert.Empty(t, problems)
	assert.Regexp(t, `^app-[0-9a-f]{7}$`, first["name"].StringValue())
	assert.NotContains(t, policy, resource.PropertyKey("name"), "the program's inputs do not change")

	old := first.Copy()
	old["name"] = resource.NewProperty("app-0000000")
	again, _ := a.Check(roleType, "app", old, policy)
	assert.Equal(t, old, again, "a generated name is kept")

	old["__defaults"] = resource.NewPropertyValue([]any{})
	unnamed, _ := a.Check(roleType, "app", old, policy)
	assert.NotEqual(t, "app-0000000", unnamed["name"].StringValue(),
		"a name that the program no longer sets is not kept")

	named, _ := a.Check(roleType, "app", nil, propertyMap(fields{"assumeRolePolicy": "{}", "namePrefix": "x-"}))
	assert.NotContains(t, named, resource.PropertyKey("name"), "a prefix is a name")
}

func TestCheckRejects(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	_, problems := a.Check(roleType, "app", nil, propertyMap(fields{
		"name": "a", "namePrefix": "b", "maxSessionDuration": "long", "colour": "red",
	}))
	assert.Equal(t, []string{
		"assumeRolePolicy: is required", "colour: is not a property of aws:iam/role:Role",
		`maxSessionDuration: must be a whole number (got string "long")`,
		"name: must not be set together with namePrefix",
	}, problems)
	_, _, err := a.TryCheck("aws:nosuch/type:Type", "x", nil, nil)
	require.ErrorIs(t, err, fake.ErrUnknownType)
}

func TestDiff(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason     string
		olds, news fields
		want       fake.Diff
	}{
		"nothing": {
			reason: "equal inputs are not a change",
			olds:   fields{"name": "r"}, news: fields{"name": "r"},
		},
		"update": {
			reason: "a description changes in place",
			olds:   fields{"description": "a"}, news: fields{"description": "b"},
			want: fake.Diff{Changed: []string{"description"}},
		},
		"replacement": {
			reason: "a resource with a generated name is created before the former one is deleted",
			olds:   fields{"name": "r-1", "__defaults": []any{"name"}, "path": "/a/"},
			news:   fields{"name": "r-1", "__defaults": []any{"name"}, "path": "/b/"},
			want:   fake.Diff{Changed: []string{"path"}, Replaces: []string{"path"}},
		},
		"replacement with a name": {
			reason: "two roles with one name cannot exist at the same time",
			olds:   fields{"name": "r", "path": "/a/"}, news: fields{"name": "r", "path": "/b/"},
			want: fake.Diff{Changed: []string{"path"}, Replaces: []string{"path"}, DeleteBeforeReplace: true},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newEngine(t)
			got, err := a.Provider.Diff(a.Resource(roleType, "r", "r"), fake.State{Inputs: propertyMap(tt.olds)}, propertyMap(tt.news))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestUnitTestProviderHasNoRules(t *testing.T) {
	t.Parallel()
	a := faketest.Engine{T: t, Provider: NewForUnitTests()}
	a.Create(roleType, "one", fields{"name": "r"})
	id, _ := a.Create(roleType, "two", fields{"name": "r"})
	assert.Equal(t, "r", id, "two accounts may have roles with one name")
	_, outputs := a.Create(instanceType, "i", nil)
	assert.NotEmpty(t, outputs["publicIp"].StringValue(), "no computed string is empty")
}
