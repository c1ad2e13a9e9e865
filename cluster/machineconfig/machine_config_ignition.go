package machineconfig

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"github.com/coreos/ignition/v2/config/v3_4/types"
	"github.com/coreos/ignition/v2/config/validate"
	"github.com/coreos/vcontext/path"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// sshUser is the only user of RHCOS whose keys the machine config operator manages.
const sshUser = "core"

// ignition returns the Ignition of a MachineConfig with empty files: contents may be unknown until the update.
func (a MachineConfigArgs) ignition() types.Config {
	config := types.Config{Ignition: types.Ignition{Version: types.MaxVersion.String()}}
	for _, file := range a.Files {
		config.Storage.Files = append(config.Storage.Files, file.ignition())
	}
	for _, unit := range a.Units {
		config.Systemd.Units = append(config.Systemd.Units, unit.ignition())
	}
	if len(a.SSHKeys) > 0 {
		user := types.PasswdUser{Name: sshUser}
		for _, key := range a.SSHKeys {
			user.SSHAuthorizedKeys = append(user.SSHAuthorizedKeys, types.SSHAuthorizedKey(key))
		}
		config.Passwd.Users = []types.PasswdUser{user}
	}
	return config
}

func (f MachineConfigFile) ignition() types.File {
	mode, overwrite, source := f.Mode, true, dataURL("")
	mode = cmp.Or(mode, defaultFileMode)
	file := types.File{
		Node:          types.Node{Path: f.Path, Overwrite: &overwrite},
		FileEmbedded1: types.FileEmbedded1{Mode: &mode, Contents: types.Resource{Source: &source}},
	}
	if f.User != "" {
		file.User = types.NodeUser{Name: &f.User}
	}
	if f.Group != "" {
		file.Group = types.NodeGroup{Name: &f.Group}
	}
	return file
}

func (u SystemdUnit) ignition() types.Unit {
	unit := types.Unit{Name: u.Name, Enabled: u.Enabled}
	if u.Contents != "" {
		unit.Contents = &u.Contents
	}
	if u.Masked {
		unit.Mask = &u.Masked
	}
	for _, dropin := range u.Dropins {
		unit.Dropins = append(unit.Dropins, types.Dropin{Name: dropin.Name, Contents: &dropin.Contents})
	}
	return unit
}

// validateIgnition runs Ignition's validator. The problems and the warnings are of arguments, or of their elements.
func (a MachineConfigArgs) validateIgnition() (problems, warnings []check.Problem) {
	for _, entry := range validate.ValidateWithContext(a.ignition(), nil).Entries {
		found := check.Problem{Path: argumentOf(entry.Context), Message: entry.Message}
		if entry.Kind.IsFatal() {
			problems = append(problems, found)
		} else {
			warnings = append(warnings, found)
		}
	}
	return problems, warnings
}

// argumentOf returns the argument of a path in the Ignition: that of systemd.units.0.dropins.1.name is Units[0].Dropins[1].Name.
func argumentOf(inIgnition path.ContextPath) check.Path {
	argument := check.Path(machineConfigPath)
	for _, part := range inIgnition.Path {
		switch part := part.(type) {
		case int:
			argument = argument.Index(part)
		case string:
			switch {
			case part == "sshAuthorizedKeys": // The only user is core.
				argument = machineConfigPath + ".SSHKeys"
			case !slices.Contains([]string{"storage", "systemd", "passwd"}, part):
				argument = argument.Field(strings.ToUpper(part[:1]) + part[1:])
			}
		}
	}
	return argument
}

// renderedIgnition returns the Ignition as a manifest has it, with the files' contents.
func (a MachineConfigArgs) renderedIgnition() (map[string]any, error) {
	text, err := json.Marshal(a.ignition())
	if err != nil {
		return nil, err
	}
	var config map[string]any
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, err
	}
	config = pruned(config).(map[string]any)
	if len(a.Files) == 0 {
		return config, nil
	}
	files := config["storage"].(map[string]any)["files"].([]any)
	for i, file := range a.Files {
		entry := files[i].(map[string]any)
		// JSON decodes numbers as floats; a mode must be an integer.
		entry["mode"] = *file.ignition().Mode
		entry["contents"].(map[string]any)["source"] = contentsURL(file.Contents)
	}
	return config, nil
}

// pruned removes empty maps and lists, which Ignition's structs marshal.
func pruned(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			if v[key] = pruned(field); v[key] == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		list := slices.Clone(v)
		for i, item := range list {
			list[i] = pruned(item)
		}
		if len(list) == 0 {
			return nil
		}
		return list
	}
	return value
}

// contentsURL returns a known text as a known URL, so that a preview shows it.
func contentsURL(contents pulumi.StringInput) any {
	if text, known := contents.(pulumi.String); known {
		return dataURL(string(text))
	}
	return contents.ToStringOutput().ApplyT(dataURL).(pulumi.StringOutput)
}

// dataURL returns a text as a data URL, as the installer writes it into Ignition (openshift/installer pkg/asset/ignition/node.go).
func dataURL(text string) string {
	return "data:text/plain;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(text))
}
