package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// Status says where a cluster is between its description and its console.
type Status struct {
	// Name is the cluster's name.
	Name string `json:"name"`
	// Directory is the path of the install directory; empty if it does not exist.
	Directory string `json:"directory,omitempty"`
	// InfraID is the infrastructure ID.
	InfraID string `json:"infraId,omitempty"`
	// Account is the ID of the AWS account.
	Account string `json:"account,omitempty"`
	// Release is the release of the openshift-install that created the directory.
	Release string `json:"release,omitempty"`
	// Expired reports whether the Ignition is older than 24 hours, which matters until the bootstrap is complete.
	Expired bool `json:"expired,omitempty"`
	// Stage is the stage of the stack; empty before its first update.
	Stage string `json:"stage,omitempty"`
	// Resources is the number of resources of the stack.
	Resources int `json:"resources"`
	// Interrupted are the URNs of resources of which Pulumi does not know whether they exist, because a run was killed while it created
	// them (docs/interrupted.md).
	Interrupted []string `json:"interrupted,omitempty"`
	// API says how the cluster is, or why its API does not answer. Empty before stage bootstrap.
	API string `json:"api,omitempty"`
	// Installed is the time at which the installation was complete.
	Installed *time.Time `json:"installed,omitempty"`
	// ConsoleURL is the address of the web console of an installed cluster.
	ConsoleURL string `json:"consoleUrl,omitempty"`
	// Next says what to do.
	Next string `json:"next"`
}

// Status returns where the cluster is. It changes nothing.
func (i *Installation) Status(ctx context.Context) (*Status, error) {
	s := &Status{Name: i.Config.Name}
	resources, err := i.Stack.Resources(ctx)
	if err != nil {
		return nil, err
	}
	s.Resources = len(resources)
	if s.Interrupted, err = i.Stack.Interrupted(ctx); err != nil {
		return nil, err
	}
	if s.Stage, err = i.Stack.Config(ctx, stageKey); err != nil {
		return nil, err
	}
	if _, err := os.Stat(i.Config.Dir); errors.Is(err, fs.ErrNotExist) {
		s.Next = "install creates the cluster"
		if s.Resources > 0 {
			s.Next = fmt.Sprintf("the install directory %s is missing, and the stack has resources: restore the directory or, if install did not "+
				"create them, delete them first", i.Config.Dir)
		}
		return s, nil
	}
	found, err := i.identify(ctx)
	if err != nil {
		return nil, err
	}
	dir := found.dir
	s.Directory, s.InfraID, s.Account = dir.Path, dir.InfraID, found.account
	created, err := readRecord(dir.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s.Release, s.Expired = created.Release, i.expired()
	exists, err := i.hasControlPlane(ctx)
	if err != nil {
		return nil, err
	}
	if exists && s.Stage == string(cluster.StageCluster) {
		s.Installed = created.Installed
	}
	if s.Resources > 0 {
		s.API = i.apiStatus(ctx, dir.InfraID)
	}
	s.next(dir, created, exists)
	return s, nil
}

func (i *Installation) apiStatus(ctx context.Context, infraID string) string {
	api, err := apiclient.Open(i.kubeconfig())
	if err != nil {
		return err.Error()
	}
	if err := api.CheckCluster(ctx, infraID); apiclient.IsOther(err) {
		return err.Error() + ". " + useOwnContext
	}
	now, err := readHealth(ctx, api)
	switch {
	case apiclient.Denied(err):
		return "rejects the credentials of " + i.kubeconfig() + ": " + err.Error()
	case err != nil:
		return "does not answer: " + err.Error()
	}
	return now.String()
}

// next decides by what exists first, and by what was recorded last.
func (s *Status) next(dir *cluster.InstallDir, created record, exists bool) {
	switch {
	case created.Emptied != nil:
		s.Next = "uninstall continues to remove the cluster"
	case created.Replacing != nil:
		s.Next = "`machine replace " + created.Replacing.command() + "` continues"
	case created.Restoring != nil:
		s.Next = "`restore " + created.Restoring.command() + "` continues"
	case created.Rotating != nil:
		s.Next = "`rotate " + created.Rotating.What + "` continues"
	case s.Installed != nil:
		s.ConsoleURL = consoleURL(dir)
		s.Next = "the cluster is installed; the password of kubeadmin is in " + dir.Path + "/auth/kubeadmin-password"
	case s.Expired && !exists && created.Applied != nil:
		s.Next = "the control plane is gone, and the Ignition has expired: run uninstall --without-cluster, then install"
	case s.Expired && s.Stage != string(cluster.StageCluster):
		s.Next = "the Ignition has expired before the cluster was installed: run uninstall, then install"
	default:
		s.Next = "install continues"
	}
}

// print writes the status for people.
func (s *Status) print(out io.Writer) {
	installed := ""
	if s.Installed != nil {
		installed = s.Installed.Format(time.RFC3339)
	}
	interrupted := ""
	if len(s.Interrupted) > 0 {
		interrupted = fmt.Sprintf("%d creations; see docs/interrupted.md", len(s.Interrupted))
	}
	for _, line := range [][2]string{
		{"cluster", s.Name}, {"infrastructure ID", s.InfraID}, {"account", s.Account}, {"release", s.Release}, {"directory", s.Directory},
		{"stage", s.Stage}, {"resources", strconv.Itoa(s.Resources)}, {"interrupted", interrupted},
		{"API", s.API}, {"installed", installed},
		{"console", s.ConsoleURL}, {"next", s.Next},
	} {
		if line[1] != "" {
			fmt.Fprintf(out, "%-18s %s\n", line[0], strings.ReplaceAll(line[1], "\n", " "))
		}
	}
}
