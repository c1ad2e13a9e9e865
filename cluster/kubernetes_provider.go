package cluster

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// kubernetesProviderVersion is the version of pulumi-kubernetes that KubernetesProvider runs. It is the one in go.mod.
const kubernetesProviderVersion = "4.30.0"

// KubernetesProvider is a provider of pulumi-kubernetes for one cluster. Pass it to components by pulumi.Provider. It has the
// switches that OpenShift's objects need: server-side apply, by which a program owns single fields of an object, and ConfigMaps and
// Secrets that are updated in place instead of replaced.
//
// It is the provider that kubernetes.NewProvider makes, but a program that uses it does not compile pulumi-kubernetes' Go SDK.
type KubernetesProvider struct {
	pulumi.ProviderResourceState
}

// KubernetesProviderArgs are the arguments of a KubernetesProvider. Unless a field says otherwise, changes are applied in place.
type KubernetesProviderArgs struct {
	// Kubeconfig is the text or the path of a kubeconfig, such as ControlPlane.Kubeconfig or the output of WaitForAPI. Required. It is
	// stored as a secret. A text with insecure-skip-tls-verify is accepted with a warning: whoever answers in the place of the API server gets
	// its credentials.
	Kubeconfig pulumi.StringInput `check:"required,secret"`
	// ClusterIdentifier identifies the cluster, such as InstallDir.ClusterID or the ID of a ROSA cluster. Defaults to the provider's
	// name. A change replaces the provider and every object that was created through it. Without an identifier, pulumi-kubernetes
	// compares kubeconfigs: a renewed CA or a replaced load balancer would count as another cluster and replace every object. The
	// default therefore never changes, not even by `pulumi stack rename`; a stack that is pointed at another cluster must change the
	// identifier.
	ClusterIdentifier pulumi.StringInput
}

// NewKubernetesProvider registers a KubernetesProvider. It returns the problems of all invalid arguments, joined, before anything
// is registered.
func NewKubernetesProvider(
	ctx *pulumi.Context, name string, args *KubernetesProviderArgs, opts ...pulumi.ResourceOption,
) (*KubernetesProvider, error) {
	args = cmp.Or(args, &KubernetesProviderArgs{})
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args, nil)
	identifier := args.ClusterIdentifier
	identifier = cmp.Or[pulumi.StringInput](identifier, pulumi.String(name))
	provider := &KubernetesProvider{}
	err := ctx.RegisterResource("pulumi:providers:kubernetes", name, pulumi.Map{
		"kubeconfig":             pulumi.ToSecret(warnInsecure(ctx, args.Kubeconfig)),
		"clusterIdentifier":      identifier,
		"enableServerSideApply":  pulumi.Bool(true),
		"enableConfigMapMutable": pulumi.Bool(true),
		"enableSecretMutable":    pulumi.Bool(true),
	}, provider, append([]pulumi.ResourceOption{pulumi.Version(kubernetesProviderVersion)}, opts...)...)
	if err != nil {
		return nil, err
	}
	return provider, nil
}

// insecure matches the field of a kubeconfig, in YAML or JSON, that switches off the verification of the API server's certificate.
var insecure = regexp.MustCompile(`insecure-skip-tls-verify"?\s*:\s*true`)

// warnInsecure returns the kubeconfig, and logs a warning if it does not verify the API server.
func warnInsecure(ctx *pulumi.Context, kubeconfig pulumi.StringInput) pulumi.StringOutput {
	return kubeconfig.ToStringOutput().ApplyT(func(text string) string {
		if insecure.MatchString(text) {
			// A message that cannot be logged does not end the update.
			_ = ctx.Log.Warn("the kubeconfig has insecure-skip-tls-verify: the API server is not verified; use certificate-authority-data", nil)
		}
		return text
	}).(pulumi.StringOutput)
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *KubernetesProviderArgs) Validate() error {
	p := check.Struct(a)
	// A text of one line is the path of a file.
	if text, _ := check.Text(a.Kubeconfig); strings.Contains(text, "\n") {
		apiclient.CheckKubeconfig(&p, "cluster.KubernetesProviderArgs.Kubeconfig", a.Kubeconfig)
	}
	return p.ErrOf(a)
}
