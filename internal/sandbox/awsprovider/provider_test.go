package awsprovider

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	vpcType    = "aws:ec2/vpc:Vpc"
	subnetType = "aws:ec2/subnet:Subnet"
	groupType  = "aws:ec2/securityGroup:SecurityGroup"
	ruleType   = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	roleType   = "aws:iam/role:Role"
	bucketType = "aws:s3/bucketV2:BucketV2"
	objectType = "aws:s3/bucketObjectv2:BucketObjectv2"
	zoneType   = "aws:route53/zone:Zone"
	ltType     = "aws:ec2/launchTemplate:LaunchTemplate"
	oidcType   = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"

	instanceType = "aws:ec2/instance:Instance"
)

// account is a provider with helpers that fail the test.
type account struct {
	*Provider
	t *testing.T
}

func newAccount(t *testing.T, dir string) account {
	t.Helper()
	p, err := New(dir)
	require.NoError(t, err)
	a := account{p, t}
	_, err = p.Configure(context.Background(), plugin.ConfigureRequest{Inputs: resource.PropertyMap{
		"region":      resource.NewStringProperty("us-east-2"),
		"defaultTags": resource.NewStringProperty(`{"tags":{"team":"a"}}`),
	}})
	require.NoError(t, err)
	return a
}

func urn(token, name string) resource.URN {
	return resource.NewURN("s", "p", "", tokens.Type(token), name)
}

func object(m map[string]any) resource.PropertyMap { return resource.NewPropertyMapFromMap(m) }

func (a account) create(token, name string, inputs map[string]any) plugin.CreateResponse {
	a.t.Helper()
	made, err := a.Create(context.Background(), plugin.CreateRequest{
		URN: urn(token, name), Type: tokens.Type(token), Properties: object(inputs),
	})
	require.NoError(a.t, err)
	return made
}

func (a account) remove(token string, id resource.ID) error {
	_, err := a.Delete(context.Background(), plugin.DeleteRequest{Type: tokens.Type(token), ID: id})
	return err
}

func TestCreateReadUpdateDeleteAcrossRuns(t *testing.T) {
	t.Parallel()
	dir, ctx := t.TempDir(), context.Background()
	a := newAccount(t, dir)
	inputs := map[string]any{"cidrBlock": "10.0.0.0/16", "tags": map[string]any{"Name": "n"}}
	made := a.create(vpcType, "net", inputs)
	assert.Regexp(t, `^vpc-[0-9a-f]{17}$`, made.ID)
	assert.Equal(t, object(map[string]any{"Name": "n", "team": "a"}), made.Properties["tagsAll"].ObjectValue())

	a = newAccount(t, dir)
	read, err := a.Read(
		ctx,
		plugin.ReadRequest{Type: vpcType, ID: made.ID, Inputs: object(inputs), State: made.Properties},
	)
	require.NoError(t, err)
	assert.Equal(t, plugin.ReadResult{ID: made.ID, Inputs: object(inputs), Outputs: made.Properties}, read.ReadResult)

	inputs["enableDnsHostnames"] = true
	updated, err := a.Update(ctx, plugin.UpdateRequest{
		URN: urn(vpcType, "net"), Type: vpcType, ID: made.ID, OldOutputs: made.Properties, NewInputs: object(inputs),
	})
	require.NoError(t, err)
	want := made.Properties.Copy()
	want["enableDnsHostnames"] = resource.NewBoolProperty(true)
	assert.Equal(t, want, updated.Properties, "an update keeps what AWS chose")

	require.NoError(t, a.remove(vpcType, made.ID))
	read, err = a.Read(ctx, plugin.ReadRequest{Type: vpcType, ID: made.ID, State: updated.Properties})
	require.NoError(t, err)
	assert.Equal(t, plugin.ReadResult{}, read.ReadResult, "gone")
	require.NoError(t, a.remove(vpcType, made.ID), "deleting what is gone is no error")
	_, err = a.Update(ctx, plugin.UpdateRequest{Type: vpcType, ID: made.ID, NewInputs: object(inputs)})
	assert.ErrorContains(t, err, "couldn't find resource")
}

