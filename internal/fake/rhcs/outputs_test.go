package rhcs

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

func TestOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, token string
		inputs        fields
		id            string
		want          map[string]string
	}{
		"hosted control planes": {
			reason: "the API of a hosted cluster listens on port 443",
			token:  clusterType,
			inputs: fields{"name": "demo", "version": "4.18.5", "awsBillingAccountId": "123456789012"},
			id:     `[0-9a-f]{32}`,
			want: map[string]string{
				"apiUrl":         `https://api\.demo\.[0-9a-f]{4}\.p3\.openshiftapps\.com:443`,
				"consoleUrl":     `https://console-openshift-console\.apps\.demo\..*`,
				"currentVersion": `4\.18\.5`,
				"domainPrefix":   `demo`,
			},
		},
		"long name": {
			reason: "a name of more than 15 characters gets a random prefix",
			token:  "rhcs:index/clusterRosaClassic:ClusterRosaClassic",
			inputs: fields{"name": "sixteen-letters1"},
			id:     `[0-9a-f]{32}`,
			want:   map[string]string{"apiUrl": `https://api\.p[0-9a-f]{14}\..*`, "domainPrefix": `p[0-9a-f]{14}`},
		},
		"domain prefix": {
			reason: "the domain begins with the prefix",
			token:  "rhcs:index/clusterRosaClassic:ClusterRosaClassic",
			inputs: fields{"name": "sixteen-letters1", "domainPrefix": "sixteen"},
			id:     `[0-9a-f]{32}`,
			want:   map[string]string{"apiUrl": `https://api\.sixteen\..*`, "domainPrefix": `sixteen`},
		},
		"classic": {
			reason: "the API of a classic cluster listens on port 6443",
			token:  "rhcs:index/clusterRosaClassic:ClusterRosaClassic",
			inputs: fields{"name": "demo"},
			id:     `[0-9a-f]{32}`,
			want:   map[string]string{"apiUrl": `.*:6443`, "infraId": `demo-[0-9a-f]{5}`, "currentVersion": `.+`},
		},
		"domain": {
			reason: "the ID of a reserved domain is the domain",
			token:  "rhcs:index/dnsDomain:DnsDomain",
			id:     `[0-9a-f]{4}\.p3\.openshiftapps\.com`,
		},
		"managed OIDC configuration": {
			reason: "Red Hat hosts the issuer",
			token:  oidcType,
			inputs: fields{"managed": true},
			id:     `[0-9a-f]{32}`,
			want:   map[string]string{"oidcEndpointUrl": `oidc\.op1\.openshiftapps\.com/[0-9a-f]{32}`},
		},
		"unmanaged OIDC configuration": {
			reason: "the endpoint is the issuer without its scheme",
			token:  oidcType,
			inputs: fields{"issuerUrl": "https://b.s3.us-east-2.amazonaws.com"},
			id:     `[0-9a-f]{32}`,
			want:   map[string]string{"oidcEndpointUrl": `b\.s3\.us-east-2\.amazonaws\.com`},
		},
		"input of an OIDC configuration": {
			reason: "the bucket name begins with the prefix",
			token:  configInput,
			inputs: fields{"region": "us-east-2", "prefix": "team"},
			id:     `[0-9a-f]{32}`,
			want: map[string]string{
				"bucketName": `team-oidc-[0-9a-f]{8}`,
				"privateKey": `-----BEGIN RSA PRIVATE KEY-----\n.*`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, outputs := newEngine(t).Create(tt.token, "x", tt.inputs)
			assert.Regexp(t, "^"+tt.id+"$", id, tt.reason)
			for name, pattern := range tt.want {
				assert.Regexp(t, "^"+pattern+"$", property.Text(outputs, name), tt.reason)
			}
		})
	}
}

func TestAllComputedStringsAreSet(t *testing.T) {
	t.Parallel()
	for _, token := range Tokens() {
		_, outputs := newEngine(t).Create(token, "x", fields{"name": "x", "awsBillingAccountId": "123456789012"})
		known, _ := Resource(token)
		for name, computed := range known.Properties {
			if computed.Computed && computed.Type == schema.String {
				assert.NotEmpty(t, property.Text(outputs, name), "%s %s", token, name)
			}
		}
	}
}

func TestPrivateKeyIsSecretAndKnownInPreview(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	_, outputs := e.Create(configInput, "x", fields{"region": "us-east-2"})
	assert.True(t, outputs["privateKey"].IsSecret())
	preview := PreviewSecrets(e.Resource(configInput, "x", ""))
	assert.Equal(t, resource.PropertyMap{"privateKey": outputs["privateKey"]}, preview)
	assert.Empty(t, PreviewSecrets(fake.Resource{Token: oidcType, URN: faketest.URN(oidcType, "x")}))
}
