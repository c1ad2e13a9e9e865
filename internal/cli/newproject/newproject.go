// Package newproject writes the Pulumi project of a new cluster: its program in a language, and what its first commands need.
package newproject

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/openshift-aws/pulumi-openshift-aws/docs"
	projects "github.com/openshift-aws/pulumi-openshift-aws/templates"
)

// Options are the answers to the questions about a new cluster.
type Options struct {
	// Cluster is self-managed, rosa-hcp or rosa-classic.
	Cluster string
	// Name is the name of the cluster, of the project and of its first stack.
	Name string
	// Region is the region, and Zones are some of its zones.
	Region string
	Zones  []string
	// Release is the release of OpenShift.
	Release string
	// Private keeps the cluster's API and routers inside its network.
	Private bool
	// Network is new, existing or shared: a VPC of another account.
	Network string
	// Language is yaml, go, typescript or python.
	Language string
	// Version is the release of the plugin.
	Version string
	// Template makes it a template of `pulumi new`, which replaces the name.
	Template bool
}

// Question is one question about a new cluster, which is a flag, too.
type Question struct {
	Flag, Text, Default string
	// Choices are the possible answers, if there are few.
	Choices []string
}

// Questions are the questions about a new cluster.
var Questions = []Question{
	{"cluster", "What kind of cluster", "rosa-hcp", []string{"self-managed", "rosa-hcp", "rosa-classic"}},
	{"name", "The name of the cluster", "demo", nil},
	{"zones", "Its zones, separated by commas", "us-east-2a,us-east-2b,us-east-2c", nil},
	{"release", "The release of OpenShift", "4.20.4", nil},
	{"access", "Who can reach it", "public", []string{"public", "private"}},
	{"network", "Its VPC", "new", []string{"new", "existing", "shared"}},
	{"language", "The language of the program", "yaml", []string{"yaml", "go", "typescript", "python"}},
}

// FromAnswers returns the options of answers by their flags. All answers that are not valid are reported.
func FromAnswers(answers map[string]string) (Options, error) {
	var problems []error
	for _, q := range Questions {
		if answer := answers[q.Flag]; q.Choices != nil && !slices.Contains(q.Choices, answer) {
			problems = append(problems, fmt.Errorf("--%s: must be one of %s (got %q)", q.Flag, strings.Join(q.Choices, ", "), answer))
		}
	}
	o := Options{
		Cluster: answers["cluster"], Name: answers["name"], Zones: strings.Split(answers["zones"], ","), Release: answers["release"],
		Private: answers["access"] == "private", Network: answers["network"], Language: answers["language"],
	}
	if o.SelfManaged() && o.Network == "shared" {
		problems = append(problems, errors.New("--network: must not be shared with a self-managed cluster, whose private hosted zone would be of "+
			"another account than its VPC: use existing, with a VPC of the cluster's account"))
	}
	if !clusterName.MatchString(o.Name) {
		problems = append(problems, fmt.Errorf("--name: %q is not a valid name of a cluster: lower case letters, digits and hyphens, at most "+
			"15, begin with a letter (for example, demo)", o.Name))
	}
	if !release.MatchString(o.Release) {
		problems = append(problems, fmt.Errorf("--release: %q is not a patch release of OpenShift 4 (for example, 4.20.4)", o.Release))
	}
	for i, zone := range o.Zones {
		region := zoneName.FindStringSubmatch(zone)
		switch {
		case region == nil:
			problems = append(problems, fmt.Errorf("--zones: %q is not a valid AWS zone (for example, us-east-2a)", zone))
		case i > 0 && o.Region != "" && region[1] != o.Region:
			problems = append(problems, fmt.Errorf("--zones: %s is not in %s, the region of the zones before it", zone, o.Region))
		default:
			o.Region = region[1]
		}
	}
	return o, errors.Join(problems...)
}

var (
	clusterName = regexp.MustCompile(`^[a-z]([a-z0-9-]{0,13}[a-z0-9])?$`)
	release     = regexp.MustCompile(`^4\.\d+\.\d+$`)
	zoneName    = regexp.MustCompile(`^([a-z]{2}(?:-[a-z]+)+-\d)[a-z]$`)
)

// SelfManaged reports whether the cluster has a control plane in the account.
func (o *Options) SelfManaged() bool { return o.Cluster == "self-managed" }

// Hosted reports whether the cluster has a hosted control plane.
func (o *Options) Hosted() bool { return o.Cluster == "rosa-hcp" }

