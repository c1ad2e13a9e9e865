package configuration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

const (
	// upgradeableTo is the annotation of the CloudCredential with which an administrator says that the roles have the permissions of a
	// release, and annotationReason the reason of Upgradeable while it is missing (openshift/cloud-credential-operator release-4.20
	// pkg/operator/constants/constants.go).
	upgradeableTo    = "cloudcredential.openshift.io/upgradeable-to"
	annotationReason = "MissingUpgradeableAnnotation"
)

// checkRoles rejects a version whose operators would have the permissions of an earlier one.
func (a UpgradeArgs) checkRoles(roles []any) error {
	desired, isVersion := check.Release(a.Version)
	if a.RolesRelease == nil || !isVersion || len(roles) == 0 {
		return nil
	}
	text, _ := roles[0].(string)
	release, known := check.Release(text + ".0")
	if !known || minorOf(desired).LTE(minorOf(release)) {
		return nil
	}
	var p check.Problems
	p.Addf(upgradePath+".RolesRelease", "must be %d.%d: the operators' roles have the permissions of %s. Set OpenShiftVersion of "+
		"ShortTermCredentials first, or create the roles by ccoctl with the cluster's public key", desired.Major, desired.Minor, text)
	return p.Err()
}

// annotate registers the annotation, after the check and when the roles have their permissions, and returns its patch.
func (a *UpgradeArgs) annotate(
	ctx *pulumi.Context, name string, checked pulumi.BoolOutput, parent pulumi.ResourceOption,
) ([]pulumi.Resource, error) {
	if a.RolesRelease == nil {
		return nil, nil
	}
	// Annotations are plain values: the patch waits for the output.
	after := checked.ApplyT(func(bool) []pulumi.Resource { return nil }).(pulumi.ResourceArrayOutput)
	patch, err := kube.PatchForced(ctx, name+"-roles", kube.Object{
		APIVersion: kube.OperatorAPI, Kind: "CloudCredential", Name: "cluster",
		Annotations: map[string]string{upgradeableTo: a.Version},
	}, parent, pulumi.DependsOnInputs(after))
	return []pulumi.Resource{patch}, err
}
