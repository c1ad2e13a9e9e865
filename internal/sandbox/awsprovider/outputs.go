package awsprovider

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

// previewed is a resource's state as far as it is known before it is made (olds is nil)
// or changed: what is given, and of what AWS answers, only what there was before.
func previewed(schema *awsfacts.Schema, inputs, olds resource.PropertyMap) resource.PropertyMap {
	outputs := resource.PropertyMap{}
	for name, property := range schema.Properties {
		key := resource.PropertyKey(name)
		old, known := olds[key]
		switch {
		case !property.Computed:
		case known && !versions[name]:
			outputs[key] = old
		default:
			outputs[key] = resource.MakeComputed(resource.NewStringProperty(""))
		}
	}
	for key, value := range inputs {
		if key != defaultsKey {
			outputs[key] = value
		}
	}
	return outputs
}

// versions are the properties that every change counts up.
var versions = map[string]bool{"latestVersion": true, "defaultVersion": true, "version": true, "versionId": true}

// keepComputed carries over what AWS chose before and the inputs do not say, and counts versions up.
func keepComputed(schema *awsfacts.Schema, outputs, olds resource.PropertyMap) {
	for name, property := range schema.Properties {
		key := resource.PropertyKey(name)
		old, known := olds[key]
		if !known || !property.Computed {
			continue
		}
		_, set := outputs[key]
		switch {
		case versions[name] && old.IsNumber():
			outputs[key] = resource.NewNumberProperty(old.NumberValue() + 1)
		case !set:
			outputs[key] = old
		}
	}
}
