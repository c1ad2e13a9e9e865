package release

import "slices"

// capabilitySets are the capabilities that each set of a release adds to the previous one (openshift/api
// config/v1/types_cluster_version.go, ClusterVersionCapabilitySets, OpenShift 4.16 to 4.22). No set is newer than 4.18's: later
// releases have the same capabilities.
var capabilitySets = []struct {
	name string
	adds []string
}{
	{"None", nil},
	{"v4.11", []string{"baremetal", "marketplace", "openshift-samples", "MachineAPI"}},
	{"v4.12", []string{"Console", "Insights", "Storage", "CSISnapshot"}},
	{"v4.13", []string{"NodeTuning"}},
	{"v4.14", []string{"Build", "DeploymentConfig", "ImageRegistry"}},
	{"v4.15", []string{"OperatorLifecycleManager", "CloudCredential"}},
	{"v4.16", []string{"Ingress", "CloudControllerManager"}},
	{"v4.17", nil},
	{"v4.18", []string{"OperatorLifecycleManagerV1"}},
	{"vCurrent", nil},
}

// CapabilitySets returns the names of the sets of capabilities.
func CapabilitySets() []string {
	var names []string
	for _, set := range capabilitySets {
		names = append(names, set.name)
	}
	return names
}

// Capabilities returns the capabilities of a set; none if the set is not known.
func Capabilities(set string) []string {
	var all []string
	for _, each := range capabilitySets {
		all = append(all, each.adds...)
		if each.name == set {
			return all
		}
	}
	return nil
}

// AllCapabilities returns every capability.
func AllCapabilities() []string {
	return Capabilities("vCurrent")
}

// DisabledCapabilities returns the capabilities that a cluster with a set and further capabilities does not have.
func DisabledCapabilities(set string, enabled []string) []string {
	has := append(Capabilities(set), enabled...)
	return slices.DeleteFunc(AllCapabilities(), func(capability string) bool { return slices.Contains(has, capability) })
}
