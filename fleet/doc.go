// Package fleet runs many clusters from one list: each is a stack of one program.
//
// [Main] is the main function of such a program. It checks the whole list before anything runs, and offers three ways to run it:
//
//   - its own loop by Pulumi's Automation API: up, preview, refresh, destroy and cancel, in waves, with one report;
//   - manifests for the Pulumi Kubernetes Operator, which runs each stack in a pod of its own;
//   - a matrix of jobs for a CI system.
//
// Without --real, the loop runs in sandboxes (see package sandbox). The package has no controller, queue or schedule: whoever needs
// days between two waves, retries or a standing check for drift leaves the stacks to the operator or to CI.
package fleet
