package mockstest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// flatResource is a resource with the outputs that others use.
type flatResource struct {
	pulumi.CustomResourceState

	Arn       pulumi.StringOutput `pulumi:"arn"`
	Bucket    pulumi.StringOutput `pulumi:"bucket"`
	DnsName   pulumi.StringOutput `pulumi:"dnsName"`
	Name      pulumi.StringOutput `pulumi:"name"`
	PrivateIP pulumi.StringOutput `pulumi:"privateIp"`
	URL       pulumi.StringOutput `pulumi:"url"`
	ZoneID    pulumi.StringOutput `pulumi:"zoneId"`
}

func (r *flatResource) outputs() map[string]pulumi.StringOutput {
	return map[string]pulumi.StringOutput{
		"arn": r.Arn, "bucket": r.Bucket, "dnsName": r.DnsName, "name": r.Name, "privateIp": r.PrivateIP, "url": r.URL,
		"zoneId": r.ZoneID,
	}
}

// flatProgram is a program that is being registered.
type flatProgram struct {
	resources map[string]mocks.Resource
	made      map[string]*flatResource
	// known are the texts by which inputs refer to resources, longest first.
	known []substitution
}

// substitution is a text of the recording, and the output that it was.
type substitution struct {
	recorded string
	output   pulumi.StringOutput
}

// shortest is the length of a text that is an identifier.
const shortest = 8

// Flat returns a program that registers the custom resources of a recording without components. Resources refer to others, and
// wait for others, as in the recording.
func Flat(rec *mocks.Recorder) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		p := flatProgram{resources: map[string]mocks.Resource{}, made: map[string]*flatResource{}}
		all := rec.Resources()
		for _, r := range all {
			if r.Custom && !strings.HasPrefix(r.Type, "pulumi:") {
				p.resources[r.URN] = r
			}
		}
		for _, r := range all {
			if err := p.register(ctx, r.URN); err != nil {
				return err
			}
		}
		return nil
	}
}

// register registers a resource, after those that it depends on.
func (p *flatProgram) register(ctx *pulumi.Context, urn string) error {
	r, isCustom := p.resources[urn]
	if !isCustom || p.made[urn] != nil {
		return nil
	}
	var others []pulumi.Resource
	for _, dependency := range r.Dependencies {
		if err := p.register(ctx, dependency); err != nil {
			return err
		}
		if made := p.made[dependency]; made != nil {
			others = append(others, made)
		}
	}
	made := &flatResource{}
	inputs := p.input(r.Inputs).(pulumi.Map)
	if err := ctx.RegisterResource(r.Type, r.Name, inputs, made, pulumi.DependsOn(others)); err != nil {
		return err
	}
	p.made[urn] = made
	p.learn(r.ID, made.ID().ToStringOutput())
	for name, output := range made.outputs() {
		// An output that is an input as well is known in the program.
		if text, isText := r.Outputs[name].(string); isText && r.Inputs[name] == nil {
			p.learn(text, output)
		}
	}
	return nil
}

func (p *flatProgram) learn(recorded string, output pulumi.StringOutput) {
	if len(recorded) < shortest || slices.ContainsFunc(p.known, func(k substitution) bool { return k.recorded == recorded }) {
		return
	}
	p.known = append(p.known, substitution{recorded, output})
	slices.SortStableFunc(p.known, func(a, b substitution) int { return cmp.Compare(len(b.recorded), len(a.recorded)) })
}

// text returns a text with the outputs of the resources to which it refers.
func (p *flatProgram) text(value string) pulumi.Input {
	var recorded []string
	var outputs []any
	rest := value
	for _, k := range p.known {
		if strings.Contains(rest, k.recorded) {
			rest = strings.ReplaceAll(rest, k.recorded, "")
			recorded, outputs = append(recorded, k.recorded), append(outputs, k.output)
		}
	}
	if len(outputs) == 0 {
		return pulumi.String(value)
	}
	return pulumi.All(outputs...).ApplyT(func(texts []any) string {
		var pairs []string
		for i, text := range texts {
			pairs = append(pairs, recorded[i], text.(string))
		}
		return strings.NewReplacer(pairs...).Replace(value)
	})
}

// input converts a recorded value to a Pulumi Input.
func (p *flatProgram) input(value any) pulumi.Input {
	switch v := value.(type) {
	case mocks.Secret:
		return pulumi.ToSecret(p.input(v.Value))
	case map[string]any:
		inputs := pulumi.Map{}
		for key, item := range v {
			inputs[key] = p.input(item)
		}
		return inputs
	case []any:
		var inputs pulumi.Array
		for _, item := range v {
			inputs = append(inputs, p.input(item))
		}
		return inputs
	case string:
		return p.text(v)
	case float64:
		return pulumi.Float64(v)
	case bool:
		return pulumi.Bool(v)
	default:
		return nil
	}
}
