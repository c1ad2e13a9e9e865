package ageing_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// minors are the minor versions of the cluster's life, each of which leads to the next one.
var minors = []string{"4.18", "4.19", "4.20", "4.21", "4.22", "5.0", "5.1"}

// gates are what an administrator acknowledges before an upgrade from a minor version. Up to 4.22 they are in Upgradeable
// (openshift/cluster-version-operator release-4.22 pkg/cvo/upgradeable.go), from 5.0 they are risks (release-5.0 pkg/risk/adminack).
var gates = map[string]string{
	"4.18": "ack-4.18-kube-1.32-api-removals-in-4.19",
	"4.19": "ack-4.19-admissionregistration-v1beta1-api-removals-in-4.20",
	"5.0":  "ack-5.0-test-in-5.1",
}

// patches is how many patch releases each minor version has.
const patches = 9

// upgradeReads is how many reads of the ClusterVersion an upgrade takes.
const upgradeReads = 4

type entry struct {
	Version string `json:"version"`
	Image   string `json:"image"`
	State   string `json:"state,omitempty"`
}

// clusterVersion is the cluster's version, which its operator moves to what is desired.
type clusterVersion struct {
	dir string
	// history begins with the newest release.
	history []entry
	left    int
	// rejected are the releases that were desired and that the operator rejects.
	rejected []string
}

func newClusterVersion(dir, version string) *clusterVersion {
	return &clusterVersion{dir: dir, history: []entry{release(version, "Completed")}}
}

func release(version, state string) entry {
	return entry{Version: version, Image: fmt.Sprintf("quay.io/openshift-release-dev/ocp-release@sha256:%064x", version), State: state}
}

func (v *clusterVersion) current() string { return v.history[0].Version }
func (v *clusterVersion) upgrading() bool { return v.history[0].State != "Completed" }

// minor returns the minor version of a release, and patch the number after it.
func minor(version string) string { return version[:strings.LastIndex(version, ".")] }

// after returns the minor version that follows; "" for the last one.
func after(version string) string {
	if i := slices.Index(minors, minor(version)); i+1 < len(minors) {
		return minors[i+1]
	}
	return ""
}

// later returns the releases of a minor version after the current one.
func (v *clusterVersion) later(of string) []string {
	var list []string
	current := semver.MustParse(v.current())
	for patch := 1; patch <= patches; patch++ {
		if version := fmt.Sprintf("%s.%d", of, patch); semver.MustParse(version).GT(current) {
			list = append(list, version)
		}
	}
	return list
}

// objects are the cluster's objects of which the program patches some.
func (v *clusterVersion) objects(change func(map[string]map[string]any)) error {
	store, err := fake.OpenStore[map[string]any](filepath.Join(v.dir, "kubernetes.json"), nil)
	if err != nil {
		return err
	}
	return store.Update(func(records map[string]map[string]any) error {
		named := map[string]map[string]any{}
		for key, record := range records {
			text, err := json.Marshal(record)
			if err != nil {
				return err
			}
			var copied map[string]any
			if err := json.Unmarshal(text, &copied); err != nil {
				return err
			}
			object := copied["object"].(map[string]any)
			metadata, _ := object["metadata"].(map[string]any)
			records[key], named[fmt.Sprintf("%v/%v", object["kind"], metadata["name"])] = copied, object
		}
		change(named)
		return nil
	})
}

// read returns what is desired, and the acknowledged gates.
func (v *clusterVersion) read() (channel, desired string, acks map[string]any, spec any) {
	store, err := fake.OpenStore[map[string]any](filepath.Join(v.dir, "kubernetes.json"), nil)
	if err != nil {
		return "", "", nil, nil
	}
	store.View(func(records map[string]map[string]any) {
		for _, record := range records {
			object := record["object"].(map[string]any)
			metadata, _ := object["metadata"].(map[string]any)
			switch {
			case object["kind"] == "ClusterVersion":
				spec = object["spec"]
				fields, _ := spec.(map[string]any)
				channel, _ = fields["channel"].(string)
				update, _ := fields["desiredUpdate"].(map[string]any)
				desired, _ = update["version"].(string)
			case object["kind"] == "ConfigMap" && metadata["name"] == "admin-acks":
				acks, _ = object["data"].(map[string]any)
			}
		}
	})
	return channel, desired, acks, spec
}

