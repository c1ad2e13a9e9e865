package adopt

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"
)

func TestSettle(t *testing.T) {
	t.Parallel()
	const key, role = "aws:kms/key:Key", "aws:iam/role:Role"
	urn := func(token string) string { return "urn:pulumi:s::p::" + token + "::r" }
	exported := `{"version": 3, "deployment": {"resources": [
		{"urn": "` + urn(role) + `", "inputs": {"name": "r-1", "path": "/", "__defaults": ["path"]}, "outputs": {}},
		{"urn": "` + urn(key) + `", "inputs": {"description": "d"}, "outputs": {"description": "d", "__pulumi_raw_state_delta": {}}},
		{"urn": "` + urn(kubernetesProvider) + `", "inputs": {"upsertExistingObjects": "true"}, "outputs": {"upsertExistingObjects": "true"}}],
		"pending_operations": [{"type": "importing"}, {"type": "creating"}]}}`
	names := map[Key]map[string]string{{Type: role, Name: "r"}: {"name": "r-1"}}
	unread := map[Key]map[string]any{{Type: key, Name: "r"}: {
		"description": "other", "policy": []any{map[string]any{"a": 1.0, "__defaults": []any{"a"}}},
	}}
	l := &language{
		names: names, unread: unread, defaults: map[Key]map[string]any{{Type: key, Name: "r"}: {"multiRegion": false, "description": "other"}},
	}
	text, changed, err := settle([]byte(exported), l)
	require.NoError(t, err)
	assert.True(t, changed)
	want := `{"version": 3, "deployment": {"resources": [
		{"urn": "` + urn(role) + `", "inputs": {"name": "r-1", "path": "/", "__defaults": ["path", "name"]}, "outputs": {}},
		{"urn": "` + urn(key) + `", "inputs": {"description": "d", "policy": [{"a": 1, "__defaults": ["a"]}]},
			"outputs": {"description": "d", "policy": [{"a": 1}], "multiRegion": false}},
		{"urn": "` + urn(kubernetesProvider) + `", "inputs": {}, "outputs": {}}],
		"pending_operations": [{"type": "creating"}]}}`
	assert.JSONEq(t, want, string(text))

	var stack map[string]any
	require.NoError(t, json.Unmarshal(text, &stack))
	delete(stack["deployment"].(map[string]any), "pending_operations")
	settled, err := json.Marshal(stack)
	require.NoError(t, err)
	_, changed, err = settle(settled, l)
	require.NoError(t, err)
	assert.False(t, changed, "a settled stack stays as it is")
}

func TestUnreadProperties(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason                  string
		inputs, actual, secrets map[string]any
		diffs                   []string
		want                    map[string]any
	}{
		{
			reason: "KMS does not return the waiting period", diffs: []string{"deletionWindowInDays"},
			inputs: map[string]any{"deletionWindowInDays": 30.0}, want: map[string]any{"deletionWindowInDays": 30.0},
		},
		{
			reason: "KMS returns the policy", diffs: []string{"policy"}, inputs: map[string]any{"policy": "{}"},
			want: map[string]any{},
		},
		{
			reason: "the value in the state differs", diffs: []string{"deletionWindowInDays"},
			inputs: map[string]any{"deletionWindowInDays": 30.0}, actual: map[string]any{"deletionWindowInDays": 7.0}, want: map[string]any{},
		},
		{
			reason: "a secret is not in the events", diffs: []string{"deletionWindowInDays"},
			inputs: map[string]any{"deletionWindowInDays": []any{"[secret]"}}, want: map[string]any{},
		},
		{
			reason: "a secret of the program", diffs: []string{"deletionWindowInDays"}, secrets: map[string]any{"deletionWindowInDays": "s"},
			inputs: map[string]any{"deletionWindowInDays": []any{"[secret]"}}, want: map[string]any{"deletionWindowInDays": "s"},
		},
	} {
		s := &step{key: Key{Type: "aws:kms/key:Key"}, inputs: test.inputs, actual: test.actual, diffs: test.diffs}
		assert.Equal(t, test.want, unreadProperties(s, test.secrets), test.reason)
	}
}

