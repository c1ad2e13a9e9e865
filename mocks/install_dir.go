package mocks

import "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"

// InstallDir writes what cluster.LoadInstallDir reads into a directory, such as t.TempDir(): that of a cluster with the domain, such as
// demo.example.com, in the region. Its Ignition was just created and its CA is valid; its kubeconfig leads nowhere. The infrastructure
// ID is the first label of the domain and five characters that are the same in every run, such as demo-x7k2p; the cluster ID is another
// one for each domain.
func InstallDir(dir, domain, region string) error {
	return openshiftinstall.Write(dir, domain, region)
}
