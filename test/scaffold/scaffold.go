package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// component is a new component.
type component struct {
	// Package and Name are storage and EFSStorageClass; Folder is the folder of the package.
	Package, Name, Folder string
	// AWS is set if the component is of AWS resources, and not inside the cluster.
	AWS bool
	// File and Golden are the name as part of the names of files: efs_storage_class and efs-storage-class.
	File, Golden string
}

// Kind is the kind of the object that the component registers until somebody replaces it.
func (c component) Kind() string {
	if c.AWS {
		return "log group of CloudWatch"
	}
	return "ConfigMap"
}

// templates returns the prefix of the names of the templates.
func (c component) templates() string {
	if c.AWS {
		return "aws"
	}
	return "cluster"
}

var (
	valid  = regexp.MustCompile(`^([a-z]+)\.([A-Z][A-Za-z0-9]+)$`)
	small  = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	capped = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
)

// newComponent returns the component of a package and a name: storage.EFSStorageClass. Those of network and iam are of AWS resources.
func newComponent(root, name string, aws bool) (component, error) {
	match := valid.FindStringSubmatch(name)
	if match == nil {
		return component{}, fmt.Errorf("%q is not a package and a type (for example, storage.EFSStorageClass)", name)
	}
	c := component{Package: match[1], Name: match[2], AWS: aws || match[1] == "network" || match[1] == "iam"}
	for _, folder := range []string{c.Package, "cluster/" + c.Package} {
		if _, err := os.Stat(filepath.Join(root, folder, "doc.go")); err == nil {
			c.Folder = folder
		}
	}
	if c.Folder == "" {
		return c, fmt.Errorf("there is no package %s", c.Package)
	}
	c.File = strings.ToLower(small.ReplaceAllString(capped.ReplaceAllString(c.Name, "${1}_$2"), "${1}_$2"))
	c.Golden = strings.ReplaceAll(c.File, "_", "-")
	return c, nil
}

// write writes a component below the folder of the module, and returns the component's folder.
func write(root, name string, aws bool) (string, error) {
	c, err := newComponent(root, name, aws)
	if err != nil {
		return "", err
	}
	return c.Folder, errors.Join(
		c.create(root, c.File+".go", c.templates()+".go.tmpl"),
		c.create(root, c.File+"_test.go", c.templates()+"_test.go.tmpl"),
		edit(root, "plugin/components.go", c.addRow),
		edit(root, c.Folder+"/doc.go", c.addToPackageComment),
		edit(root, "CHANGELOG.md", c.addToChangelog),
	)
}

// create writes a file of the component that does not exist.
func (c component) create(root, file, from string) error {
	var text bytes.Buffer
	parsed, err := template.ParseFS(templates, "templates/"+from)
	if err != nil {
		return err
	}
	if err := parsed.Execute(&text, c); err != nil {
		return err
	}
	source, err := format.Source(text.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	created, err := os.OpenFile(filepath.Join(root, c.Folder, file), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) //nolint:gosec // sources are for everybody
	if err != nil {
		return err
	}
	_, err = created.Write(source)
	return errors.Join(err, created.Close())
}

// edit changes a file, in which change must find its place.
func edit(root, file string, change func(lines []string) []string) error {
	path := filepath.Join(root, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := change(strings.Split(string(text), "\n"))
	if changed == nil {
		return fmt.Errorf("%s has no place for the component", file)
	}
	return os.WriteFile(path, []byte(strings.Join(changed, "\n")), 0o644) //nolint:gosec // The file is public.
}

// addRow adds a row before the first one of the package whose component follows by its name.
func (c component) addRow(lines []string) []string {
	prefix, last := "\tof("+c.Package+".New", -1
	for i, line := range lines {
		name, ok := strings.CutPrefix(line, prefix)
		if !ok {
			continue
		}
		if name > c.Name {
			last = i - 1
			break
		}
		last = i
	}
	if last < 0 {
		return nil
	}
	row := prefix + c.Name + "),"
	if !c.AWS {
		row = prefix + c.Name + ").restarting(none),"
	}
	return slices.Insert(lines, last+1, row)
}

func (c component) addToPackageComment(lines []string) []string {
	end := slices.Index(lines, "package "+c.Package)
	if end < 0 {
		return nil
	}
	return slices.Insert(lines, end, "//", "// "+c.Name+" is a "+c.Kind()+".")
}

// addToChangelog adds a line to the end of the changes that are not released.
func (c component) addToChangelog(lines []string) []string {
	start := slices.IndexFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "## ") && strings.HasSuffix(line, "(unreleased)")
	})
	if start < 0 {
		return nil
	}
	end := len(lines)
	if next := slices.IndexFunc(lines[start+1:], func(line string) bool { return strings.HasPrefix(line, "## ") }); next >= 0 {
		end = start + 1 + next
	}
	for lines[end-1] == "" {
		end--
	}
	return slices.Insert(lines, end, fmt.Sprintf("- `%s.%s` is a %s.", c.Package, c.Name, c.Kind()))
}
