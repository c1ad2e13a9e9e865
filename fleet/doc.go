// Package fleet runs many clusters from one list: each is a stack of one program.
//
// [Main] is the main function of such a program. It checks the whole list before anything runs, and offers three ways to run it:
//
//   - its own loop, with Pulumi's Automation API: up, preview, refresh, destroy and cancel, in waves, with one report;
//   - manifests for the Pulumi Kubernetes Operator, which runs each stack in a pod of its own;
//   - a matrix of jobs for a CI system.
//
// Without --real, the loop runs in sandboxes (see package sandbox). The package has no controller, queue or schedule: if you need
// days between two waves, retries or continuous detection of drift, leave the stacks to the operator or to CI.
package fleet
