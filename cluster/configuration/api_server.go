package configuration

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlsprofile"
)

// APIServer configures the cluster's API servers: their certificates, the encryption of etcd and the audit log. It patches the
// APIServer object that every cluster has. A change restarts the API servers, one control-plane machine after the other, in some
// 20 minutes. Deleting the component releases the fields, and the defaults apply: data in etcd is decrypted again.
type APIServer struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// APIServerArgs are the arguments of an APIServer. At least one field must be set. Changes are applied in place. Except for
// TLSSecurityProfile and CustomTLSProfile, they reboot no node.
type APIServerArgs struct {
	// NamedCertificates are the certificates that the API server uses for DNS names other than those of the installation, or instead
	// of its own, by DNS name: api.<domain>, or *.example.com. Defaults to none. api-int.<domain> is rejected: the nodes trust the
	// cluster's own certificate only. The kubeconfig of the installation trusts the cluster's own CA: before you add api.<domain>,
	// add the CA of the new certificate to certificate-authority-data of the kubeconfig that Pulumi uses.
	NamedCertificates map[string]TLSCertificate `check:"keys=certificate-name"`
	// Encryption is aescbc or aesgcm, which encrypts Secrets, ConfigMaps, Routes and OAuth tokens in etcd, or identity, which does
	// not. Defaults to the cluster's setting, identity. A change rewrites them in etcd, which takes 20 minutes or more. Backups of
	// etcd then need the keys that cluster-backup.sh stores with them.
	Encryption string `kube:"spec.encryption.type" check:"aescbc|aesgcm|identity"`
	// AuditProfile is Default, WriteRequestBodies, AllRequestBodies or None. Defaults to the cluster's setting, Default.
	AuditProfile string `kube:"spec.audit.profile" check:"Default|WriteRequestBodies|AllRequestBodies|None"`
	// AuditRules are profiles for the users of groups; the first that matches applies. Defaults to none.
	AuditRules []AuditRule `kube:"spec.audit.customRules"`
	// ClientCA are PEM certificates of CAs whose client certificates are accepted in addition to the cluster's own. Defaults to none.
	ClientCA pulumi.StringInput `check:"certificates"`
	// TLSSecurityProfile is the TLS versions and ciphers of the API servers and of all components that do not have their own
	// profile: Old, Intermediate, Modern (TLS 1.3 only, from 4.19) or Custom. Defaults to the cluster's setting, Intermediate. From 4.17 this includes the kubelets: a
	// change drains and reboots every node, MaxUnavailable of each pool at a time. Kubelets of 4.16 ignore it (openshift/
	// machine-config-operator release-4.17 pkg/controller/kubelet-config/kubelet_config_controller.go, updateAPIServer).
	TLSSecurityProfile string `check:"Old|Intermediate|Modern|Custom"`
	// CustomTLSProfile are the ciphers of the profile Custom. Required with it. Defaults to none. A change has the effects of one of
	// TLSSecurityProfile.
	CustomTLSProfile *CustomTLSProfileArgs
}

// AuditRule is the audit profile of a group of users.
type AuditRule struct {
	// Group is the name of the group, such as system:authenticated:oauth. Required. Must be unique.
	Group string `kube:"group" check:"required"`
	// Profile is Default, WriteRequestBodies, AllRequestBodies or None. Required.
	Profile string `kube:"profile" check:"required,Default|WriteRequestBodies|AllRequestBodies|None"`
}

const apiServerPath = "configuration.APIServerArgs"

// A DNS name, or a wildcard for the names of a domain.
var _ = check.Named("certificate-name", check.NewFormat("DNS name or wildcard", "api.demo.example.com", func(text string) bool {
	return check.Domain.Match(strings.TrimPrefix(text, "*."))
}))

// NewAPIServer registers an APIServer. It requires a Kubernetes provider (pulumi.Provider).
func NewAPIServer(ctx *pulumi.Context, name string, args *APIServerArgs, opts ...pulumi.ResourceOption) (*APIServer, error) {
	return component.Register(ctx, name, args, opts, component.Type[APIServerArgs, APIServer]{
		Token:     "openshift-aws:configuration:APIServer",
		InCluster: true,
		Children: func(b *component.Builder[APIServerArgs, APIServer]) error {
			refs, err := registerRefs(b.Base, b.Args.configRefs())
			if err != nil {
				return err
			}
			return kube.RegisterObject(b.Base, &b.Component.Name, "apiserver", desiredAPIServer(*b.Args, refs), kube.PatchRetaining(
				map[string]any{"encryption": map[string]any{}}, map[string]any{"servingCerts": map[string]any{}},
				map[string]any{"tlsSecurityProfile": map[string]any{}}, map[string]any{"additionalCORSAllowedOrigins": []any{}},
			))
		},
	})
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
	fields := kube.Fields(args)
	var certificates []any
	for _, dnsName := range slices.Sorted(maps.Keys(args.NamedCertificates)) {
		secret := refs.reference(apiServerSecret(dnsName))
		if existing := args.NamedCertificates[dnsName].SecretName; existing != nil {
			secret = map[string]any{"name": existing}
		}
		certificates = append(certificates, map[string]any{"names": []any{dnsName}, "servingCertificate": secret})
	}
	if len(certificates) > 0 {
		argument.Put(fields, "spec.servingCerts.namedCertificates", certificates)
	}
	if args.ClientCA != nil {
		argument.Put(fields, "spec.clientCA", refs.reference(apiServerCA))
	}
	if args.TLSSecurityProfile != "" {
		argument.Put(fields, "spec.tlsSecurityProfile", tlsprofile.Fields(args.TLSSecurityProfile, args.CustomTLSProfile))
	}
	return kube.Object{
		APIVersion: kube.ConfigAPI, Kind: "APIServer", Name: kube.ClusterObject, Fields: fields, Forced: []string{"spec.audit.profile"},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *APIServerArgs) Validate() error {
	p := check.Struct(a)
	for _, dnsName := range slices.Sorted(maps.Keys(a.NamedCertificates)) {
		at := check.Key(apiServerPath+".NamedCertificates", dnsName)
		if strings.HasPrefix(dnsName, "api-int.") {
			p.Addf(at, "must not be the internal name of the API: nodes trust the cluster's own certificate only")
		}
		certificate := a.NamedCertificates[dnsName]
		tlscert.Check(&p, at, &certificate)
	}
	var groups []string
	for _, rule := range a.AuditRules {
		groups = append(groups, rule.Group)
	}
	p.Unique(apiServerPath+".AuditRules", groups)
	tlsprofile.Check(&p, apiServerPath, a.TLSSecurityProfile, a.CustomTLSProfile, "")
	p.AnyField(apiServerPath, a, "CustomTLSProfile")
	return p.ErrOf(a)
}

// TLSCertificate is a certificate with its private key (Certificate and PrivateKey in PEM), or the name of an existing Secret of type
// kubernetes.io/tls in openshift-config with both (SecretName). configuration.TLSCertificate and ingress.TLSCertificate are the same type.
type TLSCertificate = tlscert.TLSCertificate

// CustomTLSProfileArgs are the ciphers (Ciphers) and the minimum TLS version (MinVersion) of the TLS security profile Custom: for a
// policy that neither Old nor Intermediate meets. configuration.CustomTLSProfileArgs and machineconfig.CustomTLSProfileArgs are the same
// type.
type CustomTLSProfileArgs = tlsprofile.CustomTLSProfileArgs
