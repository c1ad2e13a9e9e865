package component

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
)

// setLast returns a hook that sets the last outputs before it calls another one, which can be nil.
func (b *Base) setLast(call Hook) Hook {
	return func(args *pulumi.ResourceHookArgs) error {
		b.last.Store(&args.OldOutputs)
		if call == nil {
			return nil
		}
		return call(args)
	}
}

// LastOutputs returns outputs of a component with Keep after the last update, which the tags pulumi of T name; none if it is created. Hooks of
// children call it, where a loss is not permitted.
//
// The registration of a component does not return them. The engine passes them to the hook before the update of the component, and returns
// them to getResource if its inputs do not change (pulumi/pulumi v3.250.0 pkg/resource/deploy/step.go, SameStep.Apply), which adds the default
// provider of the package pulumi to the state until the next update. After an update that changed inputs of the component, and failed, the
// state has none.
func LastOutputs[T any](b *Base) (T, error) {
	var found struct {
		State T `pulumi:"state"`
	}
	if last := b.last.Load(); last != nil {
		text, err := json.Marshal(last.Mappable())
		if err != nil {
			return found.State, err
		}
		return found.State, json.Unmarshal(text, &found.State) // The names of fields and outputs differ in their case only.
	}
	urn, err := internals.UnsafeAwaitOutput(b.Ctx.Context(), b.Resource.URN())
	if err != nil {
		return found.State, err
	}
	text, _ := urn.Value.(pulumi.URN)
	err = b.Ctx.Invoke("pulumi:pulumi:getResource", &struct {
		URN string `pulumi:"urn"`
	}{string(text)}, &found)
	return found.State, err
}
