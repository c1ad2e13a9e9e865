// Package install installs a self-managed cluster by one command, and removes it by another.
//
// [Prepare] drives openshift-install from a [Config] to the install directory that cluster.LoadInstallDir reads. An [Installation]
// does that, updates the Pulumi stack of the cluster's program in its two stages, and waits as the installer does; it replaces a
// control-plane machine too. [Commands] is the command line of a program: install, status, machine and uninstall. blueprint/installer
// has them for programs with the settings of blueprint.SelfManagedConfig.
//
// Only programs that import this package compile it.
package install
