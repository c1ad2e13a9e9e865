package mocks

import (
	"encoding/json"
	"errors"
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

// Option configures a Recorder: what the program under test sees, and how its providers behave.
type Option func(*Recorder)

// Config sets stack configuration, with keys such as "aws:region". A key without a namespace belongs to the project. Later values win.
// aws:region is the Recorder's region unless it is set here.
func Config(values map[string]string) Option {
	return func(r *Recorder) { maps.Copy(r.config, values) }
}

// SecretConfig sets stack configuration that is secret, as pulumi config set --secret does.
func SecretConfig(values map[string]string) Option {
	return func(r *Recorder) {
		maps.Copy(r.config, values)
		for key := range values {
			r.secretKeys = append(r.secretKeys, key)
		}
	}
}

// Region sets the AWS region of resources whose provider has none. Defaults to us-east-2. The region determines the
// partition: ARNs in cn-north-1 begin with arn:aws-cn.
func Region(region string) Option {
	return func(r *Recorder) { r.region = region }
}

// Project sets the Pulumi project, the namespace of the program's configuration. Defaults to "project".
func Project(name string) Option {
	return func(r *Recorder) { r.project = name }
}

// ProjectFile sets the project, and the configuration that it has without a stack, to those of a Pulumi.yaml: its name, and the defaults and
// values of its settings. A run fails if the file cannot be read.
func ProjectFile(path string) Option {
	return func(r *Recorder) {
		project, err := workspace.LoadProject(path)
		if err != nil {
			r.unusable = err
			return
		}
		r.project = project.Name.String()
		for key, setting := range project.Config {
			value := setting.Default
			if value == nil {
				value = setting.Value
			}
			if value == nil {
				continue
			}
			text, isText := value.(string)
			if !isText {
				encoded, err := json.Marshal(value)
				r.unusable = errors.Join(r.unusable, err)
				text = string(encoded)
			}
			r.config[key] = text
		}
	}
}

// Stack sets the Pulumi stack. Defaults to "stack".
func Stack(name string) Option {
	return func(r *Recorder) { r.stack = name }
}

// AnswerFunc computes outputs from plain inputs: secrets are revealed, numbers are float64.
type AnswerFunc func(inputs map[string]any) (map[string]any, error)

// Answer sets the result of a function such as aws:ec2/getAmi:getAmi, or outputs of a resource type, by its token. Outputs of
// a resource override its inputs and what the Recorder computes; "id" is the resource's ID. A preview calls the answers of
// functions, not of resources. An error rejects the call or the registration. An AWS resource type without a schema is
// accepted, unchecked, if it has an Answer.
func Answer(token string, answer AnswerFunc) Option {
	return func(r *Recorder) { r.answers[token] = answer }
}

// StackOutputs sets the outputs of another stack, such as organization/network/production, for programs that read them by a
// pulumi.StackReference. Values are plain; an output that is a Secret, or contains one, is secret. A reference to a stack without
// StackOutputs is rejected.
func StackOutputs(stack string, outputs map[string]any) Option {
	return func(r *Recorder) { r.stacks[stack] = outputs }
}

// Unchecked accepts resources of these types without checking their properties, such as properties of a newer release of
// the AWS provider.
func Unchecked(tokens ...string) Option {
	return func(r *Recorder) {
		for _, token := range tokens {
			r.unchecked[token] = true
		}
	}
}

// UncheckedOthers accepts resources of all types that the Recorder has no schema of, unchecked: those of AWS that OpenShift does not
// consist of, such as a transit gateway's attachment. Their outputs are their inputs, unless they have an Answer.
func UncheckedOthers() Option {
	return func(r *Recorder) { r.uncheckedOthers = true }
}
