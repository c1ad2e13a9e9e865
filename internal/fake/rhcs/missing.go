package rhcs

import (
	"fmt"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// missing returns the provider's error for what OCM does not have any more (terraform-provider-rhcs v1.7.7): the reads of some resources
// fail instead of removing them from the state, and so do some deletions. Others are removed, or deleted already.
func missing(r fake.Resource, deletion bool) error {
	names := map[string]struct{ name, read, delete string }{
		"GroupMembership":      {"group membership", "Can't find", "Can't delete"},
		"HcpDefaultIngress":    {"cluster default ingress", "Failed getting", ""},
		"TuningConfig":         {"tuning config", "Can't find", ""},
		"BreakGlassCredential": {"break glass credential", "Can't find", ""},
		"IdentityProvider":     {"identity provider", "", "Can't delete"},
		"ClusterRosaHcp":       {"cluster", "", "Can't delete"},
		"ClusterRosaClassic":   {"cluster", "", "Can't delete"},
	}
	answer := names[kindOf(r.Token)]
	failure := answer.read
	if deletion {
		failure = answer.delete
	}
	if failure == "" {
		return nil
	}
	return fmt.Errorf("%s %s: status is 404, identifier is '404', code is 'CLUSTERS-MGMT-404': '%s' not found", failure, answer.name, r.ID)
}
