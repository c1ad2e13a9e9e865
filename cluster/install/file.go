package install

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// File is the YAML file that describes a cluster to a program's command line: the fields of a [Config] and those of its stack.
// Paths are relative to the file. Trust it like the program: it names what is executed (OpenShiftInstall), what is deleted and
// where the state is.
type File struct {
	// Config describes the cluster. Its Dir defaults to the cluster's name.
	Config `yaml:",inline"`
	// PullSecretFile is the path of the pull secret, instead of PullSecret.
	PullSecretFile string `yaml:"pullSecretFile"`
	// SSHKeyFile is the path of the public SSH key, instead of SSHKey.
	SSHKeyFile string `yaml:"sshKeyFile"`
	// TrustBundleFile is the path of the certificates, instead of TrustBundle.
	TrustBundleFile string `yaml:"trustBundleFile"`
	// Stack is the name of the Pulumi stack. Defaults to the cluster's name.
	Stack string `yaml:"stack"`
	// Backend is the URL of the backend of Pulumi's state. Defaults to that of `pulumi login`.
	Backend string `yaml:"backend"`
	// SecretsProvider encrypts secrets in the state. Defaults to the backend's.
	SecretsProvider string `yaml:"secretsProvider"`
	// Settings are further settings of the program, by their keys in the stack's configuration. Defaults to none.
	Settings map[string]string `yaml:"settings"`
}

// LoadFile reads a File. It rejects unknown fields, and reports files that it cannot read together with all other problems of the
// [Config]. The error is [os.ErrNotExist] only if the File itself does not exist.
func LoadFile(path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f File
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, namingFields(text, err))
	}
	f.file = filepath.Base(path)
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	f.Stack = cmp.Or(f.Stack, f.Name)
	if f.Dir = cmp.Or(f.Dir, f.Name); f.Dir != "" {
		f.Dir = relativeTo(folder, f.Dir)
	}
	if strings.ContainsRune(f.OpenShiftInstall, filepath.Separator) {
		f.OpenShiftInstall = relativeTo(folder, f.OpenShiftInstall)
	}
	if err := f.readFiles(folder); err != nil {
		return nil, errors.Join(err, f.Validate())
	}
	return &f, nil
}

// unknownField is the message of the YAML parser about a key that a struct does not have.
var unknownField = regexp.MustCompile(`field (\S+) not found in type (\S+)`)

// wrongType is the message of the YAML parser about a value of another type than that of its field.
var wrongType = regexp.MustCompile(`^line (\d+): cannot unmarshal !!(\w+)(?: ` + "`(.*)`" + `)? into (\S+)$`)

// inWords are types of fields, and kinds of values, in words.
var inWords = map[string]string{
	"[]string": "a list, such as [us-east-2a, us-east-2b]", "bool": "true or false", "string": "text", "seq": "a list", "map": "an object",
}

// namingFields replaces the Go types in the errors of the YAML parser by the fields that there are, and by what a field must be.
func namingFields(text []byte, err error) error {
	var parser *yaml.TypeError
	if !errors.As(err, &parser) {
		return err
	}
	lines := strings.Split(string(text), "\n")
	var all []error
	for _, message := range parser.Errors {
		if parts := wrongType.FindStringSubmatch(message); parts != nil {
			number, _ := strconv.Atoi(parts[1])
			field, _, _ := strings.Cut(strings.TrimSpace(lines[max(0, min(number, len(lines))-1)]), ":")
			must := cmp.Or(inWords[parts[4]], "an object with fields of its own")
			all = append(all, fmt.Errorf("line %d: %s: must be %s (got %s)", number, field, must, cmp.Or(parts[3], inWords[parts[2]])))
			continue
		}
		all = append(all, errors.New(unknownField.ReplaceAllStringFunc(message, func(found string) string {
			parts := unknownField.FindStringSubmatch(found)
			return fmt.Sprintf("%s is not a field; the fields are %s", parts[1], strings.Join(fieldsOf(reflect.TypeFor[File](), parts[2]), ", "))
		})))
	}
	return errors.Join(all...)
}

// fieldsOf returns the YAML names of the struct with a name, which is typ or the type of one of its fields, sorted.
func fieldsOf(typ reflect.Type, name string) []string {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct {
		return nil
	}
	var names []string
	for i := range typ.NumField() {
		field := typ.Field(i)
		key, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		switch inline := options == "inline"; {
		case typ.String() != name:
			if found := fieldsOf(field.Type, name); found != nil {
				return found
			}
		case inline:
			names = append(names, fieldsOf(field.Type, field.Type.String())...)
		case key != "" && key != "-":
			names = append(names, key)
		}
	}
	slices.Sort(names)
	return names
}

// unreadSecret stands for a pull secret that cannot be read, so that it has no other problem.
const unreadSecret = `{"auths":{"registry.example.com":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`

// readFiles replaces the paths of files by their content. What is in them is in the install directory, so that a missing one is an error
// only before that exists. A directory that was created by hand has no record.
func (f *File) readFiles(folder string) error {
	exists := slices.ContainsFunc([]string{recordFile, "metadata.json"}, func(name string) bool {
		_, err := os.Stat(filepath.Join(f.Dir, name))
		return err == nil
	})
	var problems []error
	read := func(key, field, path, value, unread string) string {
		switch {
		case path == "":
			return value
		case value != "":
			problems = append(problems, fmt.Errorf("%[1]s: %[2]s and %[2]sFile must not be set together", f.file, key))
			return value
		}
		text, err := os.ReadFile(relativeTo(folder, path))
		switch {
		case exists && errors.Is(err, fs.ErrNotExist):
			f.unread = append(f.unread, field)
			return unread
		case err != nil:
			problems = append(problems, errors.New(f.file+": "+key+"File: "+err.Error()))
			return unread
		}
		return strings.TrimSpace(string(text))
	}
	f.PullSecret = Secret(read("pullSecret", "PullSecret", f.PullSecretFile, string(f.PullSecret), unreadSecret))
	f.SSHKey = read("sshKey", "SSHKey", f.SSHKeyFile, f.SSHKey, "")
	f.TrustBundle = read("trustBundle", "TrustBundle", f.TrustBundleFile, f.TrustBundle, "")
	return errors.Join(problems...)
}

// relativeTo returns a path that is relative to a folder, or to the home directory after ~/.
func relativeTo(folder, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
