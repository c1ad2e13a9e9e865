package configuration

import (
	"maps"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// OperatorArgs are the arguments of an Operator. Unless a field says otherwise, changes are applied in place.
type OperatorArgs struct {
	// Package is the name of the operator in its catalog, such as loki-operator (`oc get packagemanifests`). Required. A change replaces
	// the Subscription.
	Package string `kube:"spec.name" check:"required,format=operator-package"`
	// Namespace is the operator's namespace, such as openshift-operators-redhat. Required. A change replaces all objects.
	Namespace string `check:"required,format=namespace"`
	// CreateNamespace creates the Namespace and its OperatorGroup. Defaults to true. False is for a namespace that has an OperatorGroup,
	// such as openshift-operators or that of another Operator: a namespace must have only one.
	CreateNamespace *bool `default:"true"`
	// ClusterMonitoring makes the cluster's Prometheus scrape the namespace. It requires CreateNamespace, and a Namespace that begins
	// with openshift-.
	ClusterMonitoring bool
	// TargetNamespaces are the namespaces that the operator watches. It requires CreateNamespace. Defaults to all namespaces. An
	// operator supports some modes only: OADP, for example, its own namespace.
	TargetNamespaces []string `check:"format=namespace"`
	// Channel is the catalog's channel, such as stable-6.2. Defaults to the package's default channel, at the time of the installation.
	Channel string `kube:"spec.channel" check:"format=operator-channel"`
	// StartingCSV is the first version that is installed, such as loki-operator.v6.2.0. Defaults to the newest of the channel. A change
	// does not affect an installed operator.
	StartingCSV string `kube:"spec.startingCSV" check:"format=object-name"`
	// Approval is Automatic or Manual: with Manual, each version waits for the approval of its InstallPlan. Defaults to Automatic.
	Approval string `kube:"spec.installPlanApproval" check:"Automatic|Manual" default:"Automatic"`
	// Source is the CatalogSource. Defaults to redhat-operators.
	Source string `kube:"spec.source" check:"format=object-name" default:"redhat-operators"`
	// SourceNamespace is the namespace of [Source]. Defaults to openshift-marketplace.
	SourceNamespace string `kube:"spec.sourceNamespace" check:"format=namespace" default:"openshift-marketplace"`
	// NodeSelector are the labels of the nodes for the operator's own pods. Defaults to the operator's.
	NodeSelector map[string]string `kube:"spec.config.nodeSelector" check:"labels"`
	// Tolerations are the taints of nodes for the operator's own pods. Defaults to the operator's.
	Tolerations []Toleration
	// Environment are variables of the operator, such as ROLEARN for an operator that assumes an IAM role. Defaults to none.
	Environment map[string]pulumi.StringInput `check:"empty,keys=variable"`
	// Wait makes `pulumi up` wait until the operator runs, so that objects of its kinds can be created. Its Timeout defaults to 10 minutes.
	// Defaults to nil, no wait. A preview does not wait.
	Wait *WaitArgs
	// Kubeconfig is the kubeconfig for [Wait]. Required with [Wait], unused otherwise.
	Kubeconfig pulumi.StringInput `check:"secret"`
}

const (
	operatorPath    = "configuration.OperatorArgs"
	operatorTimeout = 10 * time.Minute
	manualApproval  = "Manual"
)

var (
	_ = check.Named("operator-package", check.ObjectName.WithExample("loki-operator"))
	_ = check.Named("operator-channel", check.Pattern("channel of printable characters without spaces", "stable-6.2", `[!-~]+`))
	// kubernetes/apimachinery release-1.31 pkg/util/validation/validation.go, envVarNameFmt. From Kubernetes 1.32 (OpenShift 4.19) other
	// names are accepted too.
	_ = check.Named("variable", check.Pattern("name of a variable", "ROLEARN", `[-._a-zA-Z][-._a-zA-Z0-9]*`))
)

func (a *OperatorArgs) placement() placement.Placement {
	return placement.Placement{NodeSelector: a.NodeSelector, Tolerations: a.Tolerations}
}

// environment returns the variables, sorted by name.
func (a *OperatorArgs) environment() []any {
	var env []any
	for _, name := range slices.Sorted(maps.Keys(a.Environment)) {
		env = append(env, map[string]any{"name": name, "value": a.Environment[name]})
	}
	return env
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OperatorArgs) Validate() error {
	args, p := check.Begin(a)
	p.RequiresField(operatorPath, "TargetNamespaces", len(args.TargetNamespaces) > 0, "CreateNamespace", *args.CreateNamespace)
	p.RequiresField(operatorPath, "ClusterMonitoring", args.ClusterMonitoring, "CreateNamespace", *args.CreateNamespace)
	placement.Check(&p, operatorPath, args.placement())
	if args.Wait != nil {
		p.Required(operatorPath+".Kubeconfig", args.Kubeconfig)
		p.Exclusive(operatorPath, "Wait", true, "Approval Manual", args.Approval == manualApproval)
	}
	return p.ErrOf(a)
}
