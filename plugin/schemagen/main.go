// Command schemagen writes the Pulumi schema of the package from the Go types of the components and from their comments:
//
//	go generate ./cmd/pulumi-resource-openshift-aws
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1], "../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the schema to a file; root is the folder of the module.
func run(path, root string) error {
	text, err := generate(root)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644) //nolint:gosec // the schema is public
}

func generate(root string) ([]byte, error) {
	sources, err := readSources(root)
	if err != nil {
		return nil, err
	}
	generator := newGenerator(sources)
	if generator.examples, err = exampleTexts(root); err != nil {
		return nil, err
	}
	spec, err := generator.schema()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(spec)
	return text.Bytes(), err
}
