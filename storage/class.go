package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// class is a class of volumes or snapshots. What names no class gets the default class, which has an annotation.
type class struct {
	// suffix follows the component's name in that of the object.
	suffix            string
	object            kube.Object
	defaultAnnotation string
	isDefault         bool
	// demoted are the classes that are no longer the default if this one is.
	demoted []string
	// immutable are the fields whose changes the API server rejects.
	immutable []string
}

// register registers the class, and patches that demote others. It returns the class's name, which depends on the class.
//
// On deletion, the class goes before the annotations of the others revert. While another class is the default, the operator of gp3-csi sets
// a missing annotation to "false" and later does not change it (openshift/library-go
// pkg/operator/csi/csistorageclasscontroller/csi_storageclass_controller.go). With two default classes, the snapshot controller would
// reject snapshots without a class.
func (c class) register(ctx *pulumi.Context, name string, component pulumi.Resource) (pulumi.StringOutput, error) {
	parent := pulumi.Parent(component)
	var demotions []pulumi.Resource
	if c.isDefault {
		c.object.Annotations = map[string]string{c.defaultAnnotation: "true"}
		for _, demoted := range c.demoted {
			demotion := kube.Object{
				APIVersion: c.object.APIVersion, Kind: c.object.Kind, Name: demoted,
				Annotations: map[string]string{c.defaultAnnotation: "false"},
			}
			patch, err := kube.PatchForced(ctx, name+"-demote-"+demoted, demotion, parent)
			if err != nil {
				return pulumi.StringOutput{}, err
			}
			demotions = append(demotions, patch)
		}
	}
	created, err := kube.Create(ctx, name+"-"+c.suffix, c.object, parent, pulumi.DependsOn(demotions),
		pulumi.ReplaceOnChanges(c.immutable), pulumi.DeleteBeforeReplace(true)) // Two cannot have one name.
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return c.object.NameAfter(ctx, created), nil
}

// deletionPolicy is whether a volume or snapshot stays when its claim or VolumeSnapshot is deleted.
func deletionPolicy(retain bool) string {
	if retain {
		return "Retain"
	}
	return "Delete"
}
