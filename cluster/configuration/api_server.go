package configuration

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlscert"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlsprofile"
)

// APIServer configures the cluster's API servers: their certificates, the encryption of etcd and the audit log. It patches the
// APIServer object that every cluster has. A change restarts the API servers, one control-plane machine after the other, in some
// 20 minutes. Deleting the component releases the fields, and the defaults apply: data in etcd is decrypted again.
type APIServer struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// APIServerArgs are the arguments of an APIServer. At least one field must be set. Changes are applied in place and reboot no node.
type APIServerArgs struct {
	// NamedCertificates are the certificates that the API server uses for other DNS names than those of the installation, or instead of
	// its own, by DNS name: api.<domain>, or *.example.com. Defaults to none. api-int.<domain> is rejected: the nodes trust the
	// cluster's own certificate only. The kubeconfig of the installation trusts the cluster's own CA: before you add api.<domain>, add
	// the CA of the new certificate to certificate-authority-data of the kubeconfig that Pulumi uses.
	NamedCertificates map[string]TLSCertificate
	// Encryption is aescbc or aesgcm, which encrypts Secrets, ConfigMaps, Routes and OAuth tokens in etcd, or identity, which does not.
	// Defaults to the cluster's setting, identity. A change rewrites them in etcd, which takes 20 minutes or more. Backups of etcd then
	// need the keys that cluster-backup.sh stores beside them.
	Encryption string
	// AuditProfile is Default, WriteRequestBodies, AllRequestBodies or None. Defaults to the cluster's setting, Default.
	AuditProfile string
	// AuditRules are profiles for the users of groups; the first that matches applies. Defaults to none.
	AuditRules []AuditRule
	// ClientCA are PEM certificates of CAs whose client certificates are accepted in addition to the cluster's own. Defaults to none.
	ClientCA pulumi.StringInput
	// TLSSecurityProfile is the TLS versions and ciphers of the API servers and of all components that do not have a profile of their
	// own, such as the kubelets: Old, Intermediate or Custom. Defaults to the cluster's setting, Intermediate.
	TLSSecurityProfile string
	// CustomTLSProfile are the ciphers of the profile Custom. Required with it. Defaults to none.
	CustomTLSProfile *CustomTLSProfileArgs
}

// AuditRule is the audit profile of a group of users.
type AuditRule struct {
	// Group is the name of the group, such as system:authenticated:oauth. Required. Must be unique.
	Group string
	// Profile is Default, WriteRequestBodies, AllRequestBodies or None. Required.
	Profile string
}

const apiServerPath = "configuration.APIServerArgs"

var (
	auditProfiles = []string{"Default", "WriteRequestBodies", "AllRequestBodies", "None"}
	// certificateName is the form of a DNS name, or of a wildcard for the names of a domain.
	certificateName = check.NewFormat("DNS name or wildcard", "api.demo.example.com", func(text string) bool {
		return check.Domain.Match(strings.TrimPrefix(text, "*."))
	})
)

