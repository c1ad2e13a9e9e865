package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// useOwnContext says how to correct a kubeconfig of another cluster.
const useOwnContext = "If `oc login` has changed the current context of the kubeconfig, change it back by `oc config use-context admin`"

// unreachable opens the cluster's API. It skips a step if the cluster has no API or has it no more, and is an error if the cluster
// has an API that does not answer, or if the API belongs to another cluster.
func (u *uninstallation) unreachable(ctx stepContext) (string, error) {
	if u.api != nil {
		return "", nil
	}
	if found, err := readRecord(u.dir.Path); err == nil && found.Emptied != nil {
		return "done before", nil
	}
	stage, err := u.Stack.Config(ctx, stageKey)
	if err != nil {
		return "", err
	}
	api, err := apiclient.Open(u.kubeconfig())
	if err != nil && !u.WithoutCluster {
		return "", finalf("%v. If the cluster no longer exists, add --without-cluster", err)
	}
	if err == nil {
		err = api.CheckCluster(ctx, u.dir.InfraID)
	}
	installed := stage == string(cluster.StageCluster)
	switch {
	case err == nil:
		u.api = api
		return "", nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case apiclient.IsOther(err), installed && apiclient.IsUnidentified(err):
		return "", finalf("%v; nothing was deleted. %s", err, useOwnContext)
	case !installed && apiclient.IsUnidentified(err):
		return "the installation had not reached stage cluster, and the API has no objects of OpenShift", nil
	case u.WithoutCluster:
		// Pulumi removes the objects inside the cluster from its state.
		return "the cluster's API does not answer", os.Setenv("PULUMI_K8S_DELETE_UNREACHABLE", "true")
	case apiclient.Denied(err):
		return "", finalf("the cluster's API at %s rejects the credentials of %s (%v): they must be those of a cluster-admin",
			api.Server(), u.kubeconfig(), err)
	case !installed:
		return "the installation had not reached stage cluster, and the cluster's API does not answer", nil
	}
	return "", finalf("the cluster's API at %s does not answer (%v): run this command where it does, inside the VPC for a private cluster. "+
		"If the cluster no longer exists, add --without-cluster", api.Server(), err)
}

// servicesPath and the others are paths of the cluster's API.
const (
	gatewaysPath           = "/apis/gateway.networking.k8s.io/v1/gateways"
	servicesPath           = "/api/v1/services"
	machinesPath           = "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machines"
	ingressControllersPath = "/apis/operator.openshift.io/v1/namespaces/openshift-ingress-operator/ingresscontrollers"
	versionOperatorPath    = "/apis/apps/v1/namespaces/openshift-cluster-version/deployments/cluster-version-operator"
	ingressOperatorPath    = "/apis/apps/v1/namespaces/openshift-ingress-operator/deployments/ingress-operator"
)

// object is an object of which only its identity and the type of a Service are read.
type object struct {
	Metadata struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
		UID       string `json:"uid"`
		Owners    []struct {
			Kind string `json:"kind"`
			Name string `json:"name"`
		} `json:"ownerReferences"`
	} `json:"metadata"`
	Spec struct {
		Type string `json:"type"`
	} `json:"spec"`
}

// in returns the path of the object, one of a list of all namespaces.
func (o object) in(list string) string {
	group, kind := path.Split(list)
	return group + "namespaces/" + url.PathEscape(o.Metadata.Namespace) + "/" + kind + "/" + url.PathEscape(o.Metadata.Name)
}

// list returns the objects of a list; none if the cluster does not have their kind.
func (u *uninstallation) list(ctx context.Context, kind string) ([]object, error) {
	found, err := apiclient.List[object](ctx, u.api, kind)
	if apiclient.NotFound(err) {
		return nil, nil
	}
	return found, inAPI(err)
}

// inAPI says in an error where it comes from.
func inAPI(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the cluster's API: %w", err)
}

// deleteLoadBalancers deletes what has load balancers, which would prevent the deletion of the subnets: Gateways, whose controller would
// create their Services again, ingress controllers, whose operator deletes their records in the public zone too, and all other Services
// of type LoadBalancer.
func (u *uninstallation) deleteLoadBalancers(ctx stepContext) error {
	gateways, err := u.list(ctx, gatewaysPath)
	if err != nil {
		return err
	}
	for _, gateway := range gateways {
		if err := u.deleteAndWait(ctx, "gateway", gateway, gateway.in(gatewaysPath)); err != nil {
			return err
		}
	}
	controllers, err := u.list(ctx, ingressControllersPath)
	if err != nil {
		return err
	}
	services, err := u.list(ctx, servicesPath)
	if err != nil {
		return err
	}
	services = slices.DeleteFunc(services, func(service object) bool { return service.Spec.Type != "LoadBalancer" })
	if err := u.deleteControllers(ctx, controllers, services); err != nil {
		return err
	}
	for _, service := range services {
		if err := u.deleteAndWait(ctx, "service", service, service.in(servicesPath)); err != nil {
			return err
		}
	}
	return nil
}

