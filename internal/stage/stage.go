// Package stage names the two stages of a self-managed cluster's installation.
package stage

// Stage is how far the installation of a self-managed cluster is.
type Stage string

const (
	// Bootstrap has the bootstrap machine, which installs the control plane.
	Bootstrap Stage = "bootstrap"
	// Cluster is an installed cluster.
	Cluster Stage = "cluster"
)
