package kubernetes

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// The annotations by which a program configures how the provider treats an object.
const (
	forceAnnotation     = "pulumi.com/patchForce"
	propagateAnnotation = "pulumi.com/deletionPropagationPolicy"
	managerAnnotation   = "pulumi.com/patchFieldManager"
)

// managerOf returns the field manager of a resource: the one that its inputs name, or one that is the same in every run.
func managerOf(urn resource.URN, inputs resource.PropertyMap) string {
	if manager := annotation(inputs, managerAnnotation); manager != "" {
		return manager
	}
	sum := sha256.Sum256([]byte(urn))
	return "pulumi-kubernetes-" + hex.EncodeToString(sum[:])[:8]
}

// isPatch reports whether a resource patches an object: its type token is kubernetes:<apiVersion>:<Kind>Patch.
func isPatch(token string, inputs resource.PropertyMap) bool {
	name := token[strings.LastIndex(token, ":")+1:]
	kind := property.Text(inputs, "kind")
	return kind != "" && name == kind+"Patch"
}

// pathNames are API groups whose objects have any names that can be part of a path (k8s.io/apimachinery 0.34
// pkg/api/validation/path.IsValidPathSegmentName), such as system:masters.
var pathNames = []string{
	"rbac.authorization.k8s.io", "authorization.openshift.io", "image.openshift.io", "oauth.openshift.io", "user.openshift.io",
}

// nameProblems returns what the API server rejects in the name of an object; other names are subdomains.
func nameProblems(inputs resource.PropertyMap) []schema.Problem {
	name := property.Text(property.Object(inputs, "metadata"), "name")
	isPath := slices.Contains(pathNames, RefOf(property.PlainMap(inputs)).group())
	var p check.Problems
	switch {
	case isPath && (name == "." || name == ".." || strings.ContainsAny(name, "/%")):
		p.Addf("metadata.name", "must not be \".\" or \"..\" or contain \"/\" or \"%%\" (got %q)", name)
	case !isPath:
		p.Format("metadata.name", name, check.DNSSubdomain)
	}
	var problems []schema.Problem
	for _, problem := range check.Of(p.Err()) {
		problems = append(problems, schema.Problem{Path: problem.Path.String(), Message: problem.Message})
	}
	return problems
}

// objectOf returns the object that the inputs describe.
func objectOf(inputs resource.PropertyMap) Object {
	object := property.PlainMap(inputs)
	if RefOf(object).isSecret() {
		encodeSecret(object)
	}
	return object
}

// annotation returns the value of an annotation.
func annotation(inputs resource.PropertyMap, key string) string {
	value, _ := lookup(property.PlainMap(inputs), "metadata"+pathSeparator+"annotations"+pathSeparator+key)
	text, _ := value.(string)
	return text
}

// isForced reports whether a patch takes the ownership of fields of other managers: by its annotation, by the provider's configuration,
// or by the environment variable (pulumi-kubernetes v4.30.0 provider/pkg/provider/provider.go, Configure).
func isForced(config, inputs resource.PropertyMap) bool {
	all := property.Plain(config["enablePatchForce"])
	if all == nil {
		all = os.Getenv("PULUMI_K8S_ENABLE_PATCH_FORCE")
	}
	return annotation(inputs, forceAnnotation) == "true" || all == true || all == "true"
}

func (r Ref) isSecret() bool {
	return r.APIVersion == "v1" && r.Kind == "Secret"
}

// encodeSecret writes stringData into data, as the API server does.
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

// decodeSecret sets the stringData of a live Secret if the inputs use it.
func decodeSecret(live Object, inputs resource.PropertyMap) {
	data, _ := live["data"].(map[string]any)
	if _, used := inputs["stringData"]; !used || data == nil {
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

// serverFields are set and changed by the API server alone.
var serverFields = []string{"managedFields", "resourceVersion", "generation"}

// outputsOf returns a live object as the state of a resource. What is secret in the inputs stays secret, and so does
// everything in a Secret.
func outputsOf(inputs resource.PropertyMap, live Object) resource.PropertyMap {
	shown := clone(live).(map[string]any)
	if metadata, ok := shown["metadata"].(map[string]any); ok {
		for _, field := range serverFields {
			delete(metadata, field)
		}
	}
	outputs := property.LikeMap(inputs, property.Map(shown))
	if RefOf(live).isSecret() {
		hideSecret(outputs)
	}
	return outputs
}

// hideSecret marks the data of a Secret as secret.
func hideSecret(object resource.PropertyMap) {
	for _, key := range []resource.PropertyKey{"data", "stringData"} {
		if value, ok := object[key]; ok && !value.IsSecret() {
			object[key] = resource.MakeSecret(property.RevealAll(value))
		}
	}
}

// ownInputs returns the fields of the inputs with their live values, so that a refresh shows drift of these and nothing
// else.
func ownInputs(inputs resource.PropertyMap, live Object) resource.PropertyMap {
	live = clone(live).(map[string]any)
	if RefOf(live).isSecret() {
		decodeSecret(live, inputs)
	}
	pruned := resource.PropertyMap{}
	for key, value := range inputs {
		if now, ok := prune(value, live[string(key)]); ok {
			pruned[key] = now
		}
	}
	return property.LikeMap(inputs, pruned)
}

// prune returns the part of a live value that the inputs set.
func prune(set resource.PropertyValue, live any) (resource.PropertyValue, bool) {
	set = property.RevealAll(set)
	switch {
	case set.IsNull():
		return set, true
	case set.IsObject():
		fields, ok := live.(map[string]any)
		if !ok {
			// The API server may drop an empty map.
			return set, len(set.ObjectValue()) == 0
		}
		pruned := resource.PropertyMap{}
		for key, value := range set.ObjectValue() {
			if now, ok := prune(value, fields[string(key)]); ok {
				pruned[key] = now
			}
		}
		return resource.NewObjectProperty(pruned), true
	case set.IsArray():
		elements, ok := live.([]any)
		if !ok {
			return set, len(set.ArrayValue()) == 0
		}
		if len(elements) != len(set.ArrayValue()) {
			return resource.NewPropertyValue(elements), true
		}
		pruned := make([]resource.PropertyValue, len(elements))
		for i, element := range elements {
			pruned[i], _ = prune(set.ArrayValue()[i], element)
		}
		return resource.NewArrayProperty(pruned), true
	}
	return resource.NewPropertyValue(live), live != nil
}
