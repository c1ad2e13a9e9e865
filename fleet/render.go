package fleet

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// object is an object of YAML or JSON.
type object = map[string]any

//go:embed manifests
var manifests embed.FS

// templates are the objects. A value is written as JSON, which YAML contains.
var templates = template.Must(template.New("").Delims("<<", ">>").Funcs(template.FuncMap{
	"json": func(value any) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	},
}).ParseFS(manifests, "manifests/*.yaml"))

// render returns an object, with more fields of its Workspace.
func render(name string, data any, workspace object) ([]byte, error) {
	var text bytes.Buffer
	if err := templates.ExecuteTemplate(&text, name, data); err != nil {
		return nil, err
	}
	var fields object
	if err := yaml.Unmarshal(text.Bytes(), &fields); err != nil {
		return nil, err
	}
	if workspace != nil {
		fields = argument.Merge(fields, object{"spec": object{"workspaceTemplate": object{"spec": workspace}}})
	}
	text.Reset()
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	err := encoder.Encode(fields)
	return text.Bytes(), err
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
	set, err := render("applicationset.yaml", object{"Project": project, "List": l}, nil)
	files := map[string][]byte{"applicationset.yaml": set}
	for _, c := range l.Clusters {
		secrets := object{}
		for key, reference := range c.Secrets {
			name, entry, _ := strings.Cut(reference, "/")
			secrets[qualified(project, key)] = object{"type": "Secret", "secret": object{"name": name, "key": entry}}
		}
		if err == nil {
			files["clusters/"+c.Name+".yaml"], err = render("stack.yaml", object{
				"Cluster": c, "List": l, "Config": c.Settings(project, c.protected()), "Secrets": secrets,
				"Labels": union(c.labels(), map[string]string{"app.kubernetes.io/part-of": project}),
			}, c.Workspace)
		}
	}
	return files, err
}

// writeFiles writes rendered files into a folder, and deletes those of clusters that are not in the list any more. Each of these must be
// named: it still runs.
func writeFiles(dir string, files map[string][]byte, removed []string) error {
	rendered, err := filepath.Glob(filepath.Join(dir, "clusters", "*.yaml"))
	gone := slices.DeleteFunc(rendered, func(path string) bool { return files["clusters/"+filepath.Base(path)] != nil })
	for _, path := range gone {
		if name := strings.TrimSuffix(filepath.Base(path), ".yaml"); !slices.Contains(removed, name) {
			return fmt.Errorf("%s is not in the list any more, and its cluster and stack still exist; with another name it is a new cluster. "+
				"If it is to be destroyed, name it with --removed", name)
		}
	}
	err = cmp.Or(err, os.MkdirAll(filepath.Join(dir, "clusters"), 0o755)) //nolint:gosec // a folder of a repository
	for _, path := range gone {
		err = cmp.Or(err, os.Remove(path))
	}
	for path, text := range files {
		err = cmp.Or(err, os.WriteFile(filepath.Join(dir, path), text, 0o644)) //nolint:gosec // a file of a repository
	}
	return err
}

// matrix returns the clusters of a step as a matrix of chunks, each of which is a matrix of at most size jobs, as GitHub Actions reads
// them. No cluster is left out.
func (l *List) matrix(step string, size int) (object, error) {
	var jobs []object
	for _, c := range l.Clusters {
		if l.stepsOf(c)[0].Name == step {
			jobs = append(jobs, object{
				"cluster": c.Name, "stack": c.Stack(), "account": c.Account, "region": c.Region, "backend": c.Backend,
				"secretsProvider": c.SecretsProvider,
			})
		}
	}
	if len(jobs) == 0 || len(jobs) > size*size {
		return nil, fmt.Errorf("step %q has %d clusters; must be between 1 and %d", step, len(jobs), size*size)
	}
	chunks := []object{}
	for chunk := range slices.Chunk(jobs, size) {
		chunks = append(chunks, object{"chunk": len(chunks) + 1, "jobs": object{"include": chunk}})
	}
	return object{"include": chunks}, nil
}
