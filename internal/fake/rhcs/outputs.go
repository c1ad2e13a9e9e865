package rhcs

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// compute returns the ID and the outputs: the inputs, and a value for every computed string. They have the format of real
// ones and depend only on the resource's URN and inputs. Secrets stay secret.
func compute(request fake.Request) (string, resource.PropertyMap) {
	o := &outputs{IDSource: request.Source, properties: request.Outputs()}
	id := request.ID
	if id == "" {
		id = o.generateID(request.Token)
	}
	if isPool(request.Token) {
		o.setPoolRelease(request)
	}
	if isCluster(request.Token) {
		o.set("state", cmp.Or(request.State, property.Text(request.Lookup(request.Token, request.ID), "state"), string(ocm.Ready)))
		// An update requests an upgrade; the cluster keeps what it has until then, and its schedule of upgrades.
		old := request.Lookup(request.Token, request.ID)
		for _, name := range []string{"currentVersion", "channel", scheduleOutput} {
			if value := property.Text(old, name); value != "" {
				o.set(name, value)
			}
		}
	}
	o.fill(request.Token, id)
	return id, o.properties
}

// setPoolRelease sets the release of a machine pool: that which it has, and for a new one its own or that of its cluster.
func (o *outputs) setPoolRelease(request fake.Request) {
	old := request.Lookup(request.Token, request.ID)
	cluster := request.Lookup("rhcs:index/clusterRosaHcp:ClusterRosaHcp", o.text("cluster"))
	for _, release := range []string{property.Text(old, "currentVersion"), o.text("version"), property.Text(cluster, "currentVersion")} {
		if release != "" {
			o.set("currentVersion", release)
		}
	}
}

// PreviewSecrets returns the secret outputs of a resource. The SDK's mocks cannot handle a secret that is unknown (they
// call it malformed), so these must be known in their previews.
func PreviewSecrets(r fake.Resource) resource.PropertyMap {
	if r.Token != configInput {
		return nil
	}
	return resource.PropertyMap{"privateKey": privateKey(fake.IDSource(r.URN))}
}

const (
	configInput = "rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput"
	domain      = "p3.openshiftapps.com"
	// newestRelease is the release of a cluster that is created without one.
	newestRelease = "4.20.4"
)

// outputs are the outputs of one resource while they are computed.
type outputs struct {
	fake.IDSource
	properties resource.PropertyMap
}

// generateID returns an ID as OCM forms them: 32 letters and digits; the ID of a reserved domain is the domain.
func (o *outputs) generateID(token string) string {
	if token == "rhcs:index/dnsDomain:DnsDomain" {
		return o.Hex("id", 4) + "." + domain
	}
	return o.Hex("id", 32)
}

func (o *outputs) fill(token, id string) {
	switch token {
	case "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "rhcs:index/clusterRosaClassic:ClusterRosaClassic":
		o.cluster(clusterOf(fake.Record{Token: token, Outputs: property.PlainMap(o.properties)}))
	case "rhcs:index/rosaOidcConfig:RosaOidcConfig":
		o.oidcConfig(id)
	case configInput:
		o.oidcConfigInput()
	}
	known, ok := Resource(token)
	if !ok {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(known.Properties)) {
		if computed := known.Properties[name]; computed.Computed && computed.Type == schema.String {
			o.set(name, name+"-"+o.Hex(name, 7))
		}
	}
}

func (o *outputs) cluster(cluster ocm.Cluster) {
	o.set("domainPrefix", cluster.Prefix(func(digits int) string { return o.Hex("domainPrefix", digits) }))
	base := o.text("domainPrefix") + "." + o.Hex("domain", 4) + "." + domain
	o.set("domain", base)
	o.set("apiUrl", "https://api."+base+cluster.APIPort())
	o.set("consoleUrl", "https://console-openshift-console.apps."+base)
	o.set("currentVersion", cmp.Or(o.text("version"), newestRelease))
	o.set("channel", ocm.Channel(o.text("currentVersion")))
	if !cluster.Hosted {
		o.set("infraId", cluster.InfraID(o.Hex("infraId", 5)))
	}
}

// oidcConfig: the endpoint is the issuer without its scheme (terraform-provider-rhcs v1.7.7
// provider/oidcconfig/rosa_oidc_config_resource.go).
func (o *outputs) oidcConfig(id string) {
	endpoint := "oidc.op1.openshiftapps.com/" + id
	if issuer := o.text("issuerUrl"); issuer != "" {
		endpoint = strings.TrimPrefix(issuer, "https://")
	}
	o.set("oidcEndpointUrl", endpoint)
	o.set("thumbprint", o.Hex("thumbprint", 40))
}

func (o *outputs) oidcConfigInput() {
	bucket := "oidc-" + o.Hex("bucket", 8)
	if prefix := o.text("prefix"); prefix != "" {
		bucket = prefix + "-" + bucket
	}
	issuer := "https://" + bucket + ".s3." + o.text("region") + ".amazonaws.com"
	o.set("bucketName", bucket)
	o.set("issuerUrl", issuer)
	o.set("discoveryDoc", `{"issuer":"`+issuer+`","jwks_uri":"`+issuer+`/keys.json"}`)
	o.set("jwks", `{"keys":[]}`)
	o.set("privateKeySecretName", "rosa-private-key-"+bucket)
	o.properties["privateKey"] = privateKey(o.IDSource)
}

// privateKey returns a text in the format of a private key.
func privateKey(source fake.IDSource) resource.PropertyValue {
	return resource.MakeSecret(resource.NewProperty("-----BEGIN RSA PRIVATE KEY-----\n" + source.Hex("key", 16)))
}

// text returns a string property of the outputs, "" if there is none.
func (o *outputs) text(name string) string { return property.Text(o.properties, name) }

// set sets a property that has no value.
func (o *outputs) set(name, value string) {
	if old, ok := o.properties[resource.PropertyKey(name)]; !ok || old.IsNull() {
		o.properties[resource.PropertyKey(name)] = resource.NewProperty(value)
	}
}
