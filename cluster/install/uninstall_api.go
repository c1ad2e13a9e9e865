package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// useOwnContext says how to correct a kubeconfig of another cluster.
const useOwnContext = "If `oc login` has changed the current context of the kubeconfig, change it back by `oc config use-context admin`"

// unreachable opens the cluster's API. It skips a step if the cluster has no API or has it no more, and is an error if the cluster
// has an API that does not answer, or if the API is that of another cluster.
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
	servicesPath           = "/api/v1/services"
	machinesPath           = "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machines"
	ingressControllersPath = "/apis/operator.openshift.io/v1/namespaces/openshift-ingress-operator/ingresscontrollers"
	versionOperatorPath    = "/apis/apps/v1/namespaces/openshift-cluster-version/deployments/cluster-version-operator"
	ingressOperatorPath    = "/apis/apps/v1/namespaces/openshift-ingress-operator/deployments/ingress-operator"
)

// object is an object of which only the name and the type of a Service are read.
type object struct {
	Metadata struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
	} `json:"metadata"`
	Spec struct {
		Type string `json:"type"`
	} `json:"spec"`
}

func (o object) servicePath() string {
	return "/api/v1/namespaces/" + url.PathEscape(o.Metadata.Namespace) + "/services/" + url.PathEscape(o.Metadata.Name)
}

// list returns the objects of a list; none if the cluster does not have their kind.
func (u *uninstallation) list(ctx context.Context, path string) ([]object, error) {
	found, err := apiclient.List[object](ctx, u.api, path)
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

// deleteLoadBalancers deletes the Services of type LoadBalancer, whose load balancers would prevent the deletion of the subnets. The
// ingress operator would create those of its controllers again, and the cluster version operator would start it again.
func (u *uninstallation) deleteLoadBalancers(ctx stepContext) error {
	controllers, err := u.list(ctx, ingressControllersPath)
	if err != nil {
		return err
	}
	for _, controller := range controllers {
		if name := controller.Metadata.Name; name != "default" {
			ctx.emit(Progress, "deleting the ingress controller "+name)
			if err := u.deleteAndWait(ctx, ingressControllersPath+"/"+url.PathEscape(name)); err != nil {
				return err
			}
		}
	}
	services, err := u.list(ctx, servicesPath)
	if err != nil {
		return err
	}
	for _, service := range services {
		if service.Spec.Type != "LoadBalancer" {
			continue
		}
		if service.Metadata.Namespace == "openshift-ingress" {
			if err := u.stopOperators(ctx); err != nil {
				return err
			}
		}
		ctx.emit(Progress, "deleting the service "+service.Metadata.Namespace+"/"+service.Metadata.Name)
		if err := u.deleteAndWait(ctx, service.servicePath()); err != nil {
			return err
		}
	}
	return nil
}

func (u *uninstallation) stopOperators(ctx stepContext) error {
	for _, path := range []string{versionOperatorPath, ingressOperatorPath} {
		err := u.api.Patch(ctx, path, map[string]any{"spec": map[string]any{"replicas": 0}})
		if err != nil && !apiclient.NotFound(err) {
			return inAPI(err)
		}
	}
	return nil
}

// The deletion of a Service ends when its load balancer is deleted.
const (
	deletionTimeout  = 10 * time.Minute
	deletionInterval = 3 * time.Second
)

func (u *uninstallation) deleteAndWait(ctx stepContext, path string) error {
	if err := u.api.Delete(ctx, path); err != nil {
		return inAPI(err)
	}
	for deadline := u.now().Add(deletionTimeout); ; {
		_, err := u.api.Get(ctx, path)
		if apiclient.NotFound(err) {
			return nil
		}
		if err != nil {
			return inAPI(err)
		}
		if u.now().After(deadline) {
			return fmt.Errorf("%s still exists after %v", path, deletionTimeout)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(deletionInterval):
		}
	}
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
		return nil // A directory that was created by hand.
	}
	return changeRecord(u.dir.Path, func(r *record, now time.Time) { r.Emptied = &now })
}
