package mocks

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"google.golang.org/protobuf/types/known/structpb"
)

var _ pulumi.MockResourceMonitor = (*Recorder)(nil)

// NewResource implements pulumi.MockResourceMonitor. Programs under test reach it through Run and Preview.
func (r *Recorder) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	registered, inputs, err := r.registration(args)
	var custom resource.PropertyMap
	if err == nil {
		custom, err = r.customAnswer(registered, inputs)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		return "", nil, r.reject(args, err)
	}
	if _, twice := r.resources[registered.URN]; twice {
		return "", nil, r.reject(args, fmt.Errorf("registered twice, as %s", registered.URN))
	}
	completed, err := r.check(registered, inputs)
	if err != nil {
		return "", nil, r.reject(args, err)
	}
	id, outputs, err := r.create(registered, completed, custom)
	if err != nil {
		return "", nil, r.reject(args, err)
	}
	registered.ID, registered.Outputs = id, plainMap(outputs, false)
	r.resources[registered.URN], r.inputs[registered.URN] = registered, inputs
	r.aliases[registered.URN] = args.RegisterRPC.GetAliases()
	return id, outputs, nil
}

// reject records the rejection for the error of Run: Pulumi itself reports only the first one.
func (r *Recorder) reject(args pulumi.MockResourceArgs, err error) error {
	rejection := fmt.Errorf("%s %s: %w", args.TypeToken, args.Name, err)
	r.rejections = append(r.rejections, rejection)
	return rejection
}

// registration reads the request itself: args.Inputs do not contain what is unknown in a preview.
func (r *Recorder) registration(args pulumi.MockResourceArgs) (Resource, resource.PropertyMap, error) {
	registered := Resource{Type: args.TypeToken, Name: args.Name, ID: args.ID, Custom: args.Custom}
	var object *structpb.Struct
	var parent string
	if request := args.RegisterRPC; request != nil {
		object, parent = request.GetObject(), request.GetParent()
		registered.Dependencies = sorted(request.GetDependencies())
		registered.PropertyDependencies = map[string][]string{}
		for property, dependencies := range request.GetPropertyDependencies() {
			if urns := dependencies.GetUrns(); len(urns) > 0 {
				registered.PropertyDependencies[property] = sorted(urns)
			}
		}
		registered.Options = optionsOf(request)
	}
	if request := args.ReadRPC; request != nil {
		object, parent = request.GetProperties(), request.GetParent()
		registered.Dependencies = sorted(request.GetDependencies())
		registered.Custom, registered.Read = true, true
	}
	registered.URN = r.urn(parent, args.TypeToken, args.Name)
	if parent != "" && resource.URN(parent).QualifiedType() != resource.RootStackType {
		registered.Parent = parent
	}
	registered.Provider = providerURN(args.Provider)
	inputs, err := plugin.UnmarshalProperties(object, plugin.MarshalOptions{
		KeepUnknowns: true, KeepSecrets: true, KeepResources: true,
	})
	registered.Inputs = plainMap(inputs, false)
	return registered, inputs, err
}

// urn returns the URN that Pulumi's engine forms: it contains the parents' types, not their names.
func (r *Recorder) urn(parent, token, name string) string {
	project, stack, parentType := r.project, r.stack, tokens.Type("")
	if parent := resource.URN(parent); parent != "" {
		project, stack = string(parent.Project()), string(parent.Stack())
		if parent.QualifiedType() != resource.RootStackType {
			parentType = parent.QualifiedType()
		}
	}
	urn := resource.NewURN(tokens.QName(stack), tokens.PackageName(project), parentType, tokens.Type(token), name)
	return string(urn)
}

// providerURN returns the URN of a reference such as urn:pulumi:...::name::id.
func providerURN(reference string) string {
	if i := strings.LastIndex(reference, "::"); i >= 0 {
		return reference[:i]
	}
	return reference
}

// Call implements pulumi.MockResourceMonitor: it returns the result of an invoke.
func (r *Recorder) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	provider := providerURN(args.Provider)
	r.mu.Lock()
	r.calls = append(r.calls, Call{Token: args.Token, Args: plainMap(args.Args, false), Provider: provider})
	config := r.configOf(provider)
	r.mu.Unlock()
	plain := plainMap(args.Args, true)
	if answer, ok := r.answers[args.Token]; ok {
		outputs, err := answer(plain)
		if err != nil {
			return nil, fmt.Errorf("calling %s: %w", args.Token, err)
		}
		return resource.NewPropertyMapFromMap(outputs), nil
	}
	outputs, ok := r.provider(args.Token).Function(args.Token, config, plain)
	if !ok {
		return nil, fmt.Errorf("calling %s: mocks does not support this function; add its result with mocks.Answer(%q, "+
			"func(inputs map[string]any) (map[string]any, error) {...})", args.Token, args.Token)
	}
	return resource.NewPropertyMapFromMap(outputs), nil
}

// customAnswer calls the test's Answer. It runs without the lock, so that an Answer may use the Recorder.
func (r *Recorder) customAnswer(registered Resource, inputs resource.PropertyMap) (resource.PropertyMap, error) {
	answer, ok := r.answers[registered.Type]
	if !ok && registered.Type == stackReference {
		return r.readStack(registered.ID)
	}
	if !ok || r.preview {
		return nil, nil
	}
	outputs, err := answer(plainMap(inputs, true))
	return resource.NewPropertyMapFromMap(outputs), err
}
