package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// Errors of AWS, for [Fault.Error]. The AWS provider tries again after Throttled and NotYetConsistent, so that a Fault with Times is not
// visible (hashicorp/terraform-provider-aws v5.100.0 internal/conns and internal/service/iam, propagationTimeout).
const (
	NoCapacity = "InsufficientInstanceCapacity: We currently do not have sufficient capacity in the Availability Zone you requested"
	NoQuota    = "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit allows"
	Denied     = "UnauthorizedOperation: You are not authorized to perform this operation"
	Throttled  = "RequestLimitExceeded: Request limit exceeded"
	// NotYetConsistent is the answer to a role or profile that was created just before.
	NotYetConsistent = "InvalidParameterValue: Invalid IAM Instance Profile name"
)

// ClusterAPI is the Type of faults of the API that [FakeInstaller] serves: read, create, update and delete are its requests. With Delay it is
// slow, with the error Degraded etcd is not healthy, and with any other it does not answer.
const (
	ClusterAPI = "openshift:api"
	Degraded   = "Degraded: the member of etcd on a control-plane machine is unhealthy"
)

// awsAttempts is how often the AWS provider tries again.
const awsAttempts = 25

// Fault is an operation that fails or takes long, as in an account on a bad day. It is data, so that a table of tests can have it, and JSON
// for the command `sandbox account fail`.
type Fault struct {
	// Type is the type of the resources, such as aws:ec2/instance:Instance, or the beginning of several, such as kubernetes: for the API of
	// the cluster. Required.
	Type string `json:"type"`
	// Name is the name of a resource in Pulumi. Defaults to all.
	Name string `json:"name,omitempty"`
	// Operation is create, read, update or delete. Defaults to all.
	Operation string `json:"operation,omitempty"`
	// Error is the error of the service, such as NoCapacity. Defaults to none: the operation takes Delay, and succeeds.
	Error string `json:"error,omitempty"`
	// Times is how often it fails. Defaults to always.
	Times int `json:"times,omitempty"`
	// Halfway creates the resource before create fails: it is in the account, and not in the stack. So does an installation of a ROSA
	// cluster that ends in error (pulumi/pulumi-terraform-bridge v3.120.0 pkg/pf/tfbridge/provider_create.go).
	Halfway bool `json:"halfway,omitempty"`
	// Delay is how long the operation takes, in JSON in nanoseconds; an hour is one that never ends, until it is interrupted. Defaults to
	// none.
	Delay time.Duration `json:"delay,omitempty"`
}

// operations are those that can fail.
const (
	createOperation = "create"
	readOperation   = "read"
	updateOperation = "update"
	deleteOperation = "delete"
)

func (f Fault) check() error {
	switch known := []string{"", createOperation, readOperation, updateOperation, deleteOperation}; {
	case f.Type == "":
		return errors.New("sandbox.Fault.Type: is required")
	case f.Halfway && f.Operation != createOperation:
		return errors.New("sandbox.Fault.Halfway: needs the operation create")
	case !slices.Contains(known, f.Operation):
		return fmt.Errorf("sandbox.Fault.Operation: must be create, read, update or delete (got %q)", f.Operation)
	}
	return nil
}

// matches reports whether an operation on a resource fails.
func (f Fault) matches(r fake.Resource, operation string) bool {
	return strings.HasPrefix(r.Token, f.Type) && (f.Name == "" || f.Name == r.URN.Name()) && cmp.Or(f.Operation, operation) == operation
}

// isTriedAgain reports whether the provider hides the fault.
func (f Fault) isTriedAgain() bool {
	return f.Times > 0 && f.Times <= awsAttempts && (f.Error == Throttled || f.Error == NotYetConsistent)
}

// faults are the faults of one run.
type faults struct {
	mutex sync.Mutex
	list  []Fault
	count []int
}

func newFaults(list []Fault) (*faults, error) {
	for _, fault := range list {
		if err := fault.check(); err != nil {
			return nil, err
		}
	}
	return &faults{list: list, count: make([]int, len(list))}, nil
}

// before waits as long as the operation takes, and returns why it fails; halfway reports whether it creates the resource before.
func (f *faults) before(ctx context.Context, r fake.Resource, operation string) (halfway bool, err error) {
	fault, found := f.next(r, operation)
	if !found {
		return false, nil
	}
	if fault.Delay > 0 {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(fault.Delay):
		}
	}
	if fault.Error == "" || fault.isTriedAgain() {
		return false, nil
	}
	return fault.Halfway, errors.New(fault.Error)
}

// next returns the fault of an operation that happens now.
func (f *faults) next(r fake.Resource, operation string) (Fault, bool) {
	if f == nil {
		return Fault{}, false
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for i, fault := range f.list {
		if fault.matches(r, operation) && (fault.Times == 0 || f.count[i] < fault.Times) {
			f.count[i]++
			return fault, true
		}
	}
	return Fault{}, false
}
