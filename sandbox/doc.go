// Package sandbox runs a program through the real Pulumi engine without an AWS account and without a cluster.
//
// The pulumi CLI runs as a child process. This process serves the program and fakes of the aws, rhcs and kubernetes
// providers on loopback, and the CLI attaches to them (PULUMI_DEBUG_PROVIDERS). The fakes know the resource types that
// OpenShift on AWS consists of; they reject what the real APIs reject, and compute what the real APIs compute. One folder
// contains Pulumi's state and the providers' resources. Sandboxes with different folders can therefore run at the same
// time, and deleting the folder deletes a sandbox.
//
// A main package calls [Main] if it has a command, and is an ordinary Pulumi program otherwise. Tests use [New] and the
// operations of [Sandbox], which return what happened to each resource. Programs that run stacks by the Automation API use
// [Workspace].
//
// [Main] and [Sandbox] do not use the Automation API (pulumi/sdk v3.250.0, go/auto) to run the CLI, for three reasons. Its
// language host (stack.go, languageRuntimeServer.Run) returns a program's error without Bail, so the engine prints it a
// second time, wrapped as an unhandled error; here every message is printed once. Its Up runs three more CLI processes
// (stack output twice, stack history), which a newcomer waits for. And it does not connect the CLI to a terminal, for
// the interactive display and for Ctrl-C in two stages: the first cancels gracefully, the second immediately.
package sandbox
