package docs

import (
	"go/ast"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOutputsAreNamedAsTheirFields asserts that the tags of a component's outputs are the names of their fields in Pulumi's spelling.
// Stacks, and programs in other languages, see these names. TestEveryComponent of the plugin asserts that they are registered.
func TestOutputsAreNamedAsTheirFields(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		pkg.structs(func(component string, fields *ast.StructType) {
			for _, field := range fields.Fields.List {
				if field.Tag == nil || len(field.Names) == 0 {
					continue
				}
				tag, tagged := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Lookup("pulumi")
				if !tagged {
					continue
				}
				name := field.Names[0].Name
				assert.Equal(t, outputName(component, name), tag, "%s.%s.%s", pkg.Name, component, name)
			}
		})
	}
}

// isResourceState reports whether a field is an embedded pulumi.ResourceState.
func isResourceState(field *ast.Field) bool {
	selector, ok := field.Type.(*ast.SelectorExpr)
	return ok && len(field.Names) == 0 && selector.Sel.Name == "ResourceState"
}

// ids are the outputs of fields called ID, by component: Pulumi reserves the name id.
var ids = map[string]string{
	"Network":    "vpcId",
	"Subnet":     "id", // which is not a resource
	"OIDCConfig": "configId",
	"HCP":        "clusterId",
	"Classic":    "clusterId",
	"Ingress":    "ingressId",

	"ImageMirror":  "mirrorId",
	"LogForwarder": "forwarderId",
}

var initialism = regexp.MustCompile(`ARN|APIServer|API|CIDR|DNS|HTTPS|HTTP|ID|IP|LB|NAT|OIDC|URL|VPC`)

// outputName returns a field's name in camel case, with initialisms as words.
func outputName(component, field string) string {
	if field == "ID" {
		return ids[component]
	}
	text := initialism.ReplaceAllStringFunc(strings.ReplaceAll(field, "IPv6", "Ipv6"), func(word string) string {
		if word == "APIServer" {
			return "ApiServer"
		}
		return word[:1] + strings.ToLower(word[1:])
	})
	return strings.ToLower(text[:1]) + text[1:]
}