// next is a read of the ClusterVersion by others, with which time goes on.
func (v *clusterVersion) next() any {
	channel, desired, acks, spec := v.read()
	v.begin(channel, desired, acks)
	if v.upgrading() {
		if v.left--; v.left <= 0 {
			v.history[0].State = "Completed"
		}
	}
	return map[string]any{"spec": spec, "status": v.status(channel, acks)}
}

// begin begins the upgrade that is desired, if the operator accepts it.
func (v *clusterVersion) begin(channel, desired string, acks map[string]any) {
	if desired == "" || desired == v.current() || v.upgrading() {
		return
	}
	offered, gated := v.offers(channel, acks)
	blocked := minor(desired) != minor(v.current()) && v.gate(acks) != "" && minor(v.current()) < "5"
	if isOffered := slices.Contains(offered, desired) || slices.Contains(gated, desired) && v.gate(acks) == ""; !isOffered || blocked {
		v.rejected = append(v.rejected, desired)
		return
	}
	v.history = slices.Insert(v.history, 0, release(desired, "Partial"))
	v.left = upgradeReads
}

// gate returns the gate that is not acknowledged; "" for none.
func (v *clusterVersion) gate(acks map[string]any) string {
	if gate := gates[minor(v.current())]; gate != "" && acks[gate] != "true" {
		return gate
	}
	return ""
}

// offers returns the releases of a channel, and those with a gate as their risk.
func (v *clusterVersion) offers(channel string, acks map[string]any) (offered, gated []string) {
	_, of, _ := strings.Cut(channel, "-")
	offered = v.later(minor(v.current()))
	next := after(v.current())
	switch last := slices.Index(minors, of); {
	case next == "" || last < slices.Index(minors, next):
	case v.gate(acks) != "" && minor(v.current()) >= "5":
		gated = v.later(next)
	default:
		offered = append(offered, v.later(next)...)
	}
	return offered, gated
}

// status returns the status as the operator writes it.
func (v *clusterVersion) status(channel string, acks map[string]any) map[string]any {
	offered, gated := v.offers(channel, acks)
	available, conditional := []any{}, []any{}
	for _, version := range offered {
		available = append(available, release(version, ""))
	}
	gate := v.gate(acks)
	for _, version := range gated {
		conditional = append(conditional, map[string]any{"release": release(version, ""), "risks": []any{map[string]any{
			"name": "AdminAck-" + gate, "message": "read what the gate says", "url": "https://access.redhat.com/articles/1",
		}}})
	}
	list := []any{map[string]any{"type": "Progressing", "status": status(v.upgrading()), "message": "Working towards " + v.current()}}
	if gate != "" && len(gated) == 0 && minor(v.current()) < "5" {
		list = append(list, map[string]any{
			"type": "Upgradeable", "status": "False", "reason": "AdminAckRequired", "message": "Kubernetes removes APIs: " + gate,
		})
	}
	return map[string]any{
		"desired": release(v.current(), ""), "history": v.history, "availableUpdates": available, "conditionalUpdates": conditional,
		"conditions": list,
	}
}

// settle completes an upgrade, and writes the status as the program reads it in its next update.
func (v *clusterVersion) settle() error {
	channel, desired, acks, _ := v.read()
	v.begin(channel, desired, acks)
	v.history[0].State = "Completed"
	if _, err := os.Stat(filepath.Join(v.dir, "kubernetes.json")); err != nil {
		return nil //nolint:nilerr // The program has no objects in the cluster yet.
	}
	return v.objects(func(named map[string]map[string]any) {
		if object := named["ClusterVersion/version"]; object != nil {
			object["status"] = v.status(channel, acks)
		}
	})
}
