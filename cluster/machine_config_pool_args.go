package cluster

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The pools that every cluster has.
const (
	masterPool = "master"
	workerPool = "worker"
)

// MachineConfigPoolArgs describe a pool of nodes.
type MachineConfigPoolArgs struct {
	// Name is the pool's name and its nodes' role: at most 63 lower-case letters, digits and hyphens. Required. master and
	// worker exist in every cluster and are patched: they take MaxUnavailable and Paused alone, and what was set is given
	// back when the component goes. A change replaces the pool.
	Name string
	// NodeSelector are the labels that the pool's nodes carry. Default node-role.kubernetes.io/<Name>, with no value. A
	// node must not be in two pools of one's own. A change is made in place.
	NodeSelector map[string]string
	// MaxUnavailable is how many nodes may be out of service at a time while the pool is updated: a count such as "2", or a share
	// of the pool such as "10%", rounded down, of which at least one node is taken. 0 is refused, because the machine config
	// operator takes it for 1: hold a pool by Paused. Default 1. A change is made in place.
	MaxUnavailable string
	// Paused, when true, holds back new configuration and upgrades of the pool's nodes, the renewal of certificates
	// among them. Default false for a new pool, left as it is for master and worker. A change is made in place.
	Paused *bool
}

// maxUnavailable is a count of nodes or a share of a pool.
type maxUnavailable string

var positive = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)

func (m maxUnavailable) check(p *check.Problems, path string) {
	number, isShare := strings.CutSuffix(string(m), "%")
	switch {
	case m == "":
	case number == "0":
		p.Addf(path, "%q would be taken for 1; set Paused to hold the pool, or write 1", m)
	case !positive.MatchString(number):
		p.Addf(path, "%q is neither a count of nodes, such as 2, nor a share, such as 10%%", m)
	case isShare && len(number) > 2 && number != "100":
		p.Addf(path, "%q is more than the whole pool; at most 100%% can be written", m)
	}
}

// intOrString is the value as Kubernetes wants it: a count as a number, a share as a text.
func (m maxUnavailable) intOrString() any {
	if count, err := strconv.Atoi(string(m)); err == nil {
		return count
	}
	return string(m)
}

// objectNameLimit is the longest name of an object, in characters (kubernetes/apimachinery pkg/util/validation/validation.go).
const objectNameLimit = 253

const machineConfigPoolPath = "cluster.MachineConfigPoolArgs."

var (
	poolName   = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	objectName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
	labelName  = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$`)
	labelValue = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$`)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *MachineConfigPoolArgs) Validate() error {
	var p check.Problems
	checkPoolName(&p, machineConfigPoolPath+"Name", a.Name)
	maxUnavailable(a.MaxUnavailable).check(&p, machineConfigPoolPath+"MaxUnavailable")
	a.checkNodeSelector(&p)
	if a.builtIn() && a.MaxUnavailable == "" && a.Paused == nil {
		p.Addf(machineConfigPoolPath+"Name", "%q exists in every cluster and nothing is set for it; set MaxUnavailable or Paused", a.Name)
	}
	return p.Err()
}

func (a *MachineConfigPoolArgs) checkNodeSelector(p *check.Problems) {
	const path = machineConfigPoolPath + "NodeSelector"
	if a.builtIn() && len(a.NodeSelector) > 0 {
		p.Addf(path, "cannot be set for %q; the cluster chooses its nodes", a.Name)
	}
	checkLabels(p, path, a.NodeSelector)
}

// checkLabels notes keys and values that Kubernetes takes in no label.
func checkLabels(p *check.Problems, path string, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		prefix, name, found := strings.Cut(key, "/")
		if !found {
			name = key
		}
		if !labelName.MatchString(name) || found && !dnsDomain.MatchString(prefix) {
			p.Addf(path, "key %q is no label of Kubernetes, such as node-role.kubernetes.io/infra", key)
		}
		if value := labels[key]; !labelValue.MatchString(value) {
			p.Addf(path, "the value %q of key %q is none that a label takes", value, key)
		}
	}
}

func (a *MachineConfigPoolArgs) builtIn() bool {
	return a.Name == masterPool || a.Name == workerPool
}

func (a *MachineConfigPoolArgs) nodeLabels() map[string]any {
	labels := map[string]any{}
	for key, value := range a.NodeSelector {
		labels[key] = value
	}
	if len(labels) == 0 {
		labels[nodeRolePrefix+a.Name] = ""
	}
	return labels
}
