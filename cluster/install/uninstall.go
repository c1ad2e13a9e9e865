package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// Uninstall removes the cluster, in an order that works on a real account: load balancers that the cluster created, drains, the
// resources of the stack, what operators left in the account, and the files that Prepare created. The error is a [*StepError] if a
// step has failed. If it is called again, it continues.
//
// It deletes nothing if the install directory, the stack or the account of the credentials belongs to a cluster other than the one
// that the Config describes.
func (i *Installation) Uninstall(ctx context.Context) error {
	if err := i.exists(); err != nil {
		return err
	}
	unlock, err := lock(ctx, i.Config.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	if i.removed() {
		_, err := deleteFiles(i.Config.Dir)
		return err
	}
	found, err := i.identify(ctx)
	if err != nil {
		return err
	}
	u := &uninstallation{Installation: i, dir: found.dir}
	return i.runSteps(ctx, []step{
		{
			name: "load-balancers", title: "Delete the load balancers that the cluster created", usual: "up to 5 minutes",
			skip: u.unreachable, run: u.deleteLoadBalancers,
		},
		{
			name: "drains", title: "Exclude the machines from draining", usual: "seconds",
			skip: u.unreachable, run: u.excludeDrains,
		},
		{name: "destroy", title: "Delete the resources of the stack", usual: "10 to 20 minutes", run: u.destroy},
		{
			name: "left-behind", title: "Delete what the cluster left in the account", usual: "1 to 10 minutes",
			run: u.deleteLeftBehind,
		},
		{name: "directory", title: "Delete the stack and the install directory", usual: "seconds", run: u.deleteDirectory},
	})
}

// exists is an error if the install directory does not exist.
func (i *Installation) exists() error {
	if _, err := os.Stat(i.Config.Dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s does not exist: the cluster %s is not installed, or its install directory is elsewhere", i.Config.Dir, i.Config.Name)
	}
	return nil
}

type uninstallation struct {
	*Installation
	dir *cluster.InstallDir
	api *clusterAPI
}

// unreachable opens the cluster's API. It skips a step if the cluster has no API or has it no more, and is an error if the cluster
// has an API that does not answer.
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
	api, err := openAPI(u.kubeconfig())
	if err != nil {
		return "", err
	}
	err = api.get(ctx, "/version", nil)
	switch {
	case err == nil:
		u.api = api
		return "", nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case stage != string(cluster.StageCluster):
		return "the installation had not reached stage cluster, and the cluster's API does not answer", nil
	case u.WithoutCluster:
		// Pulumi removes the objects inside the cluster from its state.
		return "the cluster's API does not answer", os.Setenv("PULUMI_K8S_DELETE_UNREACHABLE", "true")
	}
	return "", finalf("the cluster's API at %s does not answer (%v): run this command where it does, inside the VPC for a private cluster. "+
		"If the cluster no longer exists, add --without-cluster", api.server, err)
}

// nodesPath and the others are paths of the cluster's API.
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
	return "/api/v1/namespaces/" + o.Metadata.Namespace + "/services/" + o.Metadata.Name
}

func (a *clusterAPI) list(ctx context.Context, path string) ([]object, error) {
	var found struct {
		Items []object `json:"items"`
	}
	err := a.get(ctx, path, &found)
	if isNotFound(err) {
		return nil, nil
	}
	return found.Items, err
}

