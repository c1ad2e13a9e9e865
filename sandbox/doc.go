// Package sandbox runs a program through the real Pulumi engine without an AWS account and without a cluster.
//
// This process serves fakes of the aws, rhcs and kubernetes providers on loopback, and the pulumi CLI, a child process, attaches to
// them (PULUMI_DEBUG_PROVIDERS). The fakes know the resource types that OpenShift on AWS consists of; they reject what the real APIs
// reject, and compute what the real APIs compute. One folder contains Pulumi's state and the providers' resources. Sandboxes with
// different folders can therefore run at the same time, and deleting the folder deletes a sandbox.
//
// There are four ways to run a program in it. The command openshift-aws sandbox runs the user's own CLI in the user's folder ([Exec]), and
// the commands of programs that have them (package commands). Tests use [New] and the operations of [Sandbox], which return what happened to
// each resource. Programs that run stacks by Pulumi's Automation API use [Workspace].
package sandbox
