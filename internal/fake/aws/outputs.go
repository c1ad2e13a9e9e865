package aws

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// AccountID is the account of all resources, the one of AWS's own examples.
const AccountID = "123456789012"

// created is when everything was created.
const created = "2025-01-01T00:00:00Z"

// compute returns the ID and the outputs: the inputs, what AWS generates, and the zero value of what AWS leaves empty.
// Optional properties that the inputs do not set are present only where something derives from them. Secret inputs stay
// secret. A type without a schema gets an ID and its inputs.
func compute(request fake.Request) (string, resource.PropertyMap) {
	return computeOutputs(request, false)
}

// computeFilled is compute without empty computed strings.
func computeFilled(request fake.Request) (string, resource.PropertyMap) {
	return computeOutputs(request, true)
}

func computeOutputs(request fake.Request, filled bool) (string, resource.PropertyMap) {
	region := regionOf(request.Config)
	o := &outputs{
		Request: request, IDSource: request.Source, region: region, partition: partition.OfRegion(region), filled: filled,
		properties: request.Outputs(),
	}
	known, ok := Resource(request.Token)
	switch {
	case ok:
		o.fill(known)
		o.setAllTags(known)
	case o.ID == "":
		o.ID = request.URN.Name() + "-" + o.Hex("id", 7)
	}
	return o.ID, o.properties
}

// outputs are the outputs of one resource while they are computed.
type outputs struct {
	fake.Request
	fake.IDSource
	region    string
	partition partition.Partition
	// filled says that no computed string may be empty.
	filled     bool
	properties resource.PropertyMap
}

// fill sets the ID, the ARN, what is specific to the type, and then everything else that AWS computes.
func (o *outputs) fill(known *schema.Schema) {
	kind := resourceTypes[o.Token]
	o.nameByPrefix(known)
	if kind.before != nil {
		kind.before(o)
	}
	arnHasID := strings.Contains(kind.arn, "{id}")
	if kind.arn != "" && !arnHasID {
		o.set("arn", o.arn(kind.service, o.expand(kind.arn, "id")))
	}
	if o.ID == "" {
		o.ID = o.expand(kind.id, "id")
	}
	if o.ID == "" {
		o.ID = o.URN.Name() + "-" + o.Hex("id", 17)
	}
	if arnHasID {
		o.set("arn", o.arn(kind.service, o.expand(kind.arn, "id")))
	}
	if kind.idAlso != "" {
		o.set(kind.idAlso, o.ID)
	}
	if kind.after != nil {
		kind.after(o)
	}
	o.fillRest(known, kind)
}

// nameByPrefix completes a name prefix with 26 digits, as the provider does, which fits every type with a prefix.
func (o *outputs) nameByPrefix(known *schema.Schema) {
	for _, name := range []string{"name", "keyName", "bucket"} {
		prefix := o.text(name + "Prefix")
		if known.Properties[name] != nil && prefix != "" && o.text(name) == "" {
			o.properties[resource.PropertyKey(name)] = resource.NewProperty(prefix + o.Hex(name, 26))
		}
	}
}

// fillRest sets the computed properties that have no rule.
func (o *outputs) fillRest(known *schema.Schema, kind resourceType) {
	for _, name := range slices.Sorted(maps.Keys(known.Properties)) {
		computed := known.Properties[name]
		if !computed.Computed || name == "tagsAll" || o.has(name) {
			continue
		}
		isText := computed.Type == schema.String
		switch {
		case isText && (o.filled || !computed.Optional && !slices.Contains(kind.empty, name)):
			o.set(name, o.generate(name))
		case !computed.Optional:
			o.set(name, zero(computed.Type))
		}
	}
}

// setAllTags sets tagsAll: the resource's tags and the provider's default tags.
func (o *outputs) setAllTags(known *schema.Schema) {
	if _, tagged := known.Properties["tagsAll"]; !tagged {
		return
	}
	own, defaults := o.properties["tags"], defaultTags(o.Config)
	if len(defaults) == 0 && !own.IsNull() {
		o.properties["tagsAll"] = own
		return
	}
	all := property.Map(defaults)
	if tags := property.RevealAll(own); tags.IsObject() {
		maps.Copy(all, tags.ObjectValue())
	}
	o.properties["tagsAll"] = property.Like(own, resource.NewProperty(all))
}

// zero returns the zero value of a type.
func zero(of schema.Type) any {
	switch of {
	case schema.Bool:
		return false
	case schema.Int, schema.Float:
		return 0.0
	case schema.List, schema.Set:
		return []any{}
	case schema.Map:
		return map[string]any{}
	default:
		return ""
	}
}
