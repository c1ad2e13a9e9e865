// Package rhcsanswers invents what OpenShift Cluster Manager (OCM) answers when a resource of the RHCS provider is made or one of
// its functions is called.
//
// Like those of awsanswers the answers have the form of real ones and depend on nothing but the resource's URN and inputs.
// They serve unit tests (package mocks) and the sandbox, where no OCM is.
package rhcsanswers

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// Resource is what OCM is asked to make.
type Resource struct {
	// Token is the type, such as rhcs:index/clusterRosaHcp:ClusterRosaHcp.
	Token string
	// Seed is the URN, or whatever else tells the resource from all others.
	Seed awsanswers.Seed
	// ID is the id of a resource that exists already; "" has one invented.
	ID string
	// Inputs are what the program gave, defaults for names included. They are left alone.
	Inputs resource.PropertyMap
}

// Filled returns the id and the state that the provider would return: the inputs, and something for every computed string.
// Secrets stay secret.
func (r Resource) Filled() (id string, outputs resource.PropertyMap) {
	a := &answer{Seed: r.Seed, outputs: resource.PropertyMap{}}
	for key, value := range r.Inputs {
		// The engine and the bridge keep notes of their own, such as __defaults, among the inputs.
		if !strings.HasPrefix(string(key), "__") {
			a.outputs[key] = value
		}
	}
	id = r.ID
	if id == "" {
		id = a.inventID(r.Token)
	}
	a.fill(r.Token, id)
	return id, a.outputs
}

// PreviewSecrets returns the outputs that are secret. The SDK's mocks cannot carry on a secret that is unknown (they call it
// malformed), so that in their previews these must be known.
func (r Resource) PreviewSecrets() resource.PropertyMap {
	if r.Token != configInput {
		return nil
	}
	return resource.PropertyMap{"privateKey": privateKey(r.Seed)}
}

const (
	configInput = "rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput"
	domain      = "p3.openshiftapps.com"
)

type answer struct {
	awsanswers.Seed
	outputs resource.PropertyMap
}

// inventID: OCM's ids are 32 letters and digits; a reserved domain's is the domain.
func (a *answer) inventID(token string) string {
	if token == "rhcs:index/dnsDomain:DnsDomain" {
		return a.Hex("id", 4) + "." + domain
	}
	return a.Hex("id", 32)
}

func (a *answer) fill(token, id string) {
	switch token {
	case "rhcs:index/clusterRosaHcp:ClusterRosaHcp":
		a.cluster(":443")
	case "rhcs:index/clusterRosaClassic:ClusterRosaClassic":
		a.cluster(":6443")
		a.set("infraId", a.text("name")+"-"+a.Hex("infraId", 5))
	case "rhcs:index/rosaOidcConfig:RosaOidcConfig":
		a.oidcConfig(id)
	case configInput:
		a.oidcConfigInput()
	}
	schema, known := rhcsfacts.Resource(token)
	if !known {
		return
	}
	for _, property := range slices.Sorted(maps.Keys(schema.Properties)) {
		if p := schema.Properties[property]; p.Computed && p.Type == awsfacts.String {
			a.set(property, property+"-"+a.Hex(property, 7))
		}
	}
}

func (a *answer) cluster(apiPort string) {
	base := a.text("name") + "." + a.Hex("domain", 4) + "." + domain
	a.set("domain", base)
	a.set("apiUrl", "https://api."+base+apiPort)
	a.set("consoleUrl", "https://console-openshift-console.apps."+base)
	if version := a.text("version"); version != "" {
		a.set("currentVersion", version)
	}
	a.set("state", "ready")
}

// oidcConfig: the endpoint is the issuer without its scheme (terraform-provider-rhcs v1.7.7
// provider/oidcconfig/rosa_oidc_config_resource.go).
func (a *answer) oidcConfig(id string) {
	endpoint := "oidc.op1.openshiftapps.com/" + id
	if issuer := a.text("issuerUrl"); issuer != "" {
		endpoint = strings.TrimPrefix(issuer, "https://")
	}
	a.set("oidcEndpointUrl", endpoint)
	a.set("thumbprint", a.Hex("thumbprint", 40))
}

func (a *answer) oidcConfigInput() {
	bucket := "oidc-" + a.Hex("bucket", 8)
	if prefix := a.text("prefix"); prefix != "" {
		bucket = prefix + "-" + bucket
	}
	issuer := "https://" + bucket + ".s3." + a.text("region") + ".amazonaws.com"
	a.set("bucketName", bucket)
	a.set("issuerUrl", issuer)
	a.set("discoveryDoc", `{"issuer":"`+issuer+`","jwks_uri":"`+issuer+`/keys.json"}`)
	a.set("jwks", `{"keys":[]}`)
	a.set("privateKeySecretName", "rosa-private-key-"+bucket)
	a.outputs["privateKey"] = privateKey(a.Seed)
}

// privateKey only looks like one.
func privateKey(seed awsanswers.Seed) resource.PropertyValue {
	return resource.MakeSecret(resource.NewProperty("-----BEGIN RSA PRIVATE KEY-----\n" + seed.Hex("key", 16)))
}

// text returns a string property of the outputs, "" when there is none.
func (a *answer) text(property string) string {
	value := a.outputs[resource.PropertyKey(property)]
	for value.IsSecret() {
		value = value.SecretValue().Element
	}
	if value.IsString() {
		return value.StringValue()
	}
	return ""
}

// set gives a property its value unless it has one.
func (a *answer) set(property, value string) {
	if given, ok := a.outputs[resource.PropertyKey(property)]; !ok || given.IsNull() {
		a.outputs[resource.PropertyKey(property)] = resource.NewProperty(value)
	}
}
