package mocks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// newProviders returns the fakes of a run by package; "" is for all other packages.
func newProviders() map[string]*fake.Provider {
	return map[string]*fake.Provider{
		"aws": aws.NewForUnitTests(), "kubernetes": kubernetes.NewForUnitTests(), "rhcs": rhcs.NewForUnitTests(),
		"": otherProvider(),
	}
}

// otherProvider returns the fake of a provider without a schema: it accepts everything.
func otherProvider() *fake.Provider {
	none := func(string) (*schema.Schema, bool) { return nil, false }
	return &fake.Provider{
		Schema: func(r fake.Resource, _ resource.PropertyMap) (*schema.Schema, bool) {
			return &schema.Schema{Token: r.Token, Open: true}, true
		},
		Function: func(string, resource.PropertyMap, map[string]any) (map[string]any, bool) { return nil, false },
		Service: &fake.Account{
			Store: fake.NewStore[fake.Record](), Schema: none,
			Compute: func(request fake.Request) (string, resource.PropertyMap) {
				switch {
				case request.ID != "":
					return request.ID, request.Outputs()
				case strings.HasPrefix(request.Token, "pulumi:providers:"):
					return request.Source.UUID("id"), request.Outputs()
				}
				return request.URN.Name() + "-" + request.Source.Hex("id", 7), withOtherTexts(request)
			},
		},
	}
}

// otherTexts are texts that providers without a schema compute and that programs pass to AWS and to components.
var otherTexts = map[string][]string{
	"random:index/randomId:RandomId":             {"b64Std", "b64Url", "dec", "hex"},
	"random:index/randomPassword:RandomPassword": {"result"},
	"random:index/randomString:RandomString":     {"result"},
	"random:index/randomUuid:RandomUuid":         {"result"},
	"tls:index/privateKey:PrivateKey":            {"privateKeyOpenssh", "privateKeyPem", "publicKeyOpenssh", "publicKeyPem"},
	"tls:index/selfSignedCert:SelfSignedCert":    {"certPem"},
}

// withOtherTexts returns the outputs of a resource of such a provider: the inputs, and hex digits for each text that is computed.
func withOtherTexts(request fake.Request) resource.PropertyMap {
	outputs := request.Outputs()
	length := 32
	if set := outputs["length"]; set.IsNumber() {
		length = min(max(int(set.NumberValue()), 1), 64)
	}
	for _, name := range otherTexts[request.Token] {
		outputs[resource.PropertyKey(name)] = resource.NewProperty(request.Source.Hex(name, length))
	}
	return outputs
}

// provider returns the fake of a resource or function by its token.
func (r *Recorder) provider(token string) *fake.Provider {
	name, _, _ := strings.Cut(token, ":")
	if provider, ok := r.providers[name]; ok {
		return provider
	}
	return r.providers[""]
}

// configOf returns the inputs of a provider, with the region of the stack's configuration or of the Recorder unless it has its own.
func (r *Recorder) configOf(provider string) resource.PropertyMap {
	config := r.inputs[provider].Copy()
	if region := config["region"]; !region.IsString() {
		config["region"] = resource.NewProperty(cmp.Or(r.config["aws:region"], r.region))
	}
	return config
}

func (r *Recorder) fakeResource(registered Resource) fake.Resource {
	return fake.Resource{
		Token: registered.Type, URN: resource.URN(registered.URN), ID: registered.ID, Config: r.configOf(registered.Provider),
		Unchecked: r.unchecked[registered.Type],
	}
}

// check returns the inputs with the name that Pulumi generates, or what the provider rejects.
func (r *Recorder) check(registered Resource, inputs resource.PropertyMap) (resource.PropertyMap, error) {
	if !registered.Custom {
		return inputs, nil
	}
	if path := unknownPath(resource.NewProperty(inputs), nil); path != "" && !r.preview {
		return nil, fmt.Errorf("%s: is an output that was never set, such as one of a component that was not created; "+
			"Pulumi rejects it in an update", path)
	}
	suffix := func(length int) (string, error) { return fake.IDSource(registered.URN).Hex("name", length), nil }
	completed, problems, err := r.provider(registered.Type).Check(r.fakeResource(registered), nil, inputs, suffix)
	_, answered := r.answers[registered.Type]
	switch unchecked := r.unchecked[registered.Type] || registered.Read; {
	case errors.Is(err, fake.ErrUnknownType) && (answered || unchecked || r.uncheckedOthers):
		return inputs, nil
	case errors.Is(err, fake.ErrUnknownType):
		return nil, fmt.Errorf("mocks has no schema of this type, only of those that OpenShift on AWS consists of; "+
			"add mocks.Answer(%q, ...) with its outputs, mocks.Unchecked(%q), or mocks.UncheckedOthers() for all such types",
			registered.Type, registered.Type)
	case err != nil:
		return nil, err
	case unchecked:
		return completed, nil
	}
	var rejected []error
	for _, problem := range problems {
		rejected = append(rejected, errors.New(problem.String()))
	}
	return completed, errors.Join(rejected...)
}

// create returns the ID and the outputs: the inputs, and what AWS, Kubernetes or OCM add. In a preview, the ID and what
// they add are unknown.
func (r *Recorder) create(
	registered Resource, inputs, custom resource.PropertyMap,
) (string, resource.PropertyMap, error) {
	if !registered.Custom {
		return "", inputs.Copy(), nil
	}
	provider, requested := r.provider(registered.Type), r.fakeResource(registered)
	if r.preview && !registered.Read {
		outputs, err := provider.Preview(requested, inputs, nil)
		if errors.Is(err, fake.ErrUnknownType) {
			outputs = inputs.Copy()
		}
		// The SDK's mocks treat absent outputs as unknown.
		maps.DeleteFunc(outputs,
			func(_ resource.PropertyKey, value resource.PropertyValue) bool { return value.ContainsUnknowns() })
		maps.Copy(outputs, rhcs.PreviewSecrets(requested))
		return "", outputs, nil
	}
	id, outputs, err := provider.Service.Create(context.Background(), requested, inputs)
	if err != nil || custom == nil {
		return id, outputs, err
	}
	return r.override(provider, requested, id, outputs, custom)
}

// override replaces outputs by those of the test's Answer, for the lookups of other resources too.
func (r *Recorder) override(
	provider *fake.Provider, requested fake.Resource, id string, outputs, custom resource.PropertyMap,
) (string, resource.PropertyMap, error) {
	maps.Copy(outputs, custom)
	if answered := outputs["id"]; answered.IsString() {
		id = answered.StringValue()
	}
	delete(outputs, "id")
	if id == "" {
		return "", nil, errors.New("its mocks.Answer returned an empty id")
	}
	if account, ok := provider.Service.(*fake.Account); ok {
		if err := account.Put(requested, id, outputs); err != nil {
			return "", nil, err
		}
	}
	return id, outputs, nil
}

// unknownPath returns the path of a value that is not known; "" if all are.
func unknownPath(value resource.PropertyValue, at resource.PropertyPath) string {
	value = property.Reveal(value)
	switch {
	case value.IsComputed():
		return at.String()
	case value.IsArray():
		for i, element := range value.ArrayValue() {
			if path := unknownPath(element, append(slices.Clone(at), i)); path != "" {
				return path
			}
		}
	case value.IsObject():
		fields := value.ObjectValue()
		for _, key := range fields.StableKeys() {
			if path := unknownPath(fields[key], append(slices.Clone(at), string(key))); path != "" {
				return path
			}
		}
	}
	return ""
}