// What AWS writes otherwise than it was given must not look like a change that somebody made.
func TestRefreshReadsBackTheInputs(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	inputs := map[string]any{
		"url":             "https://issuer.example.com",
		"clientIdLists":   []any{"openshift"},
		"thumbprintLists": []any{"0"},
	}
	made := a.create(oidcType, "oidc", inputs)
	require.Equal(t, "issuer.example.com", made.Properties["url"].StringValue())
	state := made.Properties.Copy()
	state["thumbprintLists"] = resource.NewPropertyValue([]any{"1"})
	read, err := a.Read(
		context.Background(),
		plugin.ReadRequest{Type: oidcType, ID: made.ID, Inputs: object(inputs), State: state},
	)
	require.NoError(t, err)
	assert.Equal(t, plugin.ReadResult{ID: made.ID, Inputs: object(inputs), Outputs: made.Properties}, read.ReadResult)
}

func TestAnswersKnowTheAccount(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	subnet := a.create(subnetType, "s", map[string]any{
		"vpcId": "vpc-1", "cidrBlock": "10.0.4.0/28", "availabilityZone": "us-east-2c", "mapPublicIpOnLaunch": true,
	})
	eip := a.create("aws:ec2/eip:Eip", "e", nil)
	nat := a.create("aws:ec2/natGateway:NatGateway", "n", map[string]any{
		"subnetId": string(subnet.ID), "allocationId": string(eip.ID),
	})
	machine := a.create(instanceType, "i", map[string]any{"subnetId": string(subnet.ID)})
	hidden := a.create(
		instanceType,
		"h",
		map[string]any{"subnetId": string(subnet.ID), "associatePublicIpAddress": false},
	)
	assert.Equal(t, eip.Properties["publicIp"], nat.Properties["publicIp"])
	assert.Equal(t, "us-east-2c", machine.Properties["availabilityZone"].StringValue())
	assert.NotEmpty(t, machine.Properties["publicIp"].StringValue(), "the subnet gives its machines public addresses")
	assert.Empty(t, hidden.Properties["publicIp"].StringValue(), "unless they decline")
}

func TestReplacementGetsAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	first := a.create(vpcType, "net", map[string]any{"cidrBlock": "10.0.0.0/16"})
	second := a.create(vpcType, "net", map[string]any{"cidrBlock": "10.1.0.0/16"})
	assert.NotEqual(t, first.ID, second.ID)
	require.NoError(t, a.remove(vpcType, first.ID))
	assert.Equal(t, []string{string(urn(vpcType, "net"))}, a.Remaining(), "the new one stays")
}

func TestLaunchTemplateVersionsCountUp(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	made := a.create(ltType, "lt", map[string]any{"name": "lt"})
	updated, err := a.Update(context.Background(), plugin.UpdateRequest{
		URN: urn(ltType, "lt"), Type: ltType, ID: made.ID, OldOutputs: made.Properties,
		NewInputs: object(map[string]any{"name": "lt", "instanceType": "m5.large"}),
	})
	require.NoError(t, err)
	assert.Equal(t, 2.0, updated.Properties["latestVersion"].NumberValue())
	preview, err := a.Update(context.Background(), plugin.UpdateRequest{
		Type: ltType, ID: made.ID, OldOutputs: made.Properties, NewInputs: object(map[string]any{"name": "lt"}), Preview: true,
	})
	require.NoError(t, err)
	assert.True(t, preview.Properties["latestVersion"].IsComputed(), "a version is not known before it is made")
	assert.Equal(t, made.Properties["arn"], preview.Properties["arn"])
}

