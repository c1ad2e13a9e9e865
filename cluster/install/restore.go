package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// Restoration says how etcd is restored.
type Restoration struct {
	// Machine is the key of the control-plane machine on which etcd is restored, as in [Replacement]. Required.
	Machine string `json:"machine"`
	// Backup is the backup, a tar archive of the files of cluster-backup.sh: an address such as s3://BUCKET/etcd/2026-11-26T021700Z.tar, or
	// the path of a file. Defaults to none: etcd continues with the data of the machine's own member.
	Backup string `json:"backup,omitempty"`
}

// restoration is a restoration that has begun, in the record of the install directory.
type restoration struct {
	Restoration
	// ID names the restoration on the machines.
	ID string `json:"id"`
	// Instances are the IDs of the instances by the keys of the machines.
	Instances map[string]string `json:"instances"`
	// Lost are the keys of machines that ssh does not reach, and Reached those of the others; empty until they were asked.
	Lost    []string `json:"lost,omitempty"`
	Reached []string `json:"reached,omitempty"`
	// Changed reports whether a script that changes etcd has begun. Before, another restoration can begin instead.
	Changed bool `json:"changed,omitempty"`
	// Before418 reports whether the release has no disable-etcd.sh and no quorum-restore.sh.
	Before418 bool `json:"before418,omitempty"`
}

// etcdRestoration runs the steps of a restoration.
type etcdRestoration struct {
	controlPlane
	restoration
	machines Machines
	answers  bool
}

// Restore restores etcd of an installed cluster that has lost its majority, or from a backup, by the scripts of OpenShift on the machines,
// which it reaches by [Installation.Machines]. It stops etcd on the other machines, and stops those that it does not reach. When the API
// answers, it waits until etcd runs on all machines that it has reached, and returns the keys of the others: these are replaced by
// ReplaceMachine. The error is a [*StepError] if a step has failed. If it is called again, it continues.
func (i *Installation) Restore(ctx context.Context, r Restoration) (lost []string, err error) {
	var m *etcdRestoration
	err = i.resume(ctx, func(ctx context.Context) (_ resumable, err error) {
		m, err = i.planRestoration(ctx, r)
		return m, err
	})
	if err != nil {
		return nil, err
	}
	return m.Lost, nil
}

func (m *etcdRestoration) mark(r *record)   { r.Restoring = &m.restoration }
func (m *etcdRestoration) unmark(r *record) { r.Restoring = nil }

func (m *etcdRestoration) save() error {
	return changeRecord(m.dir.Path, func(record *record, _ time.Time) { m.mark(record) })
}

func (m *etcdRestoration) steps() []step {
	return []step{
		{name: "access", title: "Open a way to the machines", usual: "seconds with a jump host, 3 to 5 minutes with an endpoint", run: m.access},
		{name: "reach", title: "Find the machines that run, and stop the others", usual: "1 to 3 minutes", skip: m.asked, run: m.reach},
		{name: "backup", title: "Copy the backup to " + m.Machine, usual: "1 to 5 minutes", skip: m.withoutBackup, run: m.copyBackup},
		{name: "disable", title: "Stop etcd on the other machines", usual: "1 to 3 minutes", run: m.disable},
		{name: "restore", title: "Restore etcd on " + m.Machine, usual: "2 to 10 minutes", run: m.restore},
		{name: "api", title: "Wait for the API", usual: "5 to 15 minutes", waitsFor: "the API servers", run: m.waitForAPI},
		{name: "operator", title: "Let the etcd operator continue with one member", usual: "seconds", run: m.redeploy},
		{name: "members", title: "Wait for the members of etcd", usual: "10 to 30 minutes",
			waitsFor: "kubelets, and for a person who approves their certificates", run: m.join},
		{name: "override", title: "Remove the override of the etcd operator", usual: "seconds", run: m.removeOverride},
		{name: "close", title: "Close the way to the machines", usual: "seconds with a jump host, 5 minutes with an endpoint", run: m.closeAccess},
	}
}

