// Package stage names the two stages of a self-managed cluster's installation.
package stage

// Stage is the installation stage of a self-managed cluster.
type Stage string

const (
	// Bootstrap is the stage until `openshift-install wait-for bootstrap-complete` succeeds: the cluster has a bootstrap machine,
	// which installs the control plane.
	Bootstrap Stage = "bootstrap"
	// Cluster is the stage after it: the bootstrap machine is gone.
	Cluster Stage = "cluster"
)

// WithoutBootstrapVariable is the environment variable with which the sandbox, where nothing boots, lets a new control plane begin at stage
// cluster: true or not set.
const WithoutBootstrapVariable = "OPENSHIFT_AWS_WITHOUT_BOOTSTRAP"