func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	inputs := resource.PropertyMap{
		"bucket": resource.NewStringProperty("b"), "key": resource.NewStringProperty("k"),
		"content": resource.MakeSecret(resource.NewStringProperty("hush")),
	}
	made, err := a.Create(
		context.Background(),
		plugin.CreateRequest{URN: urn(objectType, "o"), Type: objectType, Properties: inputs},
	)
	require.NoError(t, err)
	assert.True(t, made.Properties["content"].IsSecret())
	state := made.Properties.Copy()
	state["etag"] = resource.NewStringProperty("another")
	read, err := a.Read(
		context.Background(),
		plugin.ReadRequest{Type: objectType, ID: made.ID, Inputs: inputs, State: state},
	)
	require.NoError(t, err)
	assert.Equal(t, made.Properties, read.Outputs, "the account's state, with the secrets of Pulumi's")
	assert.True(t, read.Inputs["content"].IsSecret())
}

func TestDeletionOfWhatIsInUse(t *testing.T) {
	t.Parallel()
	type made struct {
		token  string
		inputs map[string]any
	}
	tests := map[string]struct {
		reason  string
		doomed  made
		user    made
		refused string
	}{
		"a VPC with a subnet": {
			reason:  "EC2 DeleteVpc",
			doomed:  made{vpcType, map[string]any{"cidrBlock": "10.0.0.0/16"}},
			user:    made{subnetType, map[string]any{"vpcId": "$ID"}},
			refused: "DependencyViolation: The vpc '$ID' has dependencies and cannot be deleted.",
		},
		"a subnet with a load balancer in a mapping": {
			reason: "paths lead through lists",
			doomed: made{subnetType, map[string]any{"vpcId": "vpc-1"}},
			user: made{"aws:lb/loadBalancer:LoadBalancer", map[string]any{
				"name": "lb", "subnetMappings": []any{map[string]any{"subnetId": "$ID"}},
			}},
			refused: "DependencyViolation: The subnet '$ID' has dependencies and cannot be deleted.",
		},
		"a security group that another's rule names": {
			reason:  "groups that refer to one another need their rules gone first",
			doomed:  made{groupType, map[string]any{"name": "g"}},
			user:    made{ruleType, map[string]any{"securityGroupId": "sg-2", "referencedSecurityGroupId": "$ID"}},
			refused: "DependencyViolation: resource $ID has a dependent object",
		},
		"a security group that its own rule names": {
			reason: "its own rules go with the group",
			doomed: made{groupType, map[string]any{"name": "g"}},
			user:   made{ruleType, map[string]any{"securityGroupId": "$ID", "referencedSecurityGroupId": "$ID"}},
		},
		"a role in a profile": {
			reason:  "IAM DeleteRole",
			doomed:  made{roleType, map[string]any{"name": "r"}},
			user:    made{"aws:iam/instanceProfile:InstanceProfile", map[string]any{"name": "p", "role": "r"}},
			refused: "DeleteConflict: Cannot delete entity, must remove roles from instance profile first.",
		},
		"a bucket with an object": {
			reason:  "S3 DeleteBucket",
			doomed:  made{bucketType, map[string]any{"bucket": "b"}},
			user:    made{objectType, map[string]any{"bucket": "b", "key": "k"}},
			refused: "BucketNotEmpty",
		},
		"a bucket that may be emptied": {
			reason: "forceDestroy",
			doomed: made{bucketType, map[string]any{"bucket": "b", "forceDestroy": true}},
			user:   made{objectType, map[string]any{"bucket": "b", "key": "k"}},
		},
		"a zone with a record": {
			reason: "Route 53 DeleteHostedZone",
			doomed: made{zoneType, map[string]any{"name": "example.com"}},
			user: made{
				"aws:route53/record:Record",
				map[string]any{"zoneId": "$ID", "name": "a.example.com", "type": "A"},
			},
			refused: "HostedZoneNotEmpty",
		},
		"a zone with its start of authority": {
			reason: "every zone has one",
			doomed: made{zoneType, map[string]any{"name": "example.com"}},
			user: made{
				"aws:route53/record:Record",
				map[string]any{"zoneId": "$ID", "name": "example.com", "type": "SOA"},
			},
		},
		"a zone that delegates": {
			reason: "only the name servers of its own are there from the beginning",
			doomed: made{zoneType, map[string]any{"name": "example.com"}},
			user: made{
				"aws:route53/record:Record",
				map[string]any{"zoneId": "$ID", "name": "demo.example.com", "type": "NS"},
			},
			refused: "HostedZoneNotEmpty",
		},
		"a load balancer that is protected": {
			reason: "deletion protection",
			doomed: made{
				"aws:lb/loadBalancer:LoadBalancer",
				map[string]any{"name": "lb", "enableDeletionProtection": true},
			},
			user:    made{vpcType, map[string]any{"cidrBlock": "10.0.0.0/16"}},
			refused: "OperationNotPermitted",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAccount(t, t.TempDir())
			doomed := a.create(tt.doomed.token, "doomed", tt.doomed.inputs)
			user := a.create(tt.user.token, "user", fillIn(tt.user.inputs, string(doomed.ID)).(map[string]any))
			err := a.remove(tt.doomed.token, doomed.ID)
			if tt.refused == "" {
				require.NoError(t, err, tt.reason)
				assert.Empty(t, a.Remaining(), "the user goes along")
				return
			}
			require.ErrorContains(t, err, strings.ReplaceAll(tt.refused, "$ID", string(doomed.ID)), tt.reason)
			if tt.user.token != vpcType {
				require.ErrorContains(t, err, "In use by "+string(user.ID))
				require.NoError(t, a.remove(tt.user.token, user.ID))
				require.NoError(t, a.remove(tt.doomed.token, doomed.ID), "once the user is gone")
			}
		})
	}
}

