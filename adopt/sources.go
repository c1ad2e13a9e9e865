package adopt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// placeholder is the ID of a resource in the file of `pulumi preview --import-file`.
const placeholder = "<PLACEHOLDER>"

// importFile is the format of `pulumi preview --import-file`.
type importFile struct {
	NameTable map[string]string `json:"nameTable,omitempty"`
	Resources []importEntry     `json:"resources"`
	// below are the types of the parents of resources with a parent, by its name.
	below map[string]string
}

type importEntry struct {
	Type      string `json:"type"`
	Name      string `json:"name"`
	ID        string `json:"id,omitempty"`
	Component bool   `json:"component,omitempty"`
	// LogicalName is the name in the program if another resource of the file has it too.
	LogicalName string `json:"logicalName,omitempty"`
	// Parent is a name of the file, of a resource or in its NameTable. In what adopt writes it is Key.Parents.
	Parent string `json:"parent,omitempty"`
}

// parents returns the types of the parents of a resource with a parent.
func (f *importFile) parents(name string) string {
	types, known := f.below[name]
	if known || name == "" {
		return types
	}
	f.below[name] = name
	if urn := f.NameTable[name]; urn != "" {
		f.below[name] = keyOf(urn).below()
	} else if i := slices.IndexFunc(f.Resources, func(e importEntry) bool { return e.Name == name }); i >= 0 {
		f.below[name] = Key{Type: f.Resources[i].Type, Parents: f.parents(f.Resources[i].Parent)}.below()
	}
	return f.below[name]
}

// ReadIDs reads the import IDs of a file in the format of `pulumi preview --import-file`. Entries without an ID have no effect.
func ReadIDs(file io.Reader) (map[Key]string, error) {
	found := importFile{below: map[string]string{}}
	if err := json.NewDecoder(file).Decode(&found); err != nil {
		return nil, fmt.Errorf("not a valid import file: %w", err)
	}
	if found.Resources == nil {
		return nil, errors.New("not a valid import file: it has no resources")
	}
	ids := map[Key]string{}
	for _, entry := range found.Resources {
		switch {
		case !strings.Contains(entry.Type, ":"):
			return nil, fmt.Errorf("not a valid import file: %q is not a type of Pulumi", entry.Type)
		case entry.Component || entry.ID == "" || entry.ID == placeholder:
			continue
		}
		key := Key{Type: entry.Type, Name: entry.Name, Parents: found.parents(entry.Parent)}
		if entry.LogicalName != "" {
			key.Name = entry.LogicalName
		}
		if old, twice := ids[key]; twice && old != entry.ID {
			return nil, fmt.Errorf("not a valid import file: %s has two IDs, %s and %s", key, old, entry.ID)
		}
		ids[key] = entry.ID
	}
	return ids, nil
}

// ImportFile returns the resources without an import ID in the format of [ReadIDs].
func (r *Report) ImportFile() []byte {
	file := importFile{Resources: []importEntry{}}
	for _, key := range r.MissingKeys {
		file.Resources = append(file.Resources, importEntry{Type: key.Type, Name: key.Name, Parent: key.Parents, ID: placeholder})
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(file) //nolint:errchkjson // strings are always valid JSON
	return text.Bytes()
}

// ReadStack reads the resources of a file that `pulumi stack export` wrote.
func ReadStack(file io.Reader) ([]Resource, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	deployment, err := state.Read(text)
	if err != nil {
		return nil, err
	}
	var found []Resource
	for _, r := range deployment.Resources {
		if r.Custom && !r.Delete && !isProvider(r.Type) {
			found = append(found, Resource{Type: r.Type, URN: r.URN, ID: r.ID, Properties: r.Outputs})
		}
	}
	return found, nil
}
