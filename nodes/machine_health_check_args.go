package nodes

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// MachineHealthCheckArgs say which machines are watched and when one is given up.
type MachineHealthCheckArgs struct {
	// Name is the object's name in openshift-machine-api, such as workers. Required. A change replaces it.
	Name string
	// Pools are the pools whose machines are watched, as in MachineSetArgs.Pool: infra, worker. Left out, all machines but the
	// control plane's. A change is made in place.
	Pools []string
	// MatchLabels narrow the choice to machines with these labels. A change is made in place.
	MatchLabels map[string]string
	// ControlPlane watches the machines of the control plane, and those alone. It is of use only where an active
	// ControlPlaneMachineSet makes new ones; a cluster that brought its own machines has none. Not with Pools.
	ControlPlane bool
	// UnhealthyConditions are states of a node that make its machine unhealthy. Default: Ready is False or Unknown for 5
	// minutes. A change is made in place.
	UnhealthyConditions []UnhealthyCondition
	// MaxUnhealthy is how many machines may be unhealthy, as a count such as "2" or a share such as "40%", for any to be
	// replaced: 40% by default, and 1 of the control plane. 0 replaces none. A change is made in place.
	MaxUnhealthy string
	// NodeStartupTimeout is how long a new machine may take to become a node: 10 minutes by default, which is the Machine API's
	// default too. -1 waits forever. A change is made in place.
	NodeStartupTimeout time.Duration
}

// UnhealthyCondition is a state of a node that must not last.
type UnhealthyCondition struct {
	// Type is the condition, such as Ready. Required.
	Type string
	// Status is True, False or Unknown. Required.
	Status string
	// Timeout is how long it may last. 0 is at once.
	Timeout time.Duration
}

const (
	controlPlaneRole = "master"

	// terminationHandler is the cluster's own (openshift/machine-api-operator
	// install/0000_30_machine-api-operator_13_machinehealthcheck.yaml).
	terminationHandler = "machine-api-termination-handler"

	defaultMaxUnhealthy       = "40%"
	defaultControlPlaneHealth = "1"
	defaultNodeStartupTimeout = 10 * time.Minute
	defaultUnhealthyForSoLong = 5 * time.Minute
	foreverStarting           = time.Duration(-1)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *MachineHealthCheckArgs) Validate() error {
	const path = "nodes.MachineHealthCheckArgs."
	var p check.Problems
	args := MachineHealthCheckArgs{}
	if a != nil {
		args = *a
	}
	checkObjectName(&p, path+"Name", args.Name)
	if args.Name == terminationHandler {
		p.Addf(path+"Name", "%q is the cluster's own health check; choose another name", args.Name)
	}
	args.checkPools(&p, path+"Pools")
	checkLabels(&p, path+"MatchLabels", args.MatchLabels)
	for i, condition := range args.UnhealthyConditions {
		condition.check(&p, fmt.Sprintf("%sUnhealthyConditions[%d]", path, i))
	}
	if args.MaxUnhealthy != "" && !countOrShare(args.MaxUnhealthy) {
		p.Addf(path+"MaxUnhealthy", "%q is neither a count of machines, such as 2, nor a share, such as 40%%", args.MaxUnhealthy)
	}
	if args.NodeStartupTimeout < 0 && args.NodeStartupTimeout != foreverStarting {
		p.Addf(path+"NodeStartupTimeout", "%s is no time to wait; it is more than 0, or -1 to wait forever", args.NodeStartupTimeout)
	}
	return p.Err()
}

func (a *MachineHealthCheckArgs) checkPools(p *check.Problems, path string) {
	if a.ControlPlane && len(a.Pools) > 0 {
		p.Addf(path, "cannot be set with ControlPlane; watch workers by a health check of their own")
	}
	for i, pool := range a.Pools {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case pool == controlPlaneRole:
			p.Addf(at, "%q is the control plane; set ControlPlane if its machines are to be replaced", pool)
		case !isLabelValue(pool) || pool == "":
			p.Addf(at, "%q is no pool's name", pool)
		}
	}
}

func (c UnhealthyCondition) check(p *check.Problems, path string) {
	p.Required(path+".Type", c.Type)
	if p.Required(path+".Status", c.Status) {
		checkOneOf(p, path+".Status", c.Status, "True", "False", "Unknown")
	}
	if c.Timeout < 0 {
		p.Addf(path+".Timeout", "%s is no time; it is 0 or more", c.Timeout)
	}
}

var wholeNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`)

func countOrShare(text string) bool {
	number, isShare := strings.CutSuffix(text, "%")
	if !wholeNumber.MatchString(number) {
		return false
	}
	count, err := strconv.Atoi(number)
	return err == nil && (!isShare || count <= 100)
}

// intOrString is a count as a number and a share as a text, as Kubernetes wants it.
func intOrString(text string) any {
	if count, err := strconv.Atoi(text); err == nil {
		return count
	}
	return text
}

func (a *MachineHealthCheckArgs) withDefaults() *MachineHealthCheckArgs {
	args := *a
	args.Pools = slices.Sorted(slices.Values(a.Pools))
	if len(args.UnhealthyConditions) == 0 {
		args.UnhealthyConditions = []UnhealthyCondition{
			{Type: "Ready", Status: "False", Timeout: defaultUnhealthyForSoLong},
			{Type: "Ready", Status: "Unknown", Timeout: defaultUnhealthyForSoLong},
		}
	}
	if args.MaxUnhealthy == "" {
		args.MaxUnhealthy = defaultMaxUnhealthy
		if args.ControlPlane {
			args.MaxUnhealthy = defaultControlPlaneHealth
		}
	}
	switch args.NodeStartupTimeout {
	case 0:
		args.NodeStartupTimeout = defaultNodeStartupTimeout
	case foreverStarting:
		args.NodeStartupTimeout = 0
	}
	return &args
}