// NewAPIServer registers an APIServer. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of all invalid
// arguments, joined, before anything is registered.
func NewAPIServer(ctx *pulumi.Context, name string, args *APIServerArgs, opts ...pulumi.ResourceOption) (*APIServer, error) {
	values, err := kube.InClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	server := &APIServer{}
	if err := ctx.RegisterComponentResource("openshift-aws:configuration:APIServer", name, server, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(server)
	refs := refNames{}
	for _, ref := range values.configRefs() {
		if refs[ref.name], err = ref.register(ctx, name+"-"+ref.name, parent); err != nil {
			return nil, err
		}
	}
	object := desiredAPIServer(values, refs)
	owned := freeField(object, "additionalCORSAllowedOrigins", "encryption", "servingCerts", "tlsSecurityProfile")
	server.Name, err = patchWithOwnedField(ctx, name+"-apiserver", object, owned, parent)
	if err != nil {
		return nil, err
	}
	return server, ctx.RegisterResourceOutputs(server, pulumi.Map{"name": server.Name})
}

const apiServerCA = "api-server-client-ca"

// apiServerSecret returns the name of the Secret of a DNS name.
func apiServerSecret(dnsName string) string {
	return "api-server-" + strings.Replace(dnsName, "*", "wildcard", 1)
}

func (a APIServerArgs) configRefs() []configRef {
	var refs []configRef
	for _, dnsName := range slices.Sorted(maps.Keys(a.NamedCertificates)) {
		if certificate := a.NamedCertificates[dnsName]; certificate.SecretName == nil {
			refs = append(refs, configRef{
				name: apiServerSecret(dnsName), secretType: tlscert.SecretType, texts: tlscert.Texts(certificate),
			})
		}
	}
	if a.ClientCA != nil {
		refs = append(refs, oneText(apiServerCA, "", "ca-bundle.crt", a.ClientCA))
	}
	return refs
}

func desiredAPIServer(args APIServerArgs, refs refNames) kube.Object {
	spec := map[string]any{}
	if len(args.NamedCertificates) > 0 {
		var certificates []any
		for _, dnsName := range slices.Sorted(maps.Keys(args.NamedCertificates)) {
			secret := refs.reference(apiServerSecret(dnsName))
			if existing := args.NamedCertificates[dnsName].SecretName; existing != nil {
				secret = map[string]any{"name": existing}
			}
			certificates = append(certificates, map[string]any{"names": []any{dnsName}, "servingCertificate": secret})
		}
		spec["servingCerts"] = map[string]any{"namedCertificates": certificates}
	}
	if args.Encryption != "" {
		spec["encryption"] = map[string]any{"type": args.Encryption}
	}
	audit := map[string]any{}
	if args.AuditProfile != "" {
		audit["profile"] = args.AuditProfile
	}
	if len(args.AuditRules) > 0 {
		rules := make([]any, len(args.AuditRules))
		for i, rule := range args.AuditRules {
			rules[i] = map[string]any{"group": rule.Group, "profile": rule.Profile}
		}
		audit["customRules"] = rules
	}
	if len(audit) > 0 {
		spec["audit"] = audit
	}
	if args.ClientCA != nil {
		spec["clientCA"] = refs.reference(apiServerCA)
	}
	if args.TLSSecurityProfile != "" {
		spec["tlsSecurityProfile"] = tlsprofile.Fields(args.TLSSecurityProfile, args.CustomTLSProfile)
	}
	return kube.Object{APIVersion: kube.ConfigAPI, Kind: "APIServer", Name: kube.ClusterObject, Fields: map[string]any{"spec": spec}}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *APIServerArgs) Validate() error {
	var p check.Problems
	for _, dnsName := range slices.Sorted(maps.Keys(a.NamedCertificates)) {
		at := check.Key(apiServerPath+".NamedCertificates", dnsName)
		p.RequiredFormat(at, dnsName, certificateName)
		if strings.HasPrefix(dnsName, "api-int.") {
			p.Addf(at, "must not be the internal name of the API: nodes trust the cluster's own certificate only")
		}
		certificate := a.NamedCertificates[dnsName]
		tlscert.Check(&p, at, &certificate)
	}
	check.OneOf(&p, apiServerPath+".Encryption", a.Encryption, "aescbc", "aesgcm", "identity")
	check.OneOf(&p, apiServerPath+".AuditProfile", a.AuditProfile, auditProfiles...)
	var groups []string
	for i, rule := range a.AuditRules {
		at := check.Index(apiServerPath+".AuditRules", i)
		p.Required(at+".Group", rule.Group)
		if p.Required(at+".Profile", rule.Profile) {
			check.OneOf(&p, at+".Profile", rule.Profile, auditProfiles...)
		}
		groups = append(groups, rule.Group)
	}
	p.Unique(apiServerPath+".AuditRules", groups)
	checkCertificates(&p, apiServerPath+".ClientCA", a.ClientCA)
	tlsprofile.Check(&p, apiServerPath, a.TLSSecurityProfile, a.CustomTLSProfile)
	if len(desiredAPIServer(*a, nil).Fields["spec"].(map[string]any)) == 0 {
		p.Addf(apiServerPath, "must set at least one field")
	}
	return p.ErrOf(a)
}
