package storage

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// VolumeSnapshotClass is a class of CSI snapshots of EBS volumes. The class that a cluster has, csi-aws-vsc, deletes the EBS snapshot
// with its VolumeSnapshot (openshift/csi-operator assets/overlays/aws-ebs/generated/standalone/volumesnapshotclass.yaml). By default
// the component's class keeps it and becomes the default class, and csi-aws-vsc stays available to snapshots that name it.
//
// A snapshot is encrypted with the key of its volume; the class has no key. Deleting the component keeps existing snapshots. The cluster
// then has no default class, and snapshots that name none fail: the operator does not restore the annotation of csi-aws-vsc, which goes
// with the patch (openshift/csi-operator release-4.16, release-4.20 and release-4.22
// pkg/operator/volume_snapshot_class/volume_snapshot_controller.go, syncVolumeSnapshotClass keeps the existing metadata). The same holds
// after [Default] is set to false. To make it the default class again:
//
//	oc annotate volumesnapshotclass csi-aws-vsc snapshot.storage.kubernetes.io/is-default-class=true --overwrite
type VolumeSnapshotClass struct {
	pulumi.ResourceState

	// Name is the class's name. It depends on the class: what uses it is created after the class.
	Name pulumi.StringOutput `pulumi:"name"`
}

// VolumeSnapshotClassArgs are the arguments of VolumeSnapshotClass. Unless a field says otherwise, changes are applied in place.
type VolumeSnapshotClassArgs struct {
	// Name is the class's name. Defaults to ebs-retain with RetainSnapshots, otherwise to ebs-delete. A change replaces the class.
	Name string `check:"format=object-name"`
	// RetainSnapshots keeps an EBS snapshot when its VolumeSnapshot is deleted, for example with its namespace. Delete such snapshots
	// yourself, in EC2. Defaults to true. A change replaces the class and affects new snapshots.
	RetainSnapshots *bool `default:"true"`
	// Default makes the class the default for snapshots that name no class. Defaults to true.
	Default *bool `default:"true"`
	// Backups makes Velero's CSI support, such as that of DataProtectionApplication, use the class, by the label
	// velero.io/csi-volumesnapshot-class. Set it in one class of a cluster. Defaults to false.
	Backups bool
}

const (
	shippedSnapshotClass = "csi-aws-vsc"
	snapshotClassPath    = "storage.VolumeSnapshotClassArgs"
	veleroSnapshotLabel  = "velero.io/csi-volumesnapshot-class"
)

// NewVolumeSnapshotClass registers a VolumeSnapshotClass. It requires a Kubernetes provider (pulumi.Provider).
func NewVolumeSnapshotClass(
	ctx *pulumi.Context, name string, args *VolumeSnapshotClassArgs, opts ...pulumi.ResourceOption,
) (*VolumeSnapshotClass, error) {
	return component.Register(ctx, name, args, opts, component.Type[VolumeSnapshotClassArgs, VolumeSnapshotClass]{
		Token:     "openshift-aws:storage:VolumeSnapshotClass",
		InCluster: true,
		Children: func(b *component.Builder[VolumeSnapshotClassArgs, VolumeSnapshotClass]) (err error) {
			b.Component.Name, err = desiredSnapshotClass(b.Args).register(b.Ctx, b.Name, b.Component)
			return err
		},
	})
}

// name is another for each policy, which cannot be changed.
func (a *VolumeSnapshotClassArgs) name() string {
	if *a.RetainSnapshots {
		return cmp.Or(a.Name, "ebs-retain")
	}
	return cmp.Or(a.Name, "ebs-delete")
}

func desiredSnapshotClass(args *VolumeSnapshotClassArgs) class {
	object := kube.Object{
		APIVersion: "snapshot.storage.k8s.io/v1", Kind: "VolumeSnapshotClass", Name: args.name(),
		Fields: map[string]any{"driver": ebsDriver, "deletionPolicy": deletionPolicy(*args.RetainSnapshots)},
	}
	if args.Backups {
		object.Labels = map[string]string{veleroSnapshotLabel: "true"}
	}
	return class{
		suffix:            "snapshotclass",
		object:            object,
		defaultAnnotation: "snapshot.storage.kubernetes.io/is-default-class",
		isDefault:         *args.Default,
		demoted:           []string{shippedSnapshotClass},
		immutable:         []string{"deletionPolicy"},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *VolumeSnapshotClassArgs) Validate() error {
	p := check.Struct(a)
	if a != nil && a.Name == shippedSnapshotClass {
		p.Addf(snapshotClassPath+".Name", "must not be %s, which every cluster has", shippedSnapshotClass)
	}
	return p.ErrOf(a)
}
