// Package fleet has the list of many clusters, each of which is a stack of one program, whose main function is [Main].
//
// It checks the whole list before anything runs, rehearses it in sandboxes, renders it for the engines that update clusters, and reports
// what they did: Argo CD with the Pulumi Kubernetes Operator, or a CI system. The engines decide when a stack is updated, how many at a
// time, and when a rollout stops. The package has no controller, queue or schedule, and no credentials.
package fleet
