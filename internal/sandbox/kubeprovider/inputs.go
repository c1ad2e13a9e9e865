package kubeprovider

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// The annotations by which a program tells the provider how to treat an object.
const (
	forceAnnotation     = "pulumi.com/patchForce"
	propagateAnnotation = "pulumi.com/deletionPropagationPolicy"
)

// managerOf is the field manager of a resource, the same in every run.
func managerOf(urn resource.URN) string {
	sum := sha256.Sum256([]byte(urn))
	return "pulumi-kubernetes-" + hex.EncodeToString(sum[:])[:8]
}

// isPatch tells a CustomResourcePatch from a CustomResource, by the type token, which
// is kubernetes:<apiVersion>:<Kind> with Patch appended.
func isPatch(token string, inputs resource.PropertyMap) bool {
	name := token[strings.LastIndex(token, ":")+1:]
	kind := props.Reveal(inputs["kind"])
	return kind.IsString() && name == kind.StringValue()+"Patch"
}

// objectOf returns the object that the inputs describe.
func objectOf(inputs resource.PropertyMap) Object {
	object := props.PlainMap(inputs)
	if refOf(object).isSecret() {
		encodeSecret(object)
	}
	return object
}

// annotation returns one of the provider's own annotations.
func annotation(inputs resource.PropertyMap, key string) string {
	value, _ := lookup(props.PlainMap(inputs), "metadata"+pathSeparator+"annotations"+pathSeparator+key)
	text, _ := value.(string)
	return text
}

// isForced tells whether a patch takes fields from their owners.
func isForced(inputs resource.PropertyMap) bool { return annotation(inputs, forceAnnotation) == "true" }

func (r Ref) isSecret() bool {
	return r.APIVersion == "v1" && r.Kind == "Secret"
}

// encodeSecret does what the API server does: stringData is written into data.
func encodeSecret(secret Object) {
	texts, ok := secret["stringData"].(map[string]any)
	if !ok {
		return
	}
	data, ok := secret["data"].(map[string]any)
	if !ok {
		data = map[string]any{}
	}
	for key, value := range texts {
		text, _ := value.(string)
		data[key] = base64.StdEncoding.EncodeToString([]byte(text))
	}
	secret["data"] = data
	delete(secret, "stringData")
}

// decodeSecret gives a live Secret the stringData that the inputs speak of.
func decodeSecret(live Object, inputs resource.PropertyMap) {
	data, _ := live["data"].(map[string]any)
	if _, speaks := inputs["stringData"]; !speaks || data == nil {
		return
	}
	texts := map[string]any{}
	for key, value := range data {
		encoded, _ := value.(string)
		if text, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			texts[key] = string(text)
		}
	}
	live["stringData"] = texts
}

// serverFields are set by the server alone and change without anybody's doing.
var serverFields = []string{"managedFields", "resourceVersion", "generation"}

// outputsOf returns a live object as a resource's state: what is secret in the inputs
// stays secret, and so does everything in a Secret.
func outputsOf(inputs resource.PropertyMap, live Object) resource.PropertyMap {
	shown := clone(live).(map[string]any)
	if metadata, ok := shown["metadata"].(map[string]any); ok {
		for _, field := range serverFields {
			delete(metadata, field)
		}
	}
	outputs := props.LikeMap(inputs, props.Map(shown))
	if refOf(live).isSecret() {
		hideSecret(outputs)
	}
	return outputs
}

func hideSecret(object resource.PropertyMap) {
	for _, key := range []resource.PropertyKey{"data", "stringData"} {
		if value, ok := object[key]; ok && !value.IsSecret() {
			object[key] = resource.MakeSecret(props.Reveal(value))
		}
	}
}

// ownInputs returns the inputs as the live object has them: only fields that the old
// inputs hold, with their values of now. So a refresh sees what drifted and nothing else.
func ownInputs(inputs resource.PropertyMap, live Object) resource.PropertyMap {
	live = clone(live).(map[string]any)
	if refOf(live).isSecret() {
		decodeSecret(live, inputs)
	}
	pruned := resource.PropertyMap{}
	for key, value := range inputs {
		if now, ok := prune(value, live[string(key)]); ok {
			pruned[key] = now
		}
	}
	return props.LikeMap(inputs, pruned)
}

// prune returns the part of a live value that the wanted one speaks of.
func prune(wanted resource.PropertyValue, live any) (resource.PropertyValue, bool) {
	wanted = props.Reveal(wanted)
	switch {
	case wanted.IsNull():
		return wanted, true
	case wanted.IsObject():
		fields, ok := live.(map[string]any)
		if !ok {
			// An empty map that the server does not keep is as good as there.
			return wanted, len(wanted.ObjectValue()) == 0
		}
		pruned := resource.PropertyMap{}
		for key, value := range wanted.ObjectValue() {
			if now, ok := prune(value, fields[string(key)]); ok {
				pruned[key] = now
			}
		}
		return resource.NewObjectProperty(pruned), true
	case wanted.IsArray():
		elements, ok := live.([]any)
		if !ok {
			return wanted, len(wanted.ArrayValue()) == 0
		}
		if len(elements) != len(wanted.ArrayValue()) {
			return resource.NewPropertyValue(elements), true
		}
		pruned := make([]resource.PropertyValue, len(elements))
		for i, element := range elements {
			pruned[i], _ = prune(wanted.ArrayValue()[i], element)
		}
		return resource.NewArrayProperty(pruned), true
	}
	return resource.NewPropertyValue(live), live != nil
}
