package rhcsprovider

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// Check refuses what the provider's schema would. The library names whatever has a name: there is none to make up.
func (p *Provider) Check(_ context.Context, req plugin.CheckRequest) (plugin.CheckResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.CheckResponse{}, err
	}
	var failures []plugin.CheckFailure
	for _, problem := range schema.Check(req.News) {
		failures = append(failures, plugin.CheckFailure{Reason: problem.String()})
	}
	return plugin.CheckResponse{Properties: req.News, Failures: failures}, nil
}

// Diff tells what changed. Nothing replaces: the provider tells of immutable properties when a change is applied.
func (p *Provider) Diff(_ context.Context, req plugin.DiffRequest) (plugin.DiffResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.DiffResponse{}, err
	}
	changed, _ := schema.Diff(props.RevealMap(req.OldInputs), props.RevealMap(req.NewInputs))
	if len(changed) == 0 {
		return plugin.DiffResponse{Changes: plugin.DiffNone}, nil
	}
	detailed := map[string]plugin.PropertyDiff{}
	for _, path := range changed {
		detailed[path] = plugin.PropertyDiff{Kind: plugin.DiffUpdate, InputDiff: true}
	}
	return plugin.DiffResponse{Changes: plugin.DiffSome, DetailedDiff: detailed}, nil
}

// refuseChange repeats the provider's refusal (terraform-provider-rhcs v1.7.7 provider/common, ValidateStateAndPlanEquals). What a change
// leaves out stays as it is.
func refuseChange(token string, olds, news resource.PropertyMap) error {
	for _, text := range rhcsfacts.Immutable(token) {
		path, err := resource.ParsePropertyPath(text)
		if err != nil {
			return err
		}
		old, _ := path.Get(resource.NewObjectProperty(props.RevealMap(olds)))
		value, given := path.Get(resource.NewObjectProperty(props.RevealMap(news)))
		if given && !value.DeepEquals(old) {
			return fmt.Errorf("Attribute value cannot be changed: Attribute %s, cannot be changed from %s to %s", //nolint:staticcheck // the provider's words
				text, shown(old), shown(value))
		}
	}
	return nil
}

func shown(value resource.PropertyValue) string {
	return fmt.Sprint(props.Plain(value))
}

// refuseDuplicate: OCM takes the name of a cluster once, and a name within a cluster once.
func refuseDuplicate(things map[string]thing, token string, outputs resource.PropertyMap) error {
	made := props.PlainMap(outputs)
	if made["name"] == nil {
		return nil
	}
	for _, t := range things {
		if t.Token == token && t.Outputs["name"] == made["name"] && t.Outputs["cluster"] == made["cluster"] {
			return fmt.Errorf("CLUSTERS-MGMT-400: the name '%s' is taken already (%s)", made["name"], t.ID)
		}
	}
	return nil
}

// refuseDeletion: an OIDC configuration stays while a cluster uses it, a cluster while this library still looks after something in it.
func refuseDeletion(things map[string]thing, doomed thing) error {
	for _, t := range things {
		sts, _ := t.Outputs["sts"].(map[string]any)
		if strings.HasSuffix(doomed.Token, ":RosaOidcConfig") && sts["oidcConfigId"] == doomed.ID {
			return fmt.Errorf("CLUSTERS-MGMT-400: the OIDC configuration '%s' is used by cluster '%s'", doomed.ID, t.ID)
		}
		if t.Outputs["cluster"] == doomed.ID {
			return fmt.Errorf("the cluster '%s' still has %s", doomed.ID, t.URN[strings.LastIndex(t.URN, "::")+2:])
		}
	}
	return nil
}

// previewed is a resource's state as far as it is known before it is made (olds is nil) or changed.
func previewed(schema *awsfacts.Schema, inputs, olds resource.PropertyMap) resource.PropertyMap {
	outputs := resource.PropertyMap{}
	for name, property := range schema.Properties {
		key := resource.PropertyKey(name)
		old, known := olds[key]
		switch {
		case !property.Computed:
		case known && name != "currentVersion":
			outputs[key] = old
		default:
			outputs[key] = resource.MakeComputed(resource.NewStringProperty(""))
		}
	}
	maps.Copy(outputs, inputs)
	return outputs
}
