package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

// function describes a function by the comments of the Go function that it is, and of what that returns.
func (g *generator) function(function plugin.Function) (functionSpec, error) {
	args, outputs := argument.Of(function.Args), function.Outputs()
	if err := cmp.Or(plugin.Crosses(args, function.Token, true), plugin.Crosses(argument.Of(function.Result), function.Token, false)); err != nil {
		return functionSpec{}, err
	}
	comment := g.functions[function.Go]
	if comment == "" {
		return functionSpec{}, fmt.Errorf("%s: there is no function %s with a comment", function.Token, function.Go)
	}
	goName := function.Go[strings.LastIndex(function.Go, ".")+1:]
	name := function.Token[strings.LastIndex(function.Token, ":")+1:]
	paragraphs := []string{"`" + name + "` " + g.names(args.Fields).prose(strings.TrimPrefix(comment, goName+" "))}
	result := ""
	if ast.IsExported(function.Result.Name()) {
		result = g.names(outputs).prose(g.comments[nameOf(function.Result)])
	}
	for _, more := range []string{result, function.Note} {
		if more != "" {
			paragraphs = append(paragraphs, more)
		}
	}
	spec := functionSpec{
		Description: strings.Join(paragraphs, "\n\n"),
		Inputs:      g.object(function.Args, args.Fields, true, (*argument.Field).Required),
		Outputs:     g.object(function.Result, outputs, false, plugin.Present),
	}
	for _, field := range outputs {
		if hasEnum(field.Type) {
			property := spec.Outputs.Properties[plugin.Property(field)]
			property.typeRef = typeRef{Ref: "pulumi.json#/Any"}
			spec.Outputs.Properties[plugin.Property(field)] = property
		}
	}
	return spec, nil
}

// hasEnum reports whether an object in what a function returns has properties with fixed values. Its type is any: YAML (pulumi-yaml v1.38.0
// pkg/pulumiyaml/analyser.go, isAssignable) assigns no enumeration, also not the same, and TypeScript no string, to the property of a
// component that it is for.
func hasEnum(shape *argument.Type) bool {
	if shape.Element != nil {
		return hasEnum(shape.Element)
	}
	return slices.ContainsFunc(shape.Fields, func(field *argument.Field) bool {
		return field.Alternatives() != nil || hasEnum(field.Type)
	})
}