// deleteControllers deletes the ingress controllers, the default one if it has a load balancer. The ingress operator creates the default one
// again within a minute (openshift/cluster-ingress-operator release-4.20 pkg/operator/operator.go, ensureDefaultIngressController), and the
// cluster version operator starts the ingress operator again, so both are stopped.
func (u *uninstallation) deleteControllers(ctx stepContext, controllers, services []object) error {
	const operand = "openshift-ingress"
	hasBalancer := slices.ContainsFunc(services, func(service object) bool { return service.Metadata.Namespace == operand })
	if hasBalancer {
		if err := u.stop(ctx, versionOperatorPath); err != nil {
			return err
		}
	}
	for _, controller := range controllers {
		name := controller.Metadata.Name
		if name == "default" && !hasBalancer {
			continue
		}
		at := ingressControllersPath + "/" + url.PathEscape(name)
		if err := u.deleteAndWait(ctx, "ingress controller", controller, at); err != nil {
			return err
		}
	}
	if !hasBalancer {
		return nil
	}
	return u.stop(ctx, ingressOperatorPath)
}

// stop stops an operator.
func (u *uninstallation) stop(ctx stepContext, deployment string) error {
	err := u.api.Patch(ctx, deployment, map[string]any{"spec": map[string]any{"replicas": 0}})
	if apiclient.NotFound(err) {
		return nil
	}
	return inAPI(err)
}

// The deletion of a Service ends when its load balancer is deleted.
const (
	deletionTimeout  = 10 * time.Minute
	deletionInterval = 3 * time.Second
)

// deleteAndWait deletes an object at a path and waits until it is gone. The default ingress controller may exist again then; of another
// object that does, the error names what creates it.
func (u *uninstallation) deleteAndWait(ctx stepContext, kind string, deleted object, at string) error {
	ctx.emit(Progress, "deleting the "+kind+" "+deleted.Metadata.Namespace+"/"+deleted.Metadata.Name)
	if err := u.api.Delete(ctx, at); err != nil && !apiclient.NotFound(err) {
		return inAPI(err)
	}
	for deadline := u.now().Add(deletionTimeout); ; {
		var live object
		err := u.api.Read(ctx, at, &live)
		switch {
		case apiclient.NotFound(err), err == nil && live.Metadata.UID != deleted.Metadata.UID && kind == "ingress controller":
			return nil
		case err != nil:
			return inAPI(err)
		case live.Metadata.UID != deleted.Metadata.UID:
			return recreated(at, live)
		case u.now().After(deadline):
			return fmt.Errorf("%s still exists after %v", at, deletionTimeout)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(deletionInterval):
		}
	}
}

func recreated(at string, live object) error {
	owner := "`oc get --show-managed-fields` tells by whom"
	if owners := live.Metadata.Owners; len(owners) > 0 {
		owner = "by " + owners[0].Kind + " " + owners[0].Name
	}
	return fmt.Errorf("%s was deleted and created again, %s: delete what creates it, then run the command again", at, owner)
}

// excludeDrains lets machines terminate without a drain: PodDisruptionBudgets of the registry, the routers and monitoring would
// block the drains of the last nodes forever.
func (u *uninstallation) excludeDrains(ctx stepContext) error {
	machines, err := u.list(ctx, machinesPath)
	if err != nil {
		return err
	}
	patch := map[string]any{"metadata": map[string]any{
		"annotations": map[string]any{"machine.openshift.io/exclude-node-draining": ""},
	}}
	for _, machine := range machines {
		if err := u.api.Patch(ctx, machinesPath+"/"+url.PathEscape(machine.Metadata.Name), patch); err != nil && !apiclient.NotFound(err) {
			return inAPI(err)
		}
	}
	ctx.emit(Progress, fmt.Sprintf("%d machines", len(machines)))
	if _, err := readRecord(u.dir.Path); errors.Is(err, fs.ErrNotExist) {
		return nil // A directory that was created by hand has no record.
	}
	return changeRecord(u.dir.Path, func(r *record, now time.Time) { r.Emptied = &now })
}
