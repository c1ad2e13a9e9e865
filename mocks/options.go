package mocks

import "maps"

// Option changes what a Recorder answers, or what the program under test sees. Give options to New.
type Option func(*Recorder)

// Config sets stack configuration, with keys such as "classic:stage". Later values win. aws:region is the Recorder's
// region unless it is set here.
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

// Region sets the AWS region of resources whose provider names none; us-east-2 by default. It decides the partition
// too: ARNs in cn-north-1 begin with arn:aws-cn.
func Region(region string) Option {
	return func(r *Recorder) { r.region = region }
}

// Project sets the Pulumi project, "project" by default. Programs read their configuration by its name.
func Project(name string) Option {
	return func(r *Recorder) { r.project = name }
}

// Stack sets the Pulumi stack, "stack" by default.
func Stack(name string) Option {
	return func(r *Recorder) { r.stack = name }
}

// AnswerFunc computes an answer from plain inputs: secrets are looked through, numbers are float64.
type AnswerFunc func(inputs map[string]any) (map[string]any, error)

// Answer sets how a function or a resource type is answered, by its token: what a function such as
// aws:ec2/getAmi:getAmi returns, or the outputs of a resource on top of its inputs and of what the Recorder invents;
// "id" is the resource's id. A preview asks functions, not resources. An error refuses the call or the registration. An
// AWS resource type that the Recorder does not know is taken, unchecked, once it has an Answer.
func Answer(token string, answer AnswerFunc) Option {
	return func(r *Recorder) { r.answers[token] = answer }
}

// Unchecked takes resources of these types as they are. For properties that are younger than the AWS provider
// that the Recorder's facts come from.
func Unchecked(tokens ...string) Option {
	return func(r *Recorder) {
		for _, token := range tokens {
			r.unchecked[token] = true
		}
	}
}
