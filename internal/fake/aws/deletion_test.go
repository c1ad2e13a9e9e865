package aws

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

func TestDeletionOfResourceInUse(t *testing.T) {
	t.Parallel()
	type created struct {
		token  string
		inputs map[string]any
	}
	tests := map[string]struct {
		reason   string
		deleted  created
		user     created
		rejected string
	}{
		"a VPC with a subnet": {
			reason:   "EC2 DeleteVpc",
			deleted:  created{vpcType, map[string]any{"cidrBlock": "10.0.0.0/16"}},
			user:     created{subnetType, map[string]any{"vpcId": "$ID"}},
			rejected: "DependencyViolation: The vpc '$ID' has dependencies and cannot be deleted.",
		},
		"a subnet with a load balancer in a mapping": {
			reason:  "a property of a list element refers to a subnet",
			deleted: created{subnetType, map[string]any{"vpcId": "vpc-1"}},
			user: created{"aws:lb/loadBalancer:LoadBalancer", map[string]any{
				"name": "lb", "subnetMappings": []any{map[string]any{"subnetId": "$ID"}},
			}},
			rejected: "DependencyViolation: The subnet '$ID' has dependencies and cannot be deleted.",
		},
		"a security group that a rule of another refers to": {
			reason:   "a rule of another group refers to the group",
			deleted:  created{groupType, map[string]any{"name": "g"}},
			user:     created{ruleType, map[string]any{"securityGroupId": "sg-2", "referencedSecurityGroupId": "$ID"}},
			rejected: "DependencyViolation: resource $ID has a dependent object",
		},
		"a security group that its own rule refers to": {
			reason:  "EC2 deletes the rules of a group with it",
			deleted: created{groupType, map[string]any{"name": "g"}},
			user:    created{ruleType, map[string]any{"securityGroupId": "$ID", "referencedSecurityGroupId": "$ID"}},
		},
		"a role in a profile": {
			reason:   "IAM DeleteRole",
			deleted:  created{roleType, map[string]any{"name": "r"}},
			user:     created{"aws:iam/instanceProfile:InstanceProfile", map[string]any{"name": "p", "role": "r"}},
			rejected: "DeleteConflict: Cannot delete entity, must remove roles from instance profile first.",
		},
		"a bucket with an object": {
			reason:   "S3 DeleteBucket",
			deleted:  created{bucketType, map[string]any{"bucket": "b"}},
			user:     created{objectType, map[string]any{"bucket": "b", "key": "k"}},
			rejected: "BucketNotEmpty",
		},
		"a bucket with forceDestroy": {
			reason:  "forceDestroy deletes the objects",
			deleted: created{bucketType, map[string]any{"bucket": "b", "forceDestroy": true}},
			user:    created{objectType, map[string]any{"bucket": "b", "key": "k"}},
		},
		"a zone with a record": {
			reason:   "Route 53 DeleteHostedZone",
			deleted:  created{zoneType, map[string]any{"name": "example.com"}},
			user:     created{"aws:route53/record:Record", map[string]any{"zoneId": "$ID", "name": "a.example.com", "type": "A"}},
			rejected: "HostedZoneNotEmpty",
		},
		"a zone with its SOA record": {
			reason:  "every zone has an SOA record",
			deleted: created{zoneType, map[string]any{"name": "example.com"}},
			user:    created{"aws:route53/record:Record", map[string]any{"zoneId": "$ID", "name": "example.com", "type": "SOA"}},
		},
		"a zone with a delegation": {
			reason:   "Route 53 creates only the NS record of the zone itself",
			deleted:  created{zoneType, map[string]any{"name": "example.com"}},
			user:     created{"aws:route53/record:Record", map[string]any{"zoneId": "$ID", "name": "demo.example.com", "type": "NS"}},
			rejected: "HostedZoneNotEmpty",
		},
		"a load balancer with deletion protection": {
			reason:   "deletion protection prevents the deletion",
			deleted:  created{"aws:lb/loadBalancer:LoadBalancer", map[string]any{"name": "lb", "enableDeletionProtection": true}},
			user:     created{vpcType, map[string]any{"cidrBlock": "10.0.0.0/16"}},
			rejected: "OperationNotPermitted",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newEngine(t)
			id, _ := a.Create(tt.deleted.token, "deleted", tt.deleted.inputs)
			userID, _ := a.Create(tt.user.token, "user", fillIn(tt.user.inputs, id).(map[string]any))
			err := a.Delete(tt.deleted.token, "deleted", id, nil)
			if tt.rejected == "" {
				require.NoError(t, err, tt.reason)
				assert.Empty(t, a.account.Remaining(), "the user is deleted too")
				return
			}
			require.ErrorContains(t, err, strings.ReplaceAll(tt.rejected, "$ID", id), tt.reason)
			if tt.user.token != vpcType {
				require.ErrorContains(t, err, "In use by "+userID)
				require.NoError(t, a.Delete(tt.user.token, "user", userID, nil))
				require.NoError(t, a.Delete(tt.deleted.token, "deleted", id, nil), "the user is deleted")
			}
		})
	}
}

