// Package rosa registers Red Hat OpenShift Service on AWS (ROSA) clusters and their contents.
//
// [NewHCP] registers a cluster with a hosted control plane (HCP), which Red Hat runs in its own AWS account. [NewClassic] registers a
// cluster whose control plane is in the customer's account. Their contents are [NewMachinePool], [NewIngress], [NewIdentityProvider],
// [NewAutoscaler], [NewKubeletConfig], [NewTuningConfig], [NewLogForwarder], [NewImageMirror] and [NewBreakGlassCredential]. [NewDNSDomain]
// reserves a base domain, and [NewOCMRoleLink] links an AWS account with OCM. The roles, keys and OIDC configuration that a cluster needs
// are in package iam, its subnets in package network.
//
// Red Hat's Terraform provider RHCS creates all of them through OpenShift Cluster Manager (OCM); none needs a Kubernetes provider. RHCS
// reads its credentials from the stack's configuration (rhcs:token, or rhcs:clientId and rhcs:clientSecret) or the environment
// (RHCS_TOKEN). Another release of RHCS, a local binary or other credentials are an iam.RHCSProvider, passed by pulumi.Provider.
//
// OCM rejects many changes of a cluster and of a machine pool. Such an update fails, unless AllowReplacement is set.
package rosa