// TestUnreadPorts: -1 is read as not set, which other ports are not.
func TestUnreadPorts(t *testing.T) {
	t.Parallel()
	s := &step{
		key: Key{Type: "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"}, diffs: []string{"fromPort", "toPort"},
		inputs: map[string]any{"fromPort": -1.0, "toPort": 443.0},
	}
	assert.Equal(t, map[string]any{"fromPort": -1.0}, unreadProperties(s, nil))
}

// TestSecrets: of a resource that is registered, secret texts are kept that the provider does not read.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const object = "aws:s3/bucketObjectv2:BucketObjectv2"
	secret := func(value any) map[string]any { return map[string]any{signature: secretSignature, "value": value} }
	output := func(value any, secret bool) map[string]any {
		return map[string]any{signature: outputSignature, "value": value, "secret": secret}
	}
	properties, err := structpb.NewStruct(map[string]any{
		"content": output("{}", true), "contentBase64": secret("e30="), "key": secret("k"), "source": output("plain", false),
		"forceDestroy": secret([]any{"a"}),
	})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"content":       map[string]any{signature: secretSignature, "plaintext": `"{}"`},
		"contentBase64": map[string]any{signature: secretSignature, "plaintext": `"e30="`},
	}, secretsOf(object, properties))
	properties, err = structpb.NewStruct(map[string]any{"content": output("plain", false), "contentBase64": secret(unknown[0])})
	require.NoError(t, err)
	assert.Empty(t, secretsOf(object, properties))
}

// TestContradicts: what is read shows that a property which is not read has another value.
func TestContradicts(t *testing.T) {
	t.Parallel()
	const (
		hcp      = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
		object   = "aws:s3/bucketObjectv2:BucketObjectv2"
		instance = "aws:ec2/instance:Instance"
	)
	attached := []any{map[string]any{"deviceIndex": 0.0, "networkInterfaceId": "eni-1"}}
	secret := func(text string) map[string]any {
		return map[string]any{"content": map[string]any{signature: secretSignature, "plaintext": text}}
	}
	for _, test := range []struct {
		reason, token, property string
		value                   any
		secrets, read           map[string]any
		want                    bool
	}{
		{reason: "the release that runs", token: hcp, property: "version", value: "4.18.5", read: map[string]any{"currentVersion": "4.18.5"}},
		{
			reason: "another release", token: hcp, property: "version", value: "4.18.6", read: map[string]any{"currentVersion": "4.18.5"},
			want: true,
		},
		{reason: "OCM did not return the release", token: hcp, property: "version", value: "4.18.5", want: true},
		{reason: "nothing shows the billing account", token: hcp, property: "awsBillingAccountId", value: "1"},
		{
			reason: "the content", token: object, property: "content", value: "{}",
			read: map[string]any{"etag": "99914b932bd37a50b983c5e7c90ae93b"},
		},
		{
			reason: "the content in Base64", token: object, property: "contentBase64", value: "e30=",
			read: map[string]any{"etag": "99914b932bd37a50b983c5e7c90ae93b"},
		},
		{
			reason: "another content", token: object, property: "content", value: "[]",
			read: map[string]any{"etag": "99914b932bd37a50b983c5e7c90ae93b"}, want: true,
		},
		{
			reason: "the secret content", token: object, property: "content", value: "[secret]", secrets: secret(`"{}"`),
			read: map[string]any{"etag": "99914b932bd37a50b983c5e7c90ae93b"},
		},
		{
			reason: "another secret content", token: object, property: "content", value: "[secret]", secrets: secret(`"[]"`),
			read: map[string]any{"etag": "99914b932bd37a50b983c5e7c90ae93b"}, want: true,
		},
		{
			reason: "the network interface", token: instance, property: "networkInterfaces", value: attached,
			read: map[string]any{"primaryNetworkInterfaceId": "eni-1"},
		},
		{
			reason: "another network interface", token: instance, property: "networkInterfaces", value: attached,
			read: map[string]any{"primaryNetworkInterfaceId": "eni-2"}, want: true,
		},
	} {
		s := &step{
			key: Key{Type: test.token}, inputs: map[string]any{test.property: test.value}, read: test.read, diffs: []string{test.property},
		}
		assert.Equal(t, test.want, len(unreadProperties(s, test.secrets)) == 0, test.reason)
	}
}
