package install

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// rotatable is a key or certificate of a cluster: a command rotates it, or a page says how.
type rotatable struct {
	name, what, how, effect string
	commands                func(*keyRotation) []step
}

// rotatables are the keys and certificates of a cluster, as in docs/rotate.md.
func rotatables() []rotatable {
	const replace = ", then `machine replace` for each machine"
	return []rotatable{
		{name: "signing-key", what: "the key that signs the operators' tokens", effect: "restarts every node; 2 to 4 hours", commands: signingKeySteps},
		{name: "kubeconfig", what: "the administrator's kubeconfig", effect: "ends the old one; 20 minutes", commands: kubeconfigSteps},
		{name: "pull-secret", what: "the pull secret", how: "configuration.PullSecret and the description, then an update",
			effect: "restarts no node"},
		{name: "ca-bundle", what: "CAs of configuration.Proxy", how: "TrustedCA with the old and the new certificate, an update, then with the new one alone",
			effect: "restarts CRI-O on each node, twice"},
		{name: "control-plane-kms", what: "the KMS key of the control plane's volumes", how: "ControlPlaneArgs.RootVolume" + replace,
			effect: "as a replacement, three times"},
		{name: "workers-kms", what: "the KMS key of the workers' volumes", how: "RootVolume of the pools, then replace their machines",
			effect: "new machines only"},
		{name: "etcd-encryption", what: "the keys with which etcd is encrypted", how: "configuration.APIServer (Encryption); the cluster rotates them once a week",
			effect: "rewrites etcd"},
		{name: "ssh-key", what: "the SSH key of the machines", how: "machineconfig.MachineConfig of the pool", effect: "restarts no node"},
		{name: "kubeadmin", what: "the password of kubeadmin", how: "delete the Secret kubeadmin in kube-system, when there are other logins",
			effect: "nobody logs in as kubeadmin"},
	}
}

// printRotatables writes the table for people.
func printRotatables(out io.Writer) {
	for _, r := range rotatables() {
		how := r.how
		if r.commands != nil {
			how = "`rotate " + r.name + "`"
		}
		fmt.Fprintf(out, "%-18s %s\n%-18s how: %s\n%-18s effect: %s\n", r.name, r.what, "", how, "", r.effect)
	}
	fmt.Fprint(out, "\ndocs/rotate.md has the details.\n")
}

// rotation is a rotation that has begun, in the record of the install directory. It has no private key.
type rotation struct {
	// What is the name of a rotatable.
	What string `json:"what"`
	// Old and New are the public keys of the operators' signing key, in PEM. New is the client certificate of a new kubeconfig.
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
	// Restarted reports whether the restart of the nodes was requested.
	Restarted bool `json:"restarted,omitempty"`
}

// keyRotation runs the steps of a rotation.
type keyRotation struct {
	controlPlane
	rotation
	rotatable
}

// Rotate rotates a key of an installed cluster: signing-key, which signs the tokens of the operators, or kubeconfig, that of the first
// administrator. Of other keys, the error says how they are rotated. The error is a [*StepError] if a step has failed. If it is called
// again, it continues.
func (i *Installation) Rotate(ctx context.Context, what string) error {
	return i.resume(ctx, func(ctx context.Context) (resumable, error) { return i.planRotation(ctx, what) })
}

func (r *keyRotation) steps() []step     { return r.commands(r) }
func (r *keyRotation) mark(to *record)   { to.Rotating = &r.rotation }
func (r *keyRotation) unmark(to *record) { to.Rotating = nil }

func (r *keyRotation) save() error {
	return changeRecord(r.dir.Path, func(record *record, _ time.Time) { r.mark(record) })
}

// planRotation returns the steps of a rotation, which may have begun before. It changes nothing.
func (i *Installation) planRotation(ctx context.Context, what string) (*keyRotation, error) {
	all := rotatables()
	index := slices.IndexFunc(all, func(r rotatable) bool { return r.name == what })
	if index < 0 {
		var names []string
		for _, r := range all {
			names = append(names, r.name)
		}
		return nil, fmt.Errorf("%q is none of %s", what, strings.Join(names, ", "))
	}
	if all[index].commands == nil {
		return nil, fmt.Errorf("no command rotates %s: %s (docs/rotate.md)", all[index].what, all[index].how)
	}
	found, created, tool, err := i.forCluster(ctx)
	if err != nil {
		return nil, err
	}
	api, err := i.open(i.kubeconfig())
	if err == nil {
		err = api.CheckCluster(ctx, found.dir.InfraID)
	}
	if err != nil {
		return nil, fmt.Errorf("%w; nothing was changed. %s", err, useOwnContext)
	}
	r := &keyRotation{
		controlPlane: controlPlane{Installation: i, dir: found.dir, api: api, oc: tool}, rotation: rotation{What: what}, rotatable: all[index],
	}
	if begun := created.Rotating; begun != nil {
		if begun.What != what {
			return nil, fmt.Errorf("the rotation of %s has begun and has not ended: run `rotate %s` first", begun.What, begun.What)
		}
		r.rotation = *begun
	}
	return r, nil
}

// plan writes what a rotation does.
func (r *keyRotation) plan(out io.Writer) {
	fmt.Fprintf(out, "This rotates %s of the cluster %s:\n\n", r.what, r.dir.InfraID)
	for number, s := range r.steps() {
		fmt.Fprintf(out, "  %d. %s (estimate: %s)\n", number+1, s.title, s.usual)
	}
	fmt.Fprintf(out, "\nWhat it does: %s. The API keeps working. Do not run other updates meanwhile.\n\n", r.effect)
}
