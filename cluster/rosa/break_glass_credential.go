package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// BreakGlassCredential is a temporary kubeconfig of a cluster administrator for an HCP with ExternalAuth, which has no other way in
// until an external provider is configured. Other clusters do not support it.
//
// It expires. To renew it, change [Username] or run pulumi up --replace with its URN. Removing it from the program does not
// revoke it (the provider has no such request): run `rosa revoke break-glass-credentials`, which revokes all credentials of the
// cluster.
type BreakGlassCredential struct {
	pulumi.ResourceState

	// Kubeconfig is the kubeconfig, as a secret.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig" check:"secret"`
	// ExpirationTimestamp is when the credential expires (RFC 3339).
	ExpirationTimestamp pulumi.StringOutput `pulumi:"expirationTimestamp"`
	// Status is the status that OCM reports, such as issued or expired.
	Status pulumi.StringOutput `pulumi:"status"`
}

// BreakGlassCredentialArgs are the arguments of a BreakGlassCredential. A change creates another credential. The limits come from
// terraform-provider-rhcs provider/breakglasscredential/breakglasscredential_resource.go.
type BreakGlassCredentialArgs struct {
	// ClusterID is the cluster's ID in OCM: HCP.ID. Required.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// Username is the name of the user, which audit logs show after system:customer-break-glass: at most 35 letters, digits, dots and
	// hyphens. Defaults to a name that OCM chooses.
	Username string `rhcs:"username" check:"format=rosa-break-glass-user"`
	// ExpirationDuration is how long the credential is valid: 10 minutes to 24 hours. Defaults to OCM's choice.
	ExpirationDuration time.Duration `rhcs:"expirationDuration" check:"10m..24h/1s"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *BreakGlassCredentialArgs) Validate() error { return check.Valid(a) }

// NewBreakGlassCredential registers a BreakGlassCredential.
func NewBreakGlassCredential(
	ctx *pulumi.Context, name string, args *BreakGlassCredentialArgs, opts ...pulumi.ResourceOption,
) (*BreakGlassCredential, error) {
	return component.Register(ctx, name, args, opts, component.Type[BreakGlassCredentialArgs, BreakGlassCredential]{
		Token:    "openshift-aws:rosa:BreakGlassCredential",
		Children: registerBreakGlassCredential,
	})
}

func registerBreakGlassCredential(c *component.Builder[BreakGlassCredentialArgs, BreakGlassCredential]) error {
	b := builder{Base: c.Base}
	var credential breakGlassResource
	// The provider cannot update a credential, and its schema does not mark the kubeconfig as sensitive.
	if err := b.register("BreakGlassCredential", "credential", rhcs.Inputs(c.Args), &credential,
		replaceWithCluster("username", "expirationDuration"), pulumi.AdditionalSecretOutputs([]string{"kubeconfig"})); err != nil {
		return err
	}
	c.Component.Kubeconfig = pulumi.ToSecret(credential.Kubeconfig).(pulumi.StringOutput)
	return nil
}

type breakGlassResource struct {
	pulumi.CustomResourceState

	Kubeconfig          pulumi.StringOutput `pulumi:"kubeconfig"`
	ExpirationTimestamp pulumi.StringOutput `pulumi:"expirationTimestamp"`
	Status              pulumi.StringOutput `pulumi:"status"`
}