// deleteLoadBalancers deletes the Services of type LoadBalancer, whose load balancers would prevent the deletion of the subnets. The
// ingress operator would create those of its controllers again, and the cluster version operator would start it again.
func (u *uninstallation) deleteLoadBalancers(ctx stepContext) error {
	controllers, err := u.api.list(ctx, ingressControllersPath)
	if err != nil {
		return err
	}
	for _, controller := range controllers {
		if name := controller.Metadata.Name; name != "default" {
			ctx.emit(Progress, "deleting the ingress controller "+name)
			if err := u.deleteAndWait(ctx, ingressControllersPath+"/"+name); err != nil {
				return err
			}
		}
	}
	services, err := u.api.list(ctx, servicesPath)
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
		err := u.api.patch(ctx, path, map[string]any{"spec": map[string]any{"replicas": 0}})
		if err != nil && !isNotFound(err) {
			return err
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
	if err := u.api.delete(ctx, path); err != nil {
		return err
	}
	for deadline := u.now().Add(deletionTimeout); ; {
		err := u.api.get(ctx, path, nil)
		if isNotFound(err) {
			return nil
		}
		if err != nil {
			return err
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
	machines, err := u.api.list(ctx, machinesPath)
	if err != nil {
		return err
	}
	patch := map[string]any{"metadata": map[string]any{
		"annotations": map[string]any{"machine.openshift.io/exclude-node-draining": ""},
	}}
	for _, machine := range machines {
		if err := u.api.patch(ctx, machinesPath+"/"+machine.Metadata.Name, patch); err != nil && !isNotFound(err) {
			return err
		}
	}
	ctx.emit(Progress, fmt.Sprintf("%d machines", len(machines)))
	if _, err := readRecord(u.dir.Path); errors.Is(err, fs.ErrNotExist) {
		return nil // A directory that was created by hand.
	}
	return changeRecord(u.dir.Path, func(r *record, now time.Time) { r.Emptied = &now })
}

func (u *uninstallation) destroy(ctx stepContext) error {
	created, err := readRecord(u.dir.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := u.checkResources(ctx, created); err != nil {
		return err
	}
	counter := &resourceCounter{progress: ctx.progress, log: u.log()}
	err = u.Stack.Destroy(ctx, counter)
	if err != nil && ctx.Err() == nil {
		err = u.destroyInterrupted(ctx, counter, err)
	}
	if err != nil {
		return err
	}
	ctx.emit(Progress, counter.summary())
	if created.Name == "" {
		return nil // A directory that was created by hand.
	}
	return changeRecord(u.dir.Path, func(r *record, now time.Time) { r.Destroyed = &now })
}

// checkResources rejects a stack that has no resources although Install has created some: they are in another stack or backend, and
// could not be found any more without the install directory.
func (u *uninstallation) checkResources(ctx context.Context, created record) error {
	if created.Applied == nil || created.Destroyed != nil || u.WithoutCluster {
		return nil
	}
	resources, err := u.Stack.Resources(ctx)
	if err != nil || len(resources) > 0 {
		return err
	}
	return finalf("the stack has no resources, and install has created some: correct the stack and the backend in the description. " +
		"If the resources were deleted by other means, add --without-cluster")
}

// destroyInterrupted repeats a destroy that has failed with cause after what Pulumi does not know, because a run was killed while it
// created it, is deleted by the cluster's tag: a NAT gateway of which Pulumi does not know prevents the deletion of its subnet.
func (u *uninstallation) destroyInterrupted(ctx stepContext, counter *resourceCounter, cause error) error {
	urns, err := u.Stack.Interrupted(ctx)
	if err != nil || len(urns) == 0 {
		return errors.Join(cause, err)
	}
	for _, urn := range urns {
		ctx.emit(Progress, "its creation was interrupted: "+resourceName(urn))
	}
	ctx.emit(Progress, "deleting by the cluster's tag, because the stack could not be deleted: "+cause.Error())
	if err := u.deleteLeftBehind(ctx); err != nil {
		return errors.Join(cause, err)
	}
	return u.Stack.Destroy(ctx, counter)
}

// resourceName returns the type and the name in a URN.
func resourceName(urn string) string {
	parts := strings.Split(urn, "::")
	kinds := strings.Split(parts[max(0, len(parts)-2)], "$")
	return kinds[len(kinds)-1] + " " + parts[len(parts)-1]
}

// deleteLeftBehind lists what operators created and the stack does not have, and lets the installer delete it.
func (u *uninstallation) deleteLeftBehind(ctx stepContext) error {
	list := u.Resources
	if list == nil {
		list = TaggedResources
	}
	left, err := list(ctx, u.dir.Region, u.dir.InfraID)
	if err != nil {
		return err
	}
	ctx.emit(Progress, fmt.Sprintf("%d resources have the cluster's tag", len(left)))
	for _, arn := range left {
		ctx.emit(Progress, "deleting "+arn)
	}
	tool, err := u.Config.openshiftInstall(ctx)
	if err != nil {
		return err
	}
	folder, err := u.copyMetadata()
	if err != nil {
		return err
	}
	return tool.run(ctx, folder, ctx, "destroy", "cluster")
}

// destroyFolder is the folder in the install directory in which `openshift-install destroy cluster` runs.
const destroyFolder = ".openshift-aws-destroy"

// copyMetadata returns a folder with a copy of metadata.json. `openshift-install destroy cluster` needs no other file, and deletes it
// with the kubeconfig when it has finished (openshift/installer release-4.19 cmd/openshift-install/destroy.go, runDestroyCmd): in the
// install directory, a command that is interrupted after that could not continue.
func (u *uninstallation) copyMetadata() (string, error) {
	const name = "metadata.json"
	text, err := os.ReadFile(filepath.Join(u.dir.Path, name))
	if err != nil {
		return "", err
	}
	folder := filepath.Join(u.dir.Path, destroyFolder)
	return folder, writeFiles(folder, map[string]string{name: string(text)}, func(string) bool { return true })
}
