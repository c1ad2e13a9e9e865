package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/adopttest"
)

// TestAdopted: what the program creates can be adopted by it.
func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestAdoptedWithOtherReleases: RHCS does not read the releases that the program sets, but those that the cluster and its pools have.
func TestAdoptedWithOtherReleases(t *testing.T) {
	const cluster, pool = "rhcs:index/clusterRosaHcp:ClusterRosaHcp:", "rhcs:index/hcpMachinePool:HcpMachinePool:"
	adopttest.Rejected(t, example, map[string]string{"version": "4.18.7", "poolVersion": "4.18.6"},
		cluster+`rosahcp-cluster.version: the program has "4.18.7", currentVersion is "4.18.5"; set rosa.HCPArgs.Version`,
		pool+`rosahcp-workers-0.version: the program has "4.18.6", currentVersion is "4.18.5"`,
		pool+`rosahcp-workers-1.version: the program has "4.18.6", currentVersion is "4.18.5"`,
		pool+`rosahcp-general-pool.version: the program has "4.18.6", currentVersion is "4.18.5"; set rosa.MachinePoolArgs.HCP.Version`,
	)
}
