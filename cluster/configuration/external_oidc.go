package configuration

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ExternalOIDC makes the API server accept the tokens of an external OIDC issuer directly, without OpenShift's OAuth server: for users
// and groups that are managed in one place for several clusters. It patches the Authentication object that every cluster has. From 4.20;
// before that, and for several providers or other kinds, use IdentityProviders, which has no effect together with it.
//
// All logins by OAuth end, also that of kubeadmin, and the APIs of users, groups and OAuth clients are gone: bind roles to the names that
// the claims give. Client certificates stay valid, so the Kubernetes provider and you need the kubeconfig of the installation, or a
// service account's token. OpenShift rejects the type OIDC while webhookTokenAuthenticator is set, which its operator sets on every new
// cluster and server-side apply cannot remove: the preview fails until you have run the command in its message once. Deleting the
// component releases the fields, and the operator returns to the OAuth server in some 20 minutes.
type ExternalOIDC struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched; the API servers then restart one after the other, in
	// some 20 minutes, if the authentication operator can reach the issuer.
	Name pulumi.StringOutput `pulumi:"name"`
}

// authentication is the current Authentication.
type authentication struct {
	pulumi.CustomResourceState

	Spec pulumi.MapOutput `pulumi:"spec"`
}

const authenticationKind = "Authentication"

// The Secrets and the ConfigMap of the issuer, and their keys (openshift/api release-4.20 config/v1/types_authentication.go).
const (
	externalOIDCCA = "external-oidc-ca"
	oidcCAKey      = "ca-bundle.crt"
)

// NewExternalOIDC registers an ExternalOIDC. It requires a Kubernetes provider (pulumi.Provider).
func NewExternalOIDC(ctx *pulumi.Context, name string, args *ExternalOIDCArgs, opts ...pulumi.ResourceOption) (*ExternalOIDC, error) {
	return component.Register(ctx, name, args, opts, component.Type[ExternalOIDCArgs, ExternalOIDC]{
		Token:     "openshift-aws:configuration:ExternalOIDC",
		InCluster: true,
		Children:  registerExternalOIDC,
	})
}

func registerExternalOIDC(b *component.Builder[ExternalOIDCArgs, ExternalOIDC]) error {
	var current authentication
	err := b.Ctx.ReadResource("kubernetes:"+kube.ConfigAPI+":"+authenticationKind, b.Name+"-current", pulumi.ID(kube.ClusterObject), pulumi.Map{
		"apiVersion": pulumi.String(kube.ConfigAPI),
		"kind":       pulumi.String(authenticationKind),
	}, &current, b.Parent)
	if err != nil {
		return err
	}
	refs, err := registerRefs(b.Base, b.Args.configRefs())
	if err != nil {
		return err
	}
	// The patch depends on the type, so the cluster is not changed if the check fails.
	checked := check.Apply(b.Move, current.Spec, b.Args.checkCurrent).(pulumi.StringOutput)
	return kube.RegisterObject(b.Base, &b.Component.Name, "authentication", desiredAuthentication(*b.Args, checked, refs), kube.PatchForced)
}

// checkCurrent returns the desired type. It rejects what OpenShift would reject for the cluster's current Authentication.
func (a ExternalOIDCArgs) checkCurrent(spec map[string]any) (string, error) {
	// openshift/cluster-authentication-operator release-4.20 pkg/controllers/externaloidc/externaloidc_controller.go, generateIssuer.
	if spec["serviceAccountIssuer"] == a.Issuer {
		return "", check.Problemf(externalOIDCPath+".Issuer", "must differ from the issuer of the cluster's service accounts")
	}
	// openshift/kubernetes release-4.20 openshift-kube-apiserver/admission/customresourcevalidation/authentication/
	// validate_authentication.go, validateAuthenticationSpec; release-4.21 and release-4.22 too. The main branch, of 4.23, accepts both.
	if spec["webhookTokenAuthenticator"] != nil && spec["type"] != oidcType {
		return "", fmt.Errorf("configuration.ExternalOIDC: OpenShift rejects the type OIDC while webhookTokenAuthenticator is set. Logins by OAuth "+
			"end with this command, so run `pulumi up` right after it: oc patch authentication.config.openshift.io cluster --type=merge "+
			"-p '%s'", `{"spec":{"type":"None","webhookTokenAuthenticator":null}}`)
	}
	return oidcType, nil
}

