package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// Uninstall removes the cluster, in an order that works on a real account: load balancers that the cluster created, drains, the
// resources of the stack, what operators left in the account, and the files that Prepare created. The error is a [*StepError] if a
// step has failed. If it is called again, it continues.
//
// It deletes nothing if the install directory, the stack or the account of the credentials belongs to a cluster other than the one
// that the Config describes, or if the stack has protected resources.
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
	found, err := i.deletable(ctx)
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

// deletable is identify, and rejects a stack with protected resources: the step destroy would delete others before it fails at them.
func (i *Installation) deletable(ctx context.Context) (*identity, error) {
	found, err := i.identify(ctx)
	if err != nil {
		return nil, err
	}
	protected, err := i.Stack.Protected(ctx)
	if err != nil || len(protected) == 0 {
		return found, err
	}
	var names []string
	for _, urn := range protected {
		names = append(names, resourceName(urn))
	}
	return nil, fmt.Errorf("nothing was deleted, because the stack protects %s. Run `pulumi config set %s false` and `pulumi up`, or "+
		"`pulumi state unprotect '<URN>'` for a resource that the program protects itself", strings.Join(names, ", "), keep.ProtectSetting)
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
	api *apiclient.Client
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
		return nil // A directory that was created by hand has no record.
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

// deleteLeftBehind lists what operators created and the stack does not have, and deletes it by the installer.
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

// destroyMetadata is the input of `openshift-install destroy cluster`: the fields by which it finds a cluster on AWS, which identify has
// compared, and those by which it reaches AWS (openshift/installer release-4.19 pkg/types/clustermetadata.go, aws/metadata.go).
type destroyMetadata struct {
	ClusterName string `json:"clusterName"`
	ClusterID   string `json:"clusterID"`
	InfraID     string `json:"infraID"`
	AWS         struct {
		Region           string              `json:"region"`
		Identifier       []map[string]string `json:"identifier"`
		ServiceEndpoints json.RawMessage     `json:"serviceEndpoints,omitempty"`
		ClusterDomain    string              `json:"clusterDomain"`
		HostedZoneRole   string              `json:"hostedZoneRole,omitempty"`
	} `json:"aws"`
}

// copyMetadata returns a folder with the known fields of metadata.json. `openshift-install destroy cluster` needs no other file, and deletes it
// with the kubeconfig when it has finished (openshift/installer release-4.19 cmd/openshift-install/destroy.go, runDestroyCmd): in the
// install directory, a command that is interrupted after that could not continue.
func (u *uninstallation) copyMetadata() (string, error) {
	const name = "metadata.json"
	text, err := os.ReadFile(filepath.Join(u.dir.Path, name))
	if err != nil {
		return "", err
	}
	var known destroyMetadata
	if err := json.Unmarshal(text, &known); err != nil {
		return "", err
	}
	if text, err = json.Marshal(known); err != nil {
		return "", err
	}
	folder := filepath.Join(u.dir.Path, destroyFolder)
	return folder, writeFiles(folder, map[string]string{name: string(text)}, func(string) bool { return true })
}