// fillIn puts the id in the place of $ID.
func fillIn(value any, id string) any {
	switch v := value.(type) {
	case map[string]any:
		filled := map[string]any{}
		for key, field := range v {
			filled[key] = fillIn(field, id)
		}
		return filled
	case []any:
		var filled []any
		for _, element := range v {
			filled = append(filled, fillIn(element, id))
		}
		return filled
	case string:
		return strings.ReplaceAll(v, "$ID", id)
	}
	return value
}

func TestGatewayWaitsForPublicAddresses(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	vpc := a.create(vpcType, "v", map[string]any{"cidrBlock": "10.0.0.0/16"})
	subnet := a.create(subnetType, "s", map[string]any{"vpcId": string(vpc.ID)})
	gateway := a.create(internetGateway, "g", map[string]any{"vpcId": string(vpc.ID)})
	private := map[string]any{"subnetId": string(subnet.ID), "connectivityType": "private"}
	a.create("aws:ec2/natGateway:NatGateway", "private", private)
	nat := a.create("aws:ec2/natGateway:NatGateway", "public", map[string]any{"subnetId": string(subnet.ID)})
	err := a.remove(internetGateway, gateway.ID)
	require.ErrorContains(t, err, "has some mapped public address(es)")
	require.ErrorContains(t, err, "In use by "+string(nat.ID))
	require.NoError(t, a.remove("aws:ec2/natGateway:NatGateway", nat.ID))
	require.NoError(t, a.remove(internetGateway, gateway.ID), "a private gateway has no public address")
}

func TestDuplicateNameIsRefused(t *testing.T) {
	t.Parallel()
	a := newAccount(t, t.TempDir())
	a.create(roleType, "one", map[string]any{"name": "r"})
	_, err := a.Create(context.Background(), plugin.CreateRequest{
		URN: urn(roleType, "two"), Type: roleType, Properties: object(map[string]any{"name": "r"}),
	})
	require.ErrorContains(t, err, "AlreadyExists: a resource with the name r exists")
	a.create(roleType, "one", map[string]any{"name": "r"})
	a.create(zoneType, "public", map[string]any{"name": "example.com"})
	a.create(zoneType, "private", map[string]any{"name": "example.com"})
}
