package kube_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

type schedulerArgs struct {
	Profile string `kube:"spec.profile"`
}

func (a *schedulerArgs) Validate() error {
	if a.Profile == "" {
		return errors.New("profile")
	}
	return nil
}

type scheduler struct {
	pulumi.ResourceState

	Name pulumi.StringOutput `pulumi:"name"`
}

func scheduled(ctx *pulumi.Context) pulumi.ResourceOption {
	var registered provider
	if err := ctx.RegisterResource("pulumi:providers:kubernetes", "k8s", pulumi.Map{}, &registered); err != nil {
		panic(err)
	}
	return pulumi.Provider(&registered)
}

func TestRegisterObject(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := component.Register(ctx, "demo", &schedulerArgs{Profile: "NoScoring"}, []pulumi.ResourceOption{scheduled(ctx)},
			component.Type[schedulerArgs, scheduler]{
				Token: "openshift-aws:configuration:Scheduler", InCluster: true,
				Children: func(b *component.Builder[schedulerArgs, scheduler]) error {
					object := kube.Object{
						APIVersion: "config.openshift.io/v1", Kind: "Scheduler", Name: "cluster", Fields: kube.Fields(*b.Args),
					}
					return kube.RegisterObject(b.Base, &b.Component.Name, "scheduler", object, kube.Patch, pulumi.DeleteBeforeReplace(true))
				},
			})
		return err
	})
	patch := mockstest.Find(t, rec, "demo-scheduler")
	assert.Equal(t, "kubernetes:config.openshift.io/v1:SchedulerPatch", patch.Type)
	assert.Equal(t, map[string]any{"profile": "NoScoring"}, patch.Inputs["spec"])
	assert.True(t, patch.Options.DeleteBeforeReplace)
	registered := mockstest.Find(t, rec, "demo")
	assert.Equal(t, "openshift-aws:configuration:Scheduler", registered.Type)
	assert.Equal(t, registered.URN, patch.Parent)
}

func TestPatchRetaining(t *testing.T) {
	t.Parallel()
	encryption := map[string]any{"encryption": map[string]any{}}
	certificates := map[string]any{"servingCerts": map[string]any{}}
	tests := map[string]struct {
		reason   string
		spec     map[string]any
		retained map[string]any
	}{
		"first": {reason: "the patch does not set it", spec: map[string]any{"audit": 1}, retained: encryption},
		"next":  {reason: "the patch owns the first", spec: map[string]any{"encryption": 1}, retained: certificates},
		"last":  {reason: "the patch owns all", spec: map[string]any{"encryption": 1, "servingCerts": 1}, retained: certificates},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
				_, err := kube.PatchRetaining(encryption, certificates)(ctx, "demo", kube.Object{
					APIVersion: "config.openshift.io/v1", Kind: "APIServer", Name: "cluster",
					Fields: map[string]any{"spec": test.spec},
				})
				return err
			})
			retained := mockstest.Find(t, rec, "demo-owned")
			assert.Equal(t, test.retained, retained.Inputs["spec"], test.reason)
			assert.True(t, retained.Options.RetainOnDelete)
			patch := mockstest.Find(t, rec, "demo")
			assert.False(t, patch.Options.RetainOnDelete)
			assert.Contains(t, retained.Dependencies, patch.URN, "it takes over what the patch has released")
		})
	}
}

type provider struct{ pulumi.ProviderResourceState }
