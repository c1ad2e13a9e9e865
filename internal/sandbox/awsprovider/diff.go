package awsprovider

import (
	"context"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// Diff tells what changed and whether that replaces the resource.
func (p *Provider) Diff(_ context.Context, req plugin.DiffRequest) (plugin.DiffResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.DiffResponse{}, err
	}
	olds, news := props.RevealMap(req.OldInputs), props.RevealMap(req.NewInputs)
	changed, replaces := schema.Diff(olds, news)
	if len(changed) == 0 {
		return plugin.DiffResponse{Changes: plugin.DiffNone}, nil
	}
	detailed := map[string]plugin.PropertyDiff{}
	for _, path := range changed {
		diff := plugin.PropertyDiff{Kind: kindOf(path, olds, news), InputDiff: true}
		if slices.Contains(replaces, path) {
			diff = diff.ToReplace()
		}
		detailed[path] = diff
	}
	return plugin.DiffResponse{
		Changes:             plugin.DiffSome,
		DetailedDiff:        detailed,
		DeleteBeforeReplace: len(replaces) > 0 && keepsName(schema, req.OldInputs, req.NewInputs),
	}, nil
}

func kindOf(path string, olds, news resource.PropertyMap) plugin.DiffKind {
	parsed, err := resource.ParsePropertyPath(path)
	if err != nil {
		return plugin.DiffUpdate
	}
	old, had := parsed.Get(resource.NewObjectProperty(olds))
	value, has := parsed.Get(resource.NewObjectProperty(news))
	switch {
	case !had || old.IsNull():
		return plugin.DiffAdd
	case !has || value.IsNull():
		return plugin.DiffDelete
	}
	return plugin.DiffUpdate
}

// keepsName tells whether the replacement would bear the name of the resource that it
// replaces, given by the user, so that the two cannot exist at once (the bridge's rule).
func keepsName(schema *awsfacts.Schema, olds, news resource.PropertyMap) bool {
	property := nameProperty(schema)
	if property == "" || madeUp(news, property) {
		return false
	}
	key := resource.PropertyKey(property)
	old, had := olds[key]
	name, has := news[key]
	return had && has && props.Reveal(old).DeepEquals(props.Reveal(name))
}

// nameProperty is the property that AWS wants to be unique among resources of the type:
// the one that is named automatically.
func nameProperty(schema *awsfacts.Schema) string {
	property, _, err := schema.DefaultName(resource.PropertyMap{}, "n", "0")
	if err != nil {
		return ""
	}
	return property
}
