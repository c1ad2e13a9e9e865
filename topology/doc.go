// Package topology draws the cluster of a stack: the VPC with its zones and subnets, machines, NAT gateways, load balancers
// with their ports and who may reach them, and the buckets, endpoints, DNS records and hosted control plane around it.
//
// [Read] reads the output of `pulumi stack export`, or of mocks.Recorder.Export for a program that has never been deployed.
// [Topology.SVG] draws it as a picture for light and dark pages, [Topology.Mermaid] as a flowchart for Markdown. The pictures
// of the same stack are the same bytes in every run, so that a review shows what a change does to the cluster:
//
//	pulumi stack export | openshift-aws draw > cluster.svg
//
// The package imports the standard library alone.
package topology
