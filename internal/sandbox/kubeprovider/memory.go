package kubeprovider

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/diskstore"
)

// seed holds what a new cluster's operators have made before anybody else comes.
//
//go:embed seed/*.yaml
var seed embed.FS

// operators is the manager that owns the seed's fields.
const operators = "cluster-operators"

// Memory is a Backend that keeps its objects in a file. Nothing acts on them.
type Memory struct {
	records *diskstore.Store[record]
}

// record is an object and who owns which of its fields, as paths.
type record struct {
	Object   Object              `json:"object"`
	Managers map[string][]string `json:"managers"`
}

// NewMemory opens the cluster in the folder; a new one holds the seed.
func NewMemory(dir string) (*Memory, error) {
	records, err := diskstore.Open(filepath.Join(dir, "kubernetes.json"), freshCluster)
	return &Memory{records: records}, err
}

func freshCluster() (map[string]record, error) {
	records := map[string]record{}
	files, err := fs.Glob(seed, "seed/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := seed.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for document := range strings.SplitSeq(string(text), "\n---\n") {
			var object Object
			if err := yaml.Unmarshal([]byte(document), &object); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			records[address(refOf(object))] = record{
				Object: object, Managers: map[string][]string{operators: sortedKeys(leaves(object))},
			}
		}
	}
	return records, nil
}

// address is the key of an object: versions of a group share their objects.
func address(ref Ref) string {
	return ref.group() + " " + ref.Kind + " " + ref.id()
}

// Get returns the object.
func (m *Memory) Get(_ context.Context, ref Ref) (Object, error) {
	var object Object
	m.records.View(func(records map[string]record) {
		if found, ok := records[address(ref)]; ok {
			object = clone(found.Object).(map[string]any)
		}
	})
	if object == nil {
		return nil, notFound(ref)
	}
	return object, nil
}

// Apply merges what the manager wants into the object.
func (m *Memory) Apply(_ context.Context, manager string, object Object, force bool) (Object, error) {
	ref := refOf(object)
	var live Object
	err := m.records.Update(func(records map[string]record) error {
		if err := requireNamespace(records, ref); err != nil {
			return err
		}
		before, ok := records[address(ref)]
		if !ok {
			before = record{Object: bare(ref)}
		}
		after, err := before.apply(manager, object, force)
		if err != nil {
			return fmt.Errorf("%s: %w", ref, err)
		}
		records[address(ref)] = after
		live = clone(after.Object).(map[string]any)
		return nil
	})
	return live, err
}

func requireNamespace(records map[string]record, ref Ref) error {
	if ref.Namespace == "" {
		return nil
	}
	namespace := Ref{APIVersion: "v1", Kind: "Namespace", Name: ref.Namespace}
	if _, ok := records[address(namespace)]; !ok {
		return fmt.Errorf("%s: %w: namespaces %q not found", ref, ErrNotFound, ref.Namespace)
	}
	return nil
}

// apply returns the record after the manager has applied the object: conflicts are
// refused or, with force, taken over; fields that it applied before and does not any
// more go, unless another manager owns them too.
func (r record) apply(manager string, object Object, force bool) (record, error) {
	after := record{Object: clone(r.Object).(map[string]any), Managers: map[string][]string{}}
	for name, paths := range r.Managers {
		after.Managers[name] = slices.Clone(paths)
	}
	wanted := leaves(object)
	if err := after.settleConflicts(manager, wanted, force); err != nil {
		return record{}, err
	}
	for _, path := range after.Managers[manager] {
		if _, still := wanted[path]; !still && len(after.owners(path)) == 1 {
			remove(after.Object, path)
		}
	}
	for path, value := range wanted {
		store(after.Object, path, clone(value))
	}
	after.Managers[manager] = sortedKeys(wanted)
	if len(wanted) == 0 {
		delete(after.Managers, manager)
	}
	return after, nil
}

// settleConflicts finds fields that others own and hold at other values.
func (r record) settleConflicts(manager string, wanted map[string]any, force bool) error {
	var conflicts []error
	for _, path := range sortedKeys(wanted) {
		if live, ok := lookup(r.Object, path); !ok || agree(live, wanted[path]) {
			continue
		}
		for _, owner := range r.owners(path) {
			if owner == manager {
				continue
			}
			if !force {
				conflicts = append(conflicts, fmt.Errorf("conflict with %q over .%s",
					owner, strings.ReplaceAll(path, pathSeparator, ".")))
				continue
			}
			r.Managers[owner] = slices.DeleteFunc(r.Managers[owner], func(owned string) bool { return owned == path })
		}
	}
	return errors.Join(conflicts...)
}

// agree tells whether a live value is what is wanted: an empty map wants no more than that there is one.
func agree(live, wanted any) bool {
	fields, wantsMap := wanted.(map[string]any)
	_, isMap := live.(map[string]any)
	return same(live, wanted) || wantsMap && isMap && len(fields) == 0
}

// owners returns who owns a field, or fields below it.
func (r record) owners(path string) []string {
	var owners []string
	for _, manager := range sortedKeys(r.Managers) {
		if slices.ContainsFunc(r.Managers[manager], func(owned string) bool {
			return owned == path || strings.HasPrefix(owned, path+pathSeparator)
		}) {
			owners = append(owners, manager)
		}
	}
	return owners
}

// Delete removes the object at once: there is nobody here whose finalizer could be waited for.
func (m *Memory) Delete(_ context.Context, ref Ref, _ string) error {
	return m.records.Update(func(records map[string]record) error {
		if _, ok := records[address(ref)]; !ok {
			return notFound(ref)
		}
		delete(records, address(ref))
		return nil
	})
}
