// Package nodes makes the machines that carry a cluster's work, and what lets them join and come and go.
//
// Two kinds of machines: InfraMachineSet and WorkerMachineSet are objects inside the cluster, which the cluster's own
// Machine API turns into instances; WorkerPool is an Auto Scaling group, whose instances join by themselves.
//
//	                     machine sets                            WorkerPool
//	join                 approved by the cluster                 CSRApprover
//	autoscaling          Autoscaling, ClusterAutoscaler          Autoscaling, ClusterAutoscalerASG, AutoscalerRole
//	sick machines        MachineHealthCheck                      the group's own health checks
//	machines that end    drained by the Machine API              Drain, TerminationHandler, TerminationHandlerRole
//	labels and taints    Labels, Taints                          Labels, PoolTaints
//	OpenShift 3.11       -                                       CloudInit311
//
// AMI finds the image of both. What is an object inside the cluster takes the cluster's Kubernetes provider by
// pulumi.Provider; WorkerPool and the roles are made of AWS resources.
package nodes