// oidcType is the type of an Authentication with an external issuer.
const oidcType = "OIDC"

// components returns the clients by the component of OpenShift that uses each; all are in openshift-console (openshift/console-operator
// release-4.20 pkg/api/api.go).
func (a ExternalOIDCArgs) components() map[string]*OIDCClientArgs {
	clients := map[string]*OIDCClientArgs{"cli": a.CLI, "console": a.Console}
	maps.DeleteFunc(clients, func(_ string, client *OIDCClientArgs) bool { return client == nil })
	return clients
}

// oidcClientSecret returns the name of the Secret of a component's client.
func oidcClientSecret(component string) string {
	return "external-oidc-" + component
}

func (a ExternalOIDCArgs) configRefs() []configRef {
	var refs []configRef
	if a.CA != nil {
		refs = append(refs, oneText(externalOIDCCA, "", oidcCAKey, a.CA))
	}
	clients := a.components()
	for _, component := range slices.Sorted(maps.Keys(clients)) {
		if secret := clients[component].ClientSecret; secret != nil {
			refs = append(refs, oneText(oidcClientSecret(component), kube.Opaque, clientSecretKey, secret))
		}
	}
	return refs
}

func desiredAuthentication(args ExternalOIDCArgs, kind pulumi.StringInput, refs refNames) kube.Object {
	issuer := map[string]any{"issuerURL": args.Issuer, "audiences": kube.AnyList(args.Audiences)}
	if args.CA != nil {
		issuer["issuerCertificateAuthority"] = refs.reference(externalOIDCCA)
	}
	provider := map[string]any{"name": args.ProviderName, "issuer": issuer, "claimMappings": args.claimMappings()}
	if len(args.RequiredClaims) > 0 {
		var rules []any
		for _, claim := range slices.Sorted(maps.Keys(args.RequiredClaims)) {
			required := map[string]any{"claim": claim, "requiredValue": args.RequiredClaims[claim]}
			rules = append(rules, map[string]any{"type": "RequiredClaim", "requiredClaim": required})
		}
		provider["claimValidationRules"] = rules
	}
	var clients []any
	components := args.components()
	for _, component := range slices.Sorted(maps.Keys(components)) {
		clients = append(clients, components[component].entry(component, refs))
	}
	if len(clients) > 0 {
		provider["oidcClients"] = clients
	}
	return kube.Object{
		APIVersion: kube.ConfigAPI, Kind: authenticationKind, Name: kube.ClusterObject,
		Fields: map[string]any{"spec": map[string]any{"type": kind, "oidcProviders": []any{provider}}},
	}
}

func (a ExternalOIDCArgs) claimMappings() map[string]any {
	username := map[string]any{"claim": a.UsernameClaim}
	switch {
	case a.UsernamePrefix == nil:
	case *a.UsernamePrefix == "":
		username["prefixPolicy"] = "NoPrefix"
	default:
		username["prefixPolicy"], username["prefix"] = "Prefix", map[string]any{"prefixString": *a.UsernamePrefix}
	}
	mappings := map[string]any{"username": username}
	if a.GroupsClaim != "" {
		mappings["groups"] = map[string]any{"claim": a.GroupsClaim, "prefix": *a.GroupsPrefix}
	}
	return mappings
}

// entry returns the client's entry in the list.
func (c *OIDCClientArgs) entry(component string, refs refNames) map[string]any {
	entry := map[string]any{"componentName": component, "componentNamespace": "openshift-console", "clientID": c.ClientID}
	if c.ClientSecret != nil {
		entry["clientSecret"] = refs.reference(oidcClientSecret(component))
	}
	if len(c.ExtraScopes) > 0 {
		entry["extraScopes"] = kube.AnyList(c.ExtraScopes)
	}
	return entry
}
