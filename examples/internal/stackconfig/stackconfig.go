// Package stackconfig reads the configuration of the examples.
package stackconfig

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Reader reads the settings of a program and collects their problems. Settings are the stack's configuration and, with
// FromStack, outputs of another stack.
type Reader struct {
	*config.Config

	ctx       *pulumi.Context
	reference *pulumi.StackReference
	problems  []error
}

// New returns a reader of the project's configuration.
func New(ctx *pulumi.Context) *Reader {
	return &Reader{Config: config.New(ctx, ""), ctx: ctx}
}

// FromStack reads settings from the outputs of the stack that the setting names, such as organization/openshift-classic/demo. An
// output replaces the setting of the same name. Without the setting, all settings are those of the configuration.
func (r *Reader) FromStack(setting string) {
	name := r.Get(setting)
	if name == "" {
		return
	}
	reference, err := pulumi.NewStackReference(r.ctx, name, nil)
	if err != nil {
		r.Addf(setting, "%w", err)
		return
	}
	r.reference = reference
}

// output returns an output of the other stack; nil if there is none.
func (r *Reader) output(key string) any {
	if r.reference == nil {
		return nil
	}
	details, err := r.reference.GetOutputDetails(key)
	if err != nil {
		r.Addf(key, "cannot be read from the other stack: %w", err)
		return nil
	}
	if details.SecretValue != nil {
		return details.SecretValue
	}
	return details.Value
}

// Addf adds a problem of a setting.
func (r *Reader) Addf(key, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("config %s: "+format, append([]any{key}, args...)...))
}

// Add adds a problem; nil is none.
func (r *Reader) Add(err error) {
	if err != nil {
		r.problems = append(r.problems, err)
	}
}

// Err returns all problems, joined.
func (r *Reader) Err() error {
	return errors.Join(r.problems...)
}

// Required returns a setting, which must be set. Elements of lists and maps are separated by commas.
func (r *Reader) Required(key string) string {
	value := r.Optional(key, "")
	if value == "" {
		r.Addf(key, "is required; set it with `pulumi config set %s VALUE`", key)
	}
	return value
}

// File returns the text of the file whose path is a setting, which must be set. The output of another stack is the text itself.
func (r *Reader) File(key string) string {
	value := r.Required(key)
	if value == "" || r.output(key) != nil {
		return value
	}
	text, err := os.ReadFile(value)
	if err != nil {
		r.Addf(key, "%w", err)
	}
	return string(text)
}

// Optional returns a setting, and another value if it is not set.
func (r *Reader) Optional(key, otherwise string) string {
	switch value := r.output(key).(type) {
	case nil:
	case string:
		return value
	case []any:
		return joined(value)
	case map[string]any:
		return joined(pairs(value))
	default:
		r.Addf(key, "the output of the other stack is a %T", value)
	}
	return cmp.Or(r.Get(key), otherwise)
}

func joined(values []any) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	return strings.Join(texts, ",")
}

// pairs returns the elements of a map as key=value, sorted.
func pairs(values map[string]any) (all []any) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		all = append(all, fmt.Sprintf("%s=%v", key, values[key]))
	}
	return all
}

// Region returns the region of the AWS provider, which must be set.
func (r *Reader) Region() string {
	region := config.Get(r.ctx, "aws:region")
	if region == "" {
		r.Addf("aws:region", "is required; set it with `pulumi config set aws:region VALUE`")
	}
	return region
}

// Choice returns a setting that has one of the allowed values; the first is the default.
func (r *Reader) Choice(key string, allowed ...string) string {
	value := r.Optional(key, allowed[0])
	if !slices.Contains(allowed, value) {
		r.Addf(key, "must be %s (got %q)", strings.Join(allowed, " or "), value)
	}
	return value
}

// Number returns a whole number, and another one if the setting is not set.
func (r *Reader) Number(key string, otherwise int) int {
	value, err := r.TryInt(key)
	if errors.Is(err, config.ErrMissingVar) {
		return otherwise
	}
	if err != nil {
		r.Addf(key, "%q is not a whole number", r.Get(key))
	}
	return value
}

// Flag returns a truth value, and another one if the setting is not set.
func (r *Reader) Flag(key string, otherwise bool) bool {
	value, err := r.TryBool(key)
	if errors.Is(err, config.ErrMissingVar) {
		return otherwise
	}
	if err != nil {
		r.Addf(key, "must be true or false (got %q)", r.Get(key))
	}
	return value
}

// InstallDir returns the install directory whose path is a setting, for a cluster in the region of the AWS provider. It is empty, but
// not nil, if there is a problem.
func (r *Reader) InstallDir(key string, stage cluster.Stage) *cluster.InstallDir {
	path := r.Required(key)
	if path == "" {
		return &cluster.InstallDir{}
	}
	install := r.LoadInstallDir(path, stage)
	if region := r.Region(); region != "" && install.Region != "" && region != install.Region {
		r.Addf("aws:region", "is %s, but the cluster in %s is for %s; set it with `pulumi config set aws:region %[3]s`",
			region, path, install.Region)
	}
	return install
}

// LoadInstallDir returns the install directory of a cluster at a stage; an empty one if there is a problem. Only an installation needs
// certificates that are still valid; a running cluster has renewed its own. The setting allowExpiredIgnition is for the sandbox,
// whose install directories are old.
func (r *Reader) LoadInstallDir(path string, stage cluster.Stage) *cluster.InstallDir {
	var options []cluster.InstallDirOption
	if r.Flag("allowExpiredIgnition", false) || stage == cluster.StageCluster {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	install, err := cluster.LoadInstallDir(path, options...)
	if err != nil {
		r.Add(err)
		return &cluster.InstallDir{}
	}
	return install
}

// Object decodes a setting that is an object in JSON, which must be set.
func (r *Reader) Object(key string, target any) {
	text := []byte(r.Get(key))
	if value := r.output(key); value != nil {
		var err error
		if text, err = json.Marshal(value); err != nil {
			r.Addf(key, "%w", err)
			return
		}
	}
	if len(text) == 0 || string(text) == "{}" {
		r.Addf(key, "is required; set its parts with `pulumi config set --path %s.PART VALUE`", key)
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(target); err != nil {
		r.Addf(key, "%w", err)
	}
}

// Subnets returns a setting that lists zones and their subnets: us-east-2a=subnet-0123456789abcdef0,... It must be set.
func (r *Reader) Subnets(key string) (all []network.Subnet) {
	for _, pair := range List(r.Required(key)) {
		zone, id, found := strings.Cut(pair, "=")
		if !found {
			r.Addf(key, "%q is not a zone and its subnet (for example, us-east-2a=subnet-0123456789abcdef0)", pair)
		}
		all = append(all, network.Subnet{ID: pulumi.String(id), Zone: zone})
	}
	return all
}

// List returns the elements of a setting, which are separated by commas.
func List(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}
