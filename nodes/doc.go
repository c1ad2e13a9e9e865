// Package nodes provides the compute machines of a self-managed cluster and the agents that Auto Scaling pools need.
//
// Machine API objects: InfraMachineSet and WorkerMachineSet create MachineSets, which the cluster's Machine API turns into
// EC2 instances. MachineAutoscaler and ClusterAutoscaler resize them; MachineHealthCheck replaces unhealthy machines.
//
// Auto Scaling pools: WorkerPool creates an Auto Scaling group whose instances join the cluster without the Machine API.
// machineconfig.KubeletConfig taints their nodes; CloudInit311 is their user data on OpenShift 3.11.
//
// Pool agents, which serve those pools inside the cluster: CSRApprover, ClusterAutoscalerASG and TerminationHandler. They
// register their role themselves (Role). Its permissions are AutoscalerPolicy, CSRApproverPolicy and TerminationHandlerPolicy.
//
//	                      machine sets                          WorkerPool
//	CSRs approved by      the cluster                           CSRApprover
//	autoscaling           Autoscaling, ClusterAutoscaler        Autoscaling, ClusterAutoscalerASG
//	unhealthy machines    MachineHealthCheck                    the group's own health checks
//	drained by            the Machine API                       Drain, TerminationHandler
//	labels and taints     Labels, Taints                        Labels (OpenShift 4.19), machineconfig.KubeletConfig
//	OpenShift 3.11        -                                     CloudInit311
//
// AMI finds the RHCOS image of both. Components inside the cluster require a Kubernetes provider (pulumi.Provider);
// WorkerPool is AWS resources.
package nodes
