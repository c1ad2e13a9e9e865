// Package installer has the commands of a program that registers a self-managed cluster with the settings of
// blueprint.SelfManagedConfig: install, from a file that describes the cluster to its console, status, uninstall, and manifests. They run
// cluster/install, in an account or in the sandbox.
//
//	func main() {
//		program := installer.Program{Project: "shop", Run: program}
//		commands.Main(program.Project, program.Run, nil, program.Commands()...)
//	}
package installer
