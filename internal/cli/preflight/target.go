package preflight

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/docs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
)

// Project is a project whose target is checked.
type Project struct {
	// Dir is the folder of Pulumi.yaml. Required.
	Dir string
	// Description is the file that describes a self-managed cluster, relative to Dir. The project has a ROSA cluster if it does not exist.
	Description string
	// Stack is the name of the stack. Defaults to that of the description, or to the selected one.
	Stack string
}

// Target returns what is checked of the project, without Program.
func (p Project) Target(ctx context.Context) (*Target, error) {
	project, err := workspace.LoadProject(filepath.Join(p.Dir, "Pulumi.yaml"))
	if err != nil {
		return nil, err
	}
	t := &Target{Getenv: os.Getenv, LookupNS: net.DefaultResolver.LookupNS, Now: time.Now, Settings: map[string]string{}}
	if region, isText := project.Config["aws:region"].Value.(string); isText {
		t.Settings["aws:region"] = region
	}
	t.File, t.FileProblem = install.LoadFile(p.file())
	if errors.Is(t.FileProblem, fs.ErrNotExist) && t.File == nil && !p.describes() {
		t.FileProblem = nil
	}
	if t.File != nil {
		t.Region, t.Backend, t.SecretsProvider = t.File.Region, t.File.Backend, t.File.SecretsProvider
		p.Stack, t.Installed = cmp.Or(p.Stack, t.File.Stack), t.File.Installed()
	}
	if t.Backend == "" && project.Backend != nil {
		t.Backend = project.Backend.URL
	}
	if err := p.readStack(ctx, t); err != nil {
		return nil, err
	}
	t.Backend = cmp.Or(t.Backend, os.Getenv("PULUMI_BACKEND_URL"))
	if stored, err := workspace.GetStoredCredentials(); err == nil {
		t.Backend = cmp.Or(t.Backend, stored.Current)
	}
	t.Region = cmp.Or(t.Region, t.Settings["aws:region"], os.Getenv("AWS_REGION"))
	if t.Region == "" {
		return nil, errors.New("the region is not known: pulumi config set aws:region us-east-2")
	}
	t.Policies, err = p.policies(project.Name.String())
	return t, err
}

// describes reports whether the description exists.
func (p Project) describes() bool {
	_, err := os.Stat(p.file())
	return err == nil
}

// file is the path of the description.
func (p Project) file() string {
	if filepath.IsAbs(p.Description) {
		return p.Description
	}
	return filepath.Join(p.Dir, p.Description)
}

// readStack reads the configuration, the key and the resources of the stack, if it exists.
func (p Project) readStack(ctx context.Context, t *Target) error {
	query := &automation.Query{Dir: p.Dir, Stack: p.Stack, Backend: t.Backend}
	if err := query.Open(ctx); err != nil {
		return err
	}
	run := func(arguments ...string) (string, bool) {
		text, err := query.Ask(ctx, arguments...)
		return text, err == nil
	}
	var settings map[string]struct{ Value string }
	if text, ok := run("config", "--json", "--show-secrets"); ok && json.Unmarshal([]byte(text), &settings) == nil {
		for key, setting := range settings {
			t.Settings[key] = setting.Value
		}
	}
	if text, ok := run("stack", "export"); ok {
		if found, err := counts.Of([]byte(text)); err == nil { // A stack without resources has no deployment.
			t.Existing = found
		}
	}
	name := p.Stack
	if text, ok := run("stack", "--show-name"); ok {
		name = strings.TrimSpace(text)
	}
	var file struct {
		SecretsProvider string `yaml:"secretsprovider"`
	}
	if text, err := os.ReadFile(filepath.Join(p.Dir, "Pulumi."+name+".yaml")); err == nil && yaml.Unmarshal(text, &file) == nil {
		t.SecretsProvider = cmp.Or(t.SecretsProvider, file.SecretsProvider)
	}
	return nil
}

// policies are those of the folder permissions, which `openshift-aws new` writes, or those of docs/permissions.md for the project.
func (p Project) policies(name string) (map[string][]byte, error) {
	found := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join(p.Dir, "permissions", "*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		found[strings.TrimSuffix(filepath.Base(path), ".json")] = text
	}
	if len(found) > 0 {
		return found, nil
	}
	return docs.PoliciesOf(name, p.describes())
}