// Description is that of the project.
func (o *Options) Description() string {
	if o.Template {
		return "${DESCRIPTION}"
	}
	return "The OpenShift cluster " + o.Name
}

// SharedRole is the ARN of a role in the account that owns a shared VPC, as iam.SharedVpcRoles returns it.
func (o *Options) SharedRole(kind string) string {
	return "arn:aws:iam::444455556666:role/" + o.Name + "-shared-" + kind + "-role"
}

// Blueprint is the name of the component of the whole cluster.
func (o *Options) Blueprint() string {
	return map[string]string{"self-managed": "SelfManaged", "rosa-hcp": "ROSAHCP", "rosa-classic": "ROSAClassic"}[o.Cluster]
}

// Runtime is the runtime in Pulumi.yaml.
func (o *Options) Runtime() string {
	if o.Language == "typescript" {
		return "nodejs"
	}
	return o.Language
}

// Minor is the minor version of the release.
func (o *Options) Minor() string { return o.Release[:strings.LastIndex(o.Release, ".")] }

// ZoneList is the list of zones, separated by commas.
func (o *Options) ZoneList() string { return strings.Join(o.Zones, ",") }

// Subnet is a subnet of the VPC that exists, as an example.
type Subnet struct{ Zone, ID, CIDR string }

// PrivateSubnets are examples of the private subnets.
func (o *Options) PrivateSubnets() []Subnet { return o.subnets(0) }

// PublicSubnets are examples of the public subnets.
func (o *Options) PublicSubnets() []Subnet { return o.subnets(8) } //nolint:mnd // the second half of the VPC

func (o *Options) subnets(first int) []Subnet {
	var found []Subnet
	for i, zone := range o.Zones {
		number := first + i
		found = append(found, Subnet{zone, fmt.Sprintf("subnet-0123456789abcde%02x", number), fmt.Sprintf("10.0.%d.0/20", number<<4)})
	}
	return found
}

//go:embed all:templates
var templates embed.FS

// files are the templates of a project and the paths that they are written to, by the language that has them; "" is each.
var files = map[string]map[string]string{
	"": {
		"Pulumi.yaml": "Pulumi.yaml", "Pulumi.sandbox.yaml.tmpl": "Pulumi.sandbox.yaml", "gitignore": ".gitignore", "README.md.tmpl": "README.md",
		"workflow.yaml": ".github/workflows/rehearse.yaml",
	},
	"go": {"main.go.tmpl": "main.go", "main_test.go.tmpl": "main_test.go", "go.mod.tmpl": "go.mod"},
	"typescript": {
		"index.ts": "index.ts", "index.test.ts": "index.test.ts", "package.json": "package.json", "tsconfig.json": "tsconfig.json",
	},
	"python": {"__main__.py": "__main__.py", "test_program.py": "test_program.py", "requirements.txt": "requirements.txt"},
}

// Files returns the content of the files of a project by their paths.
func (o *Options) Files() (map[string][]byte, error) {
	found := map[string][]byte{}
	selected := maps.Clone(files[""])
	maps.Copy(selected, files[o.Language])
	if o.SelfManaged() {
		selected["cluster.yaml.tmpl"], selected["cluster.sandbox.yaml.tmpl"] = "cluster.yaml", "cluster.sandbox.yaml"
	}
	parsed, err := template.New("").Delims("<<", ">>").ParseFS(templates, "templates/*")
	if err != nil {
		return nil, err
	}
	for from, to := range selected {
		var text bytes.Buffer
		if err := parsed.ExecuteTemplate(&text, from, o); err != nil {
			return nil, err
		}
		found[to] = text.Bytes()
		if filepath.Ext(to) == ".go" {
			if found[to], err = format.Source(text.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	if o.Language == "typescript" {
		found["package-lock.json"] = projects.PackageLock
	}
	if o.Template {
		return found, nil
	}
	policies, err := docs.PoliciesOf(o.Name, o.SelfManaged())
	for name, text := range policies {
		found["permissions/"+name+".json"] = text
	}
	return found, err
}

// Write writes the project into a folder, which must be empty or not exist.
func (o *Options) Write(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty: name another folder by --dir", folder)
	}
	found, err := o.Files()
	if err != nil {
		return nil, err
	}
	paths := slices.Sorted(maps.Keys(found))
	for _, path := range paths {
		file := filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, found[path], 0o644); err != nil { //nolint:gosec // a project, which has no secret
			return nil, err
		}
	}
	return paths, nil
}
