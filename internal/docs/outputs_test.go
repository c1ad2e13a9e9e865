package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOutputsAreNamedAsTheirFields holds that a component's outputs bear the names of their fields in Pulumi's way of writing, in
// the fields' tags and where they are registered. A stack, and a program in another language, sees no other names.
func TestOutputsAreNamedAsTheirFields(t *testing.T) {
	for _, name := range public {
		pkg := load(t, name)
		written := texts(t, name)
		for _, kind := range pkg.Types {
			for _, spec := range kind.Decl.Specs {
				fields, isStruct := spec.(*ast.TypeSpec).Type.(*ast.StructType)
				if !isStruct || !embedsResourceState(fields) {
					continue
				}
				for _, field := range fields.Fields.List {
					if field.Tag == nil {
						continue
					}
					tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("pulumi")
					assert.Equal(
						t,
						outputName(kind.Name, field.Names[0].Name),
						tag,
						"%s.%s",
						kind.Name,
						field.Names[0].Name,
					)
					assert.True(t, written[tag], "%s.%s registers no output %s", name, kind.Name, tag)
				}
			}
		}
	}
}

func embedsResourceState(fields *ast.StructType) bool {
	for _, field := range fields.Fields.List {
		if selector, ok := field.Type.(*ast.SelectorExpr); ok && len(field.Names) == 0 &&
			selector.Sel.Name == "ResourceState" {
			return true
		}
	}
	return false
}

// ids are the outputs called ID: Pulumi keeps the name id for itself.
var ids = map[string]string{
	"Vpc": "vpcId", "ExistingVpc": "vpcId", "OIDCConfig": "configId", "HCP": "clusterId", "Classic": "clusterId", "Ingress": "ingressId",
}

var initialism = regexp.MustCompile(`ARN|APIServer|API|CIDR|DNS|HTTPS|HTTP|ID|IP|LB|NAT|OIDC|URL|VPC`)

// outputName is a field's name with initialisms as words, and its first letter small.
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

// texts are the string literals in the package's functions.
func texts(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	require.NoError(t, err)
	found := map[string]bool{}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok {
				found[strings.Trim(literal.Value, `"`)] = true
			}
			return true
		})
	}
	return found
}
