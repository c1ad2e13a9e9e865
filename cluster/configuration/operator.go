package configuration

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// Operator installs an operator with the Operator Lifecycle Manager (OLM): its Namespace, an OperatorGroup and a Subscription. OLM then
// installs the operator from a catalog, and upgrades it within the channel.
//
// Deleting the component deletes the Subscription, and the operator with the Namespace that the component created. The operator's
// custom resource definitions and their objects stay. In a Namespace that existed before, its ClusterServiceVersion stays as well:
// delete it with oc.
type Operator struct {
	pulumi.ResourceState

	// Namespace is the operator's namespace. It resolves when the Subscription exists or, with [Wait], when the operator runs.
	// Components that create the operator's objects must depend on it.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

const (
	subscriptionAPI  = "operators.coreos.com/v1alpha1"
	operatorGroupAPI = "operators.coreos.com/v1"
)

// NewOperator registers an Operator. It requires a Kubernetes provider (pulumi.Provider).
func NewOperator(ctx *pulumi.Context, name string, args *OperatorArgs, opts ...pulumi.ResourceOption) (*Operator, error) {
	return component.Register(ctx, name, args, opts, component.Type[OperatorArgs, Operator]{
		Token:     "openshift-aws:configuration:Operator",
		InCluster: true,
		Children:  registerOperator,
	})
}

func registerOperator(b *component.Builder[OperatorArgs, Operator]) error {
	args := b.Args
	var before []pulumi.Resource
	for _, object := range desiredOperator(args) {
		created, err := kube.Create(b.Ctx, b.Name+"-"+object.suffix, object.object, b.Parent, pulumi.DependsOn(before))
		if err != nil {
			return err
		}
		before = []pulumi.Resource{created}
	}
	b.Component.Namespace = args.namespace(b.Ctx, before[0])
	return nil
}

// operatorObject is an object of the component, and the suffix of its resource's name.
type operatorObject struct {
	suffix string
	object kube.Object
}

// desiredOperator returns the objects in the order in which they are created.
func desiredOperator(args *OperatorArgs) []operatorObject {
	var objects []operatorObject
	if *args.CreateNamespace {
		namespace := kube.Object{APIVersion: "v1", Kind: "Namespace", Name: args.Namespace}
		if args.ClusterMonitoring {
			namespace.Labels = map[string]string{"openshift.io/cluster-monitoring": "true"}
		}
		group := map[string]any{}
		if len(args.TargetNamespaces) > 0 {
			group["targetNamespaces"] = kube.AnyList(args.TargetNamespaces)
		}
		objects = append(objects, operatorObject{"namespace", namespace}, operatorObject{"group", kube.Object{
			APIVersion: operatorGroupAPI, Kind: "OperatorGroup", Namespace: args.Namespace, Name: args.Namespace,
			Fields: map[string]any{"spec": group},
		}})
	}
	return append(objects, operatorObject{"subscription", kube.Object{
		APIVersion: subscriptionAPI, Kind: "Subscription", Namespace: args.Namespace, Name: args.Package,
		Fields: args.subscription(),
	}})
}

func (a *OperatorArgs) subscription() map[string]any {
	fields := kube.Fields(a)
	if tolerations := placement.Fields(placement.Placement{Tolerations: a.Tolerations})["tolerations"]; tolerations != nil {
		argument.Put(fields, "spec.config.tolerations", tolerations)
	}
	if env := a.environment(); len(env) > 0 {
		argument.Put(fields, "spec.config.env", env)
	}
	return fields
}

// namespace returns the namespace after the Subscription and, with Wait, after the installation.
func (a *OperatorArgs) namespace(ctx *pulumi.Context, subscription pulumi.Resource) pulumi.StringOutput {
	namespace := component.After(ctx.Context(), pulumi.String(a.Namespace).ToStringOutput(), subscription)
	if a.Wait == nil || ctx.DryRun() {
		return namespace
	}
	wait := apiclient.WithDefaults(a.Wait, operatorTimeout)
	waited := pulumi.All(a.Kubeconfig, namespace).ApplyTWithContext(ctx.Context(), func(c context.Context, all []any) (string, error) {
		return a.Namespace, a.waitForInstallation(c, all[0].(string), wait, apiclient.LogTo(ctx))
	}).(pulumi.StringOutput)
	// An output that is computed from the kubeconfig is secret; a namespace is not.
	return pulumi.Unsecret(waited).(pulumi.StringOutput)
}

// operatorStatus is the part of a Subscription and of a ClusterServiceVersion that shows the progress of an installation.
type operatorStatus struct {
	Status struct {
		InstalledCSV string `json:"installedCSV"`
		State        string `json:"state"`
		Phase        string `json:"phase"`
		Message      string `json:"message"`
	} `json:"status"`
}

// waitForInstallation polls the Subscription and the ClusterServiceVersion that OLM creates for it.
func (a *OperatorArgs) waitForInstallation(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := apiclient.New(kubeconfig)
	if err != nil {
		return fmt.Errorf("configuration.Operator: %w", err)
	}
	folder := "/apis/" + subscriptionAPI + "/namespaces/" + a.Namespace
	read := func(ctx context.Context, path string) (operatorStatus, error) {
		var found operatorStatus
		body, err := client.Get(ctx, folder+path)
		if err == nil {
			err = json.Unmarshal(body, &found)
		}
		return found, err
	}
	err = apiclient.Poll(ctx, wait, "operator "+a.Package, progress, func(ctx context.Context) (bool, string) {
		subscription, err := read(ctx, "/subscriptions/"+a.Package)
		if err != nil {
			return false, err.Error()
		}
		csv := subscription.Status.InstalledCSV
		if csv == "" {
			return false, "the Subscription has no installed version; its state is " + subscription.Status.State
		}
		version, err := read(ctx, "/clusterserviceversions/"+csv)
		if err != nil {
			return false, err.Error()
		}
		return version.Status.Phase == "Succeeded", fmt.Sprintf("%s is %s: %s", csv, version.Status.Phase, version.Status.Message)
	})
	if err != nil {
		return fmt.Errorf("configuration.Operator: %w; check `oc -n %s get subscriptions,installplans,csv`, then run `pulumi up` again or "+
			"raise Timeout", err, a.Namespace)
	}
	return nil
}