// plan writes what a restoration does, and what stands still meanwhile.
func (m *etcdRestoration) plan(out io.Writer) {
	source := "the data of its own member"
	if m.Backup != "" {
		source = "the backup " + m.Backup
	}
	fmt.Fprintf(out, "This restores etcd of the cluster %s on the control-plane machine %s (instance %s) from %s:\n\n",
		m.dir.InfraID, m.Machine, m.Instances[m.Machine], source)
	for number, s := range m.steps() {
		fmt.Fprintf(out, "  %d. %s (estimate: %s)\n", number+1, s.title, s.usual)
	}
	fmt.Fprint(out, "\nThe API stands still from step 4 to step 6; pods keep running. Machines that ssh does not reach are stopped, and must be replaced\n"+
		"afterwards, which deletes their disks. What etcd has written since is lost: objects created since do not exist any more.\n"+
		"A backup must be of the cluster's patch release. Do not run updates of the stack meanwhile.\n")
	if m.answers {
		fmt.Fprint(out, "\nThe API answers now: all changes since the backup are undone.\n")
	}
	fmt.Fprintln(out)
}

// planRestoration returns the steps of a restoration, which may have begun before. It changes nothing.
func (i *Installation) planRestoration(ctx context.Context, r Restoration) (*etcdRestoration, error) {
	found, created, tool, err := i.forCluster(ctx)
	if err != nil {
		return nil, err
	}
	api, err := apiclient.Open(i.kubeconfig())
	if err != nil {
		return nil, err
	}
	m := &etcdRestoration{
		controlPlane: controlPlane{Installation: i, dir: found.dir, api: api, oc: tool}, restoration: restoration{Restoration: r},
		machines: i.machineAccess(),
	}
	if begun := created.Restoring; begun != nil && (begun.Changed || begun.Restoration == r) {
		if begun.Restoration != r {
			return nil, fmt.Errorf("a restoration has begun and has not ended: run `restore %s` first", begun.command())
		}
		m.restoration = *begun
		return m, nil
	}
	keys, ids, err := i.controlPlaneMachines(ctx)
	if err != nil {
		return nil, err
	}
	if keys[r.Machine] == "" {
		return nil, noMachine(r.Machine, keys)
	}
	m.ID, m.Instances = i.now().UTC().Format("20060102T150405Z"), map[string]string{}
	for key, urn := range keys {
		m.Instances[key] = ids[urn]
	}
	err = api.CheckCluster(ctx, found.dir.InfraID)
	m.answers = err == nil
	switch {
	case apiclient.IsOther(err):
		return nil, fmt.Errorf("%w; nothing was changed. %s", err, useOwnContext)
	case m.answers && r.Backup == "":
		return nil, errors.New("nothing was changed: the API answers, so that etcd has its majority. Replace a failed machine by `machine replace`, " +
			"or name a backup to undo all changes since")
	}
	return m, nil
}

// forCluster returns the installed cluster of a command, its record, and oc.
func (i *Installation) forCluster(ctx context.Context) (*identity, record, *oc, error) {
	found, err := i.identify(ctx)
	if err != nil {
		return nil, record{}, nil, err
	}
	created, err := readRecord(found.dir.Path)
	if err != nil {
		return nil, created, nil, err
	}
	if created.Installed == nil {
		return nil, created, nil, errors.New("the cluster is not installed: run install")
	}
	tool, err := i.findOC()
	return found, created, tool, err
}

func noMachine(key string, keys map[string]string) error {
	known := strings.Join(slices.Sorted(maps.Keys(keys)), ", ")
	return fmt.Errorf("the control plane has no machine %q: its machines are %s", key, orNone(known))
}

// command returns the arguments with which a restoration continues.
func (r Restoration) command() string {
	if r.Backup == "" {
		return r.Machine
	}
	return r.Machine + " --backup " + r.Backup
}

// others returns the keys of the other machines, sorted.
func (m *etcdRestoration) others() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.Instances)), func(key string) bool { return key == m.Machine })
}
