package rhcs

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// missingErrors are the provider's errors for what OCM does not have any more, by types (terraform-provider-rhcs v1.7.7): reads that fail
// instead of removing a resource from the state, and deletions that fail. Others are removed, or deleted already.
var missingErrors = map[string]struct{ read, delete string }{
	"BreakGlassCredential": {read: "Can't find break glass credential"},
	"ClusterRosaClassic":   {delete: "Can't delete cluster"},
	"ClusterRosaHcp":       {delete: "Can't delete cluster"},
	"DefaultIngress":       {read: "Failed getting cluster default ingress"},
	"DnsDomain":            {delete: "Can't delete DNS domain"},
	"GroupMembership":      {read: "Can't find group membership", delete: "Can't delete group membership"},
	"HcpDefaultIngress":    {read: "Failed getting cluster default ingress"},
	"HcpMachinePool":       {delete: "Cannot delete machine pool"},
	"IdentityProvider":     {delete: "Can't delete identity provider"},
	"Kubeletconfig":        {delete: "Failed to delete KubeletConfig"},
	"LogForwarder":         {delete: "Failed to delete log forwarder"},
	"MachinePool":          {delete: "Cannot delete machine pool"},
	"RosaOidcConfig":       {delete: "Cannot find OIDC config"},
	"TuningConfig":         {read: "Can't find tuning config", delete: "Cannot delete tuning config"},
}

// isOnlyInState reports whether the resources of a type are not in OCM.
func isOnlyInState(token string) bool { return token == configInput || kindOf(token) == "ClusterWait" }

// notFound returns OCM's error for what it does not have.
func notFound(r fake.Resource) error {
	return fmt.Errorf("status is 404, identifier is '404', code is 'CLUSTERS-MGMT-404': '%s' not found", r.ID)
}

// missing returns what the provider does with what OCM does not have any more: kept is whether a read leaves it in the state, as that of a
// machine pool whose cluster is gone (provider/machinepool, fetchCluster).
func missing(records fake.Records, r fake.Resource, properties resource.PropertyMap, deletion bool) (kept bool, err error) {
	kind := kindOf(r.Token)
	failure := missingErrors[kind].read
	if deletion {
		failure = missingErrors[kind].delete
	}
	if failure != "" {
		return false, fmt.Errorf("%s: %w", failure, notFound(r))
	}
	if isOnlyInState(r.Token) {
		return !deletion, nil
	}
	_, exists := findCluster(records, property.Text(properties, "cluster"))
	return !deletion && !exists && (kind == "HcpMachinePool" || kind == "MachinePool"), nil
}
