// Package nodes makes the machines that carry a cluster's work: machine sets, which the cluster's own Machine API
// turns into instances, and Auto Scaling groups, whose instances join by themselves.
//
// InfraMachineSet is an object inside the cluster and takes the cluster's Kubernetes provider by pulumi.Provider.
// WorkerPool is made of AWS resources.
package nodes
