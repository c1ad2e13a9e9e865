package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// project is what the tests read of a Pulumi.yaml.
type project struct {
	Name   string
	Main   string
	Config map[string]struct {
		Type, Description string
		Default, Value    any
		Secret            bool
	}
}

// projects returns the Pulumi projects of the examples by the example's name.
func projects(t *testing.T) map[string]project {
	t.Helper()
	all := map[string]project{}
	for _, file := range files(t, "Pulumi.yaml", "examples/*/Pulumi.yaml") {
		var p project
		require.NoError(t, yaml.Unmarshal([]byte(read(t, file)), &p), file)
		example := filepath.Base(filepath.Dir(file))
		if p.Main != "" {
			example = filepath.Base(p.Main)
		}
		all[example] = p
	}
	return all
}

// readSetting is a call that reads a setting: cfg.Get("name"), required("zones"), optional(cfg, "name", ...).
var readSetting = regexp.MustCompile(`\b\w+\((?:cfg, )?"([a-z][A-Za-z]+)"`)

// configOfBlueprint is a call of a function of the blueprint that reads settings, and blueprintConfigs are the files of these functions.
var (
	configOfBlueprint = regexp.MustCompile(`\bblueprint\.(\w+Config|LoadExistingCluster)\(`)
	blueprintConfigs  = map[string]string{
		"SelfManagedConfig":   "self_managed_config.go",
		"ROSAHCPConfig":       "rosa_config.go",
		"ROSAClassicConfig":   "rosa_config.go",
		"RHCSProviderConfig":  "rosa_config.go",
		"ExistingVpcConfig":   "existing_vpc_config.go",
		"LoadExistingCluster": "existing_cluster.go",
	}
)

// settingsOf returns the source in which an example reads its settings, which is empty for a folder that is no example, and that of the
// blueprint or of package fleet, which read some for it.
func settingsOf(t *testing.T, dir string) (own, ofBlueprint string) {
	t.Helper()
	var sources, fromBlueprint strings.Builder
	for _, name := range []string{"settings.go", "program.go"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil && (strings.Contains(string(text), "config.New(") || configOfBlueprint.Match(text)) {
			sources.Write(text)
		}
	}
	own = strings.ReplaceAll(sources.String(), "ctx.Export(", "ctx.Export (") // is no setting
	for _, found := range configOfBlueprint.FindAllStringSubmatch(own, -1) {
		fromBlueprint.WriteString(read(t, filepath.Join(root, "blueprint", blueprintConfigs[found[1]])))
	}
	if main, err := os.ReadFile(filepath.Join(dir, "main.go")); err == nil && strings.Contains(string(main), "fleet.Main(") {
		fromBlueprint.WriteString(read(t, filepath.Join(root, "fleet", "program.go")))
	}
	return own, fromBlueprint.String()
}

// TestSettingsAreDeclared compares the settings that each example reads with those of its Pulumi.yaml, which
// `pulumi config` shows, and with its README.
func TestSettingsAreDeclared(t *testing.T) {
	t.Parallel()
	all := projects(t)
	for _, dir := range files(t, "examples/*") {
		example := filepath.Base(dir)
		own, ofBlueprint := settingsOf(t, dir)
		if own == "" {
			continue
		}
		require.Contains(t, all, example, "no Pulumi.yaml")
		p, source := all[example], own+ofBlueprint
		for _, found := range readSetting.FindAllStringSubmatch(own, -1) {
			if strings.Contains(source, `"aws").Get("`+found[1]) || found[1] == "aws" {
				continue
			}
			assert.Contains(t, p.Config, p.Name+":"+found[1], "Pulumi.yaml of examples/%s", example)
		}
		readme := read(t, filepath.Join(dir, "README.md"))
		for key, setting := range p.Config {
			name, own := strings.CutPrefix(key, p.Name+":")
			if !own {
				continue
			}
			assert.Contains(t, source, `"`+name+`"`, "examples/%s does not read %s", example, key)
			assert.NotEmpty(t, setting.Description, "%s", key)
			assert.NotEmpty(t, setting.Type, "%s", key)
			// `pulumi up` of a stack without the setting fails: "must be encrypted as it's secret" (pulumi/pulumi v3.250.0,
			// sdk/go/common/workspace/config.go).
			assert.False(t, setting.Secret && setting.Default != nil, "%s: a secret cannot have a default", key)
			assert.Regexp(t, "`"+name+"`|config set (--secret )?"+name+" ", readme, "README of examples/%s", example)
		}
	}
}
