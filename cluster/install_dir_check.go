package cluster

import (
	"context"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The roles of machines, which name their Ignition configs and their paths on the machine config server.
const (
	masterRole = "master"
	workerRole = "worker"
)

// ignitionField is a field of InstallDir with an Ignition config.
type ignitionField struct {
	name   string
	output pulumi.StringOutput
	check  func(ignitionText)
}

// ignitionFields returns the fields that a stage uses; an installation also uses BootstrapIgnition.
func (d *InstallDir) ignitionFields(bootstrapping bool) []ignitionField {
	pointer := func(role string) func(ignitionText) {
		return func(text ignitionText) { text.checkPointer(role, d.Domain, "Install.Domain") }
	}
	fields := []ignitionField{
		{"MasterIgnition", d.MasterIgnition, pointer(masterRole)}, {"WorkerIgnition", d.WorkerIgnition, pointer(workerRole)},
	}
	if bootstrapping {
		fields = append(fields, ignitionField{"BootstrapIgnition", d.BootstrapIgnition, ignitionText.checkBootstrap})
	}
	return fields
}

// checkText reports the problems of the field's text. An empty one is reported as missing.
func (f ignitionField) checkText(p *check.Problems, path check.Path, text string) {
	path = path.Field(f.name)
	at := func(field string) check.Path { return inText(path, field) }
	if p.Required(path, text) {
		f.check(ignitionText{problems: p, at: at, text: []byte(text)})
	}
}

// checkIgnition checks the Ignition configs that are known, such as those of LoadInstallDir and of the stack's configuration.
func (d *InstallDir) checkIgnition(p *check.Problems, path check.Path, bootstrapping bool) {
	for _, field := range d.ignitionFields(bootstrapping) {
		if text, known := knownText(field.output); known {
			field.checkText(p, path, text)
		}
	}
}

// checkedIgnition returns the directory with Ignition configs that fail when they resolve to another text than Ignition: those of
// resources are not known before.
func (d *InstallDir) checkedIgnition(move check.Move, path check.Path) *InstallDir {
	checked := *d
	for _, field := range d.ignitionFields(true) {
		target := map[string]*pulumi.StringOutput{
			"MasterIgnition": &checked.MasterIgnition, "BootstrapIgnition": &checked.BootstrapIgnition,
		}[field.name]
		if target == nil || field.output.OutputState == nil {
			continue
		}
		*target = check.Apply(move, field.output, func(text string) (string, error) {
			var p check.Problems
			field.checkText(&p, path, text)
			return text, p.Err()
		}).(pulumi.StringOutput)
	}
	return &checked
}

// knownWithin is how long a text may take to be known that depends on no resource. Resolving one takes microseconds.
const knownWithin = 2 * time.Second

// knownText returns the text of an output, and reports whether it is known without waiting for a resource.
func knownText(output pulumi.StringOutput) (string, bool) {
	if output.OutputState == nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), knownWithin)
	defer cancel()
	texts := make(chan *string, 1)
	go func() {
		result, err := internals.UnsafeAwaitOutput(ctx, output)
		text, ok := result.Value.(string)
		if err != nil || !result.Known || !ok {
			texts <- nil
			return
		}
		texts <- &text
	}()
	select {
	case text := <-texts:
		if text != nil {
			return *text, true
		}
	case <-ctx.Done():
	}
	return "", false
}
