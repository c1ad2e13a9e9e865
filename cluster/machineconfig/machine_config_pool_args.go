package machineconfig

import (
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// workerPool is the pool of all nodes that are in no other one. Every cluster has this pool and that of the control plane.
const workerPool = "worker"

// MachineConfigPoolArgs are the arguments of a MachineConfigPool. Unless a field says otherwise, changes are applied in place.
type MachineConfigPoolArgs struct {
	// Name is the pool's name and its nodes' role: at most 63 lower-case letters, digits and hyphens. Required. master and
	// worker exist in every cluster and are patched; they allow only MaxUnavailable and [Paused]. A change replaces the pool.
	Name string `check:"required,format=pool-name"`
	// NodeSelector are the labels of the pool's nodes. Defaults to node-role.kubernetes.io/<Name> with an empty value. A
	// node must not be in two custom pools.
	NodeSelector map[string]string `kube:"spec.nodeSelector.matchLabels" check:"labels"`
	// MaxUnavailable is how many nodes can be unavailable at a time during an update of the pool. It is Kubernetes' IntOrString as
	// text: a count such as "2", or a percentage of the pool such as "10%", rounded down but at least one node. Defaults to 1. 0 is
	// rejected, because the machine config operator treats it as 1: set [Paused] instead.
	MaxUnavailable string
	// Paused stops new configuration and upgrades for the pool's nodes. Certificates are still renewed (openshift/
	// machine-config-operator release-4.16 pkg/daemon/certificate_writer.go). Defaults to false for a custom pool and to the cluster's
	// setting for master and worker.
	Paused *bool `kube:"spec.paused"`
}

const machineConfigPoolPath = "machineconfig.MachineConfigPoolArgs"

// maxUnavailable is the format of a count of nodes or a percentage of a pool. The API server rejects percentages over 100%.
var maxUnavailable = check.NewFormat("number of nodes or percentage up to 100%", "10%", func(text string) bool {
	return check.Count.Or(check.Percentage).Match(text) && text[0] != '0'
})

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachineConfigPoolArgs) Validate() error {
	p := check.Struct(a)
	if number := strings.TrimSuffix(a.MaxUnavailable, "%"); number == "0" {
		p.Addf(machineConfigPoolPath+".MaxUnavailable", "%q counts as 1; to stop updates of the pool, set Paused", a.MaxUnavailable)
	} else {
		p.Format(machineConfigPoolPath+".MaxUnavailable", a.MaxUnavailable, maxUnavailable)
	}
	if a.builtIn() {
		if len(a.NodeSelector) > 0 {
			p.Addf(machineConfigPoolPath+".NodeSelector", "must not be set for %s: the cluster selects its nodes", a.Name)
		}
		if a.MaxUnavailable == "" && a.Paused == nil {
			p.Addf(machineConfigPoolPath, "must set MaxUnavailable or Paused for %s, which exists in every cluster", a.Name)
		}
	}
	return p.ErrOf(a)
}

func (a *MachineConfigPoolArgs) builtIn() bool {
	return a.Name == kube.MasterPool || a.Name == workerPool
}

// intOrString returns a count as a number and a percentage as text.
func intOrString(text string) any {
	if count, err := strconv.Atoi(text); err == nil {
		return count
	}
	return text
}
