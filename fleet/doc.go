// Package fleet has the list of many clusters, each of which is a stack of one program.
//
// [Main] is the main function of such a program. It checks the whole list before anything runs, rehearses it in sandboxes, renders it for
// the engines that update clusters, and reports what they did:
//
//   - Argo CD with the Pulumi Kubernetes Operator: an ApplicationSet, and a Stack object for each cluster;
//   - a CI system: matrices of jobs, and the settings of a stack.
//
// The engines decide when a stack is updated, how many at a time, and when a rollout stops. The package has no controller, queue or
// schedule, and no credentials.
package fleet
