package fleet

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

//go:embed manifests
var manifests embed.FS

// templates are the objects. A value is written as JSON, which YAML contains.
var templates = template.Must(template.New("").Delims("<<", ">>").Funcs(template.FuncMap{
	"json": func(value any) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	},
}).ParseFS(manifests, "manifests/*"))

// render returns an object, with more fields of its Workspace.
func render(name string, data any, workspace map[string]any) ([]byte, error) {
	var text bytes.Buffer
	var fields map[string]any
	err := templates.ExecuteTemplate(&text, name, data)
	if err = cmp.Or(err, yaml.Unmarshal(text.Bytes(), &fields)); err != nil {
		return nil, err
	}
	if workspace != nil {
		fields = argument.Merge(fields, map[string]any{"spec": map[string]any{"workspaceTemplate": map[string]any{"spec": workspace}}})
	}
	return yaml.Marshal(fields)
}

// Render returns the files that Argo CD reads, by their paths: the ApplicationSet, and the Stack of each cluster. The file of a cluster
// depends on nothing but the cluster, and that of the ApplicationSet on no cluster.
func (l *List) Render(project string) (map[string][]byte, error) {
	var problems check.Problems
	problems.Required("argocd.repoURL", l.ArgoCD.RepoURL)
	for i, c := range l.Clusters {
		problems.Required(check.Index("clusters", i)+".backend", c.Backend)
		problems.Required(check.Index("clusters", i)+".workspace.image", c.Workspace["image"])
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	set, err := render("applicationset.yaml", map[string]any{"Project": project, "List": l}, nil)
	files := map[string][]byte{"applicationset.yaml": set}
	for _, c := range l.Clusters {
		secrets := map[string]any{}
		for key, reference := range c.Secrets {
			name, entry, _ := strings.Cut(reference, "/")
			secrets[qualified(project, key)] = map[string]any{"type": "Secret", "secret": map[string]any{"name": name, "key": entry}}
		}
		if err == nil {
			files["clusters/"+c.Name+".yaml"], err = render("stack.yaml", map[string]any{
				"Cluster": c, "List": l, "Config": c.Settings(project, *c.Protect), "Secrets": secrets,
				"Labels": union(c.labels(), map[string]string{"app.kubernetes.io/part-of": project}),
			}, c.Workspace)
		}
	}
	return files, err
}

// writeFiles writes rendered files into a folder, of a step those of the clusters of its report, and deletes those of clusters that are
// not in the list any more. Each of these must be named: it still runs.
func writeFiles(dir string, files map[string][]byte, step string, report *Report, removed []string) error {
	rendered, err := fs.Glob(os.DirFS(dir), "clusters/*.yaml")
	gone := slices.DeleteFunc(rendered, func(path string) bool { return files[path] != nil })
	for _, path := range gone {
		if name := strings.TrimSuffix(filepath.Base(path), ".yaml"); !slices.Contains(removed, name) {
			return fmt.Errorf("%s is not in the list any more, and its cluster and stack still exist; with another name it is a new cluster. "+
				"If it is to be destroyed, name it with --removed", name)
		}
	}
	err = cmp.Or(err, os.MkdirAll(filepath.Join(dir, "clusters"), 0o755))
	for _, path := range gone {
		err = cmp.Or(err, os.Remove(filepath.Join(dir, path)))
	}
	for path, text := range files {
		if step == "" || report.of(strings.TrimSuffix(filepath.Base(path), ".yaml")) != nil {
			err = cmp.Or(err, os.WriteFile(filepath.Join(dir, path), text, 0o644)) //nolint:gosec // a file of a repository
		}
	}
	return err
}

// matrix writes the clusters of a step as a matrix of matrices of at most size jobs, as GitHub Actions reads them. None is left out.
func (l *List) matrix(out io.Writer, step string, size int) error {
	members := slices.DeleteFunc(slices.Clone(l.Clusters), func(c Cluster) bool { return l.stepsOf(c)[0].Name != step })
	if len(members) == 0 || len(members) > size*size {
		return fmt.Errorf("step %q has %d clusters; must be between 1 and %d", step, len(members), size*size)
	}
	return templates.ExecuteTemplate(out, "matrix.json", slices.Collect(slices.Chunk(members, size)))
}
