package rosa

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// resourceArgs are the arguments whose tags name the properties of a resource.
type resourceArgs struct {
	args componentArgs
	// product is the tag of the resource's product; empty if the properties have one name.
	product string
	// except is the field with the arguments of the other product.
	except string
}

var argsOfResources = map[string]resourceArgs{
	"ClusterRosaHcp":       {args: &HCPArgs{}, product: rhcs.HCP},
	"ClusterRosaClassic":   {args: &ClassicArgs{}, product: rhcs.Classic},
	"HcpMachinePool":       {args: &MachinePoolArgs{}, product: rhcs.HCP, except: "Classic"},
	"MachinePool":          {args: &MachinePoolArgs{}, product: rhcs.Classic, except: "HCP"},
	"HcpDefaultIngress":    {args: &IngressArgs{}, except: "Classic"},
	"DefaultIngress":       {args: &IngressArgs{}, except: "HCP"},
	"HcpClusterAutoscaler": {args: &AutoscalerArgs{}, except: "Classic"},
	"ClusterAutoscaler":    {args: &AutoscalerArgs{}},
	"IdentityProvider":     {args: &IdentityProviderArgs{}},
	"Kubeletconfig":        {args: &KubeletConfigArgs{}},
	"TuningConfig":         {args: &TuningConfigArgs{}},
	"LogForwarder":         {args: &LogForwarderArgs{}},
	"BreakGlassCredential": {args: &BreakGlassCredentialArgs{}},
	"ImageMirror":          {args: &ImageMirrorArgs{}},
	"RosaOcmRoleLink":      {args: &OCMRoleLinkArgs{}},
}

// requiredByCode are properties that the provider requires, and that have a default or are required by a rule of
// several fields.
var requiredByCode = []string{
	"ClusterRosaHcp.cloudRegion", "ClusterRosaClassic.cloudRegion",
	"ClusterRosaClassic.sts.instanceIamRoles.masterRoleArn", "HcpMachinePool.autoscaling",
	"IdentityProvider.openid.claims",
}

// TestTagsFitTheSchema compares the properties in tags with the provider's schema, which states their types and
// which are required, but no limits and enumerations.
func TestTagsFitTheSchema(t *testing.T) {
	t.Parallel()
	for kind, resource := range argsOfResources {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			args := reflect.TypeOf(resource.args).Elem()
			require.NoError(t, check.CheckTags(args))
			properties, known := fakerhcs.Resource(rhcs.Token(kind))
			require.True(t, known)
			var instead []string
			if resource.product != "" {
				instead = []string{resource.product}
			}
			fields, err := argument.Places(args, append(instead, "rhcs")...)
			require.NoError(t, err)
			require.NotEmpty(t, fields)
			for _, field := range fields {
				if resource.except == "" || !strings.HasPrefix(field.Name, resource.except+".") {
					checkProperty(t, kind, field, propertyAt(properties.Properties, field.Path))
				}
			}
		})
	}
}

func checkProperty(t *testing.T, kind string, field argument.Place, property *schema.Property) {
	t.Helper()
	if !assert.NotNil(t, property, "%s: %s is not a property", field.Name, field.Path) {
		return
	}
	assert.True(t, property.Input(), "%s: %s cannot be set", field.Name, field.Path)
	assert.Contains(t, typesOf(field), propertyType(property), "%s: %s has another type", field.Name, field.Path)
	if property.Required {
		byCode := slices.Contains(requiredByCode, kind+"."+field.Path)
		assert.NotEqual(t, byCode, alwaysSet(field), "%s: the provider requires %s", field.Name, field.Path)
	}
}

// alwaysSet reports whether the property of a field is set in valid arguments.
func alwaysSet(field argument.Place) bool {
	return field.Has("required") || hasOption(field, "zero")
}

func hasOption(field argument.Place, option string) bool {
	return slices.ContainsFunc([]string{"rhcs", rhcs.HCP, rhcs.Classic}, func(tag string) bool {
		return slices.Contains(strings.Split(field.Tag.Get(tag), ","), option)
	})
}

// propertyAt returns the property at a path such as groups[].id; nil if there is none.
func propertyAt(properties map[string]*schema.Property, path string) *schema.Property {
	first, rest, nested := strings.Cut(path, ".")
	property := properties[strings.Trim(first, "[]{}")]
	if property == nil || !nested {
		return property
	}
	return propertyAt(property.Elem, rest)
}

// propertyType is the type of a property: Object and Objects are those with properties of their own.
func propertyType(property *schema.Property) schema.Type {
	switch {
	case len(property.Elem) == 0:
		return property.Type
	case property.Object:
		return "Object"
	}
	return "Objects in a " + property.Type
}

// typesOf returns the types of properties that the value of a field fits.
func typesOf(field argument.Place) []schema.Type {
	t := field.StructField.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	input := func(sample pulumi.Input) bool {
		return t.Kind() == reflect.Interface && reflect.TypeOf(sample).Implements(t)
	}
	isDuration := t == reflect.TypeFor[time.Duration]() && !hasOption(field, "minutes") && !hasOption(field, "seconds")
	switch {
	case t.Kind() == reflect.String || input(pulumi.String("")) || isDuration || hasOption(field, "text"):
		return []schema.Type{schema.String}
	case t.Kind() == reflect.Bool:
		return []schema.Type{schema.Bool}
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		return []schema.Type{schema.Int, schema.Float}
	case t == reflect.TypeFor[[]string]() || input(pulumi.StringArray{}):
		return []schema.Type{schema.List, schema.Set}
	case t == reflect.TypeFor[map[string]string]() || t == reflect.TypeFor[pulumi.StringMap]():
		return []schema.Type{schema.Map}
	case t.Kind() == reflect.Slice:
		return []schema.Type{"Objects in a List", "Objects in a Set"}
	case t.Kind() == reflect.Map:
		return []schema.Type{"Objects in a Map"}
	case t.Kind() == reflect.Struct:
		return []schema.Type{"Object"}
	}
	return nil
}
