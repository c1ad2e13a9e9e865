package kubernetes

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

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// initialObjects are the objects that OpenShift's operators create in a new cluster.
//
//go:embed objects/*.yaml
var initialObjects embed.FS

// operators is the manager of the initial objects.
const operators = "cluster-operators"

// Memory are objects in a file. No controller acts on them.
type Memory struct {
	records *fake.Store[record]
}

// record is an object and the paths that each manager owns.
type record struct {
	Object   Object              `json:"object"`
	Managers map[string][]string `json:"managers"`
}

// NewMemory opens the cluster in the folder; a new one has the initial objects.
func NewMemory(dir string) (*Memory, error) {
	return openMemory(filepath.Join(dir, firstFile))
}

// firstFile is the file of the first cluster in a folder.
const firstFile = "kubernetes.json"

func openMemory(path string) (*Memory, error) {
	records, err := fake.OpenStore(path, newCluster)
	return &Memory{records: records}, err
}

func newCluster() (map[string]record, error) {
	records := map[string]record{}
	files, err := fs.Glob(initialObjects, "objects/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := initialObjects.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for document := range strings.SplitSeq(string(text), "\n---\n") {
			var object Object
			if err := yaml.Unmarshal([]byte(document), &object); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			records[address(RefOf(object))] = record{
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

// Get implements Objects.
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

// Apply implements Objects.
func (m *Memory) Apply(_ context.Context, manager string, object Object, force bool) (Object, error) {
	ref := RefOf(object)
	var live Object
	err := m.records.Update(func(records map[string]record) error {
		if err := requireNamespace(records, ref); err != nil {
			return err
		}
		before, ok := records[address(ref)]
		if !ok {
			before = record{Object: Bare(ref)}
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

// apply returns the record after the manager has applied the object. Conflicts are rejected; with force, the manager takes
// the ownership. Fields that it applied before and no longer applies are removed unless another manager owns them too.
func (r record) apply(manager string, object Object, force bool) (record, error) {
	after := record{Object: clone(r.Object).(map[string]any), Managers: map[string][]string{}}
	for name, paths := range r.Managers {
		after.Managers[name] = slices.Clone(paths)
	}
	applied := leaves(object)
	if err := after.settleConflicts(manager, applied, force); err != nil {
		return record{}, err
	}
	for _, path := range after.Managers[manager] {
		if _, still := applied[path]; !still && len(after.owners(path)) == 1 {
			remove(after.Object, path)
		}
	}
	for path, value := range applied {
		store(after.Object, path, clone(value))
	}
	after.Managers[manager] = sortedKeys(applied)
	if len(applied) == 0 {
		delete(after.Managers, manager)
	}
	return after, nil
}

// settleConflicts rejects fields that other managers own with other values, or takes their ownership.
func (r record) settleConflicts(manager string, applied map[string]any, force bool) error {
	var conflicts []error
	for _, path := range sortedKeys(applied) {
		if live, ok := lookup(r.Object, path); !ok || agree(live, applied[path]) {
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

// agree reports whether a live value equals the applied one: an empty map agrees with any map.
func agree(live, applied any) bool {
	fields, appliesMap := applied.(map[string]any)
	_, isMap := live.(map[string]any)
	return same(live, applied) || appliesMap && isMap && len(fields) == 0
}

// owners returns the managers of a field or of fields below it.
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

// Delete implements Objects. It does not wait: without controllers there are no finalizers.
func (m *Memory) Delete(_ context.Context, ref Ref, _ string) error {
	return m.records.Update(func(records map[string]record) error {
		if _, ok := records[address(ref)]; !ok {
			return notFound(ref)
		}
		delete(records, address(ref))
		return nil
	})
}