// fillIn replaces $ID by the ID.
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

func TestDeletionOfInternetGateway(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	vpc, _ := a.Create(vpcType, "v", fields{"cidrBlock": "10.0.0.0/16"})
	subnet, _ := a.Create(subnetType, "s", fields{"vpcId": vpc})
	gateway, _ := a.Create(internetGatewayType, "g", fields{"vpcId": vpc})
	a.Create(natGatewayType, "private", fields{"subnetId": subnet, "connectivityType": "private"})
	nat, _ := a.Create(natGatewayType, "public", fields{"subnetId": subnet})
	err := a.Delete(internetGatewayType, "g", gateway, nil)
	require.ErrorContains(t, err, "has some mapped public address(es)")
	require.ErrorContains(t, err, "In use by "+nat)
	require.NoError(t, a.Delete(natGatewayType, "public", nat, nil))
	require.NoError(t, a.Delete(internetGatewayType, "g", gateway, nil), "a private NAT gateway has no public address")
}

const policyType = "aws:iam/rolePolicy:RolePolicy"

// TestImport: an import reads what describes a resource, without what AWS chooses itself.
func TestImport(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	provider := "aws:iam/openIdConnectProvider:OpenIdConnectProvider"
	vpc, _ := a.Create(vpcType, "v", fields{"cidrBlock": "10.1.0.0/16"})
	table, _ := a.Create("aws:ec2/routeTable:RouteTable", "t", fields{"vpcId": vpc})
	a.Create("aws:ec2/route:Route", "r", fields{"routeTableId": table, "destinationCidrBlock": "0.0.0.0/0", "natGatewayId": "nat-1"})
	a.Create(provider, "p", fields{"url": "https://example.com/a", "clientIdLists": []any{"sts.amazonaws.com"}})
	for _, test := range []struct {
		reason, token, id string
		want              fields
	}{
		{reason: "the tenancy and DNS support are AWS's defaults", token: vpcType, id: vpc, want: fields{"cidrBlock": "10.1.0.0/16"}},
		{
			reason: "a route's import ID is not its ID", token: "aws:ec2/route:Route", id: table + "_0.0.0.0/0",
			want: fields{"routeTableId": table, "destinationCidrBlock": "0.0.0.0/0", "natGatewayId": "nat-1"},
		},
		{
			reason: "the provider ignores the scheme of the URL", token: provider,
			id:   "arn:aws:iam::" + AccountID + ":oidc-provider/example.com/a",
			want: fields{"url": "https://example.com/a", "clientIdLists": []any{"sts.amazonaws.com"}},
		},
	} {
		state, exists := a.Read(test.token, test.id, nil, nil)
		require.True(t, exists, test.reason)
		assert.Equal(t, propertyMap(test.want), state.Inputs, test.reason)
	}
	_, exists := a.Read("aws:ec2/route:Route", table+"_10.0.0.0/8", nil, nil)
	assert.False(t, exists)
}

// TestRegistrationIsRepeated: registering a target again changes nothing.
func TestRegistrationIsRepeated(t *testing.T) {
	t.Parallel()
	store := fake.NewStore[fake.Record]()
	_, account := New(store)
	target := fake.Resource{Token: "aws:lb/targetGroupAttachment:TargetGroupAttachment", URN: "urn:pulumi:a::b::c::d"}
	for _, port := range []float64{6443, 6443, 22623} {
		_, _, err := account.Create(t.Context(), target, propertyMap(fields{"targetGroupArn": "g", "targetId": "i-1", "port": port}))
		require.NoError(t, err)
	}
	assert.Len(t, account.Remaining(), 2)
}

func TestDuplicateNameIsRejected(t *testing.T) {
	t.Parallel()
	a := newEngine(t)
	a.Create(roleType, "one", fields{"name": "r"})
	_, _, err := a.TryCreate(roleType, "two", propertyMap(fields{"name": "r"}))
	require.ErrorContains(t, err, "AlreadyExists: a resource with the name r exists")
	_, _, err = a.TryCreate(roleType, "one", propertyMap(fields{"name": "r"}))
	require.ErrorContains(t, err, "AlreadyExists", "the role of a stack whose state was lost")
	a.Create(policyType, "inline", fields{"role": "r", "name": "p"})
	a.Create(policyType, "inline", fields{"role": "r", "name": "p"}) // PutRolePolicy writes it again.
	a.Create(zoneType, "public", fields{"name": "example.com"})
	a.Create(zoneType, "private", fields{"name": "example.com"})
}
