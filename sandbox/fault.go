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

// Errors of OpenShift Cluster Manager, for [Fault.Error]. RHCS tries again after TooManyRequests, which a Fault with Times of 1 or 2 shows
// nobody (openshift-online/ocm-sdk-go v0.1.501 retry).
const (
	TooManyRequests = "status is 429, identifier is '429', code is 'CLUSTERS-MGMT-429': too many requests"
	Unauthorized    = "status is 401, identifier is '401', code is 'CLUSTERS-MGMT-401': the access token is not valid"
	Forbidden       = "status is 403, identifier is '11', code is 'CLUSTERS-MGMT-11': the account is not allowed to do this"
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

// awsAttempts and ocmAttempts are how often the AWS provider and RHCS try again.
const (
	awsAttempts = 25
	ocmAttempts = 2
)

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
	// Halfway creates the resource before create fails: it is in the account, and not in the stack.
	Halfway bool `json:"halfway,omitempty"`
	// State is the state of a ROSA cluster after create: installing or error. Under Pulumi's plugin for Terraform providers the cluster is then
	// not in the stack (pulumi/pulumi-terraform-bridge v3.120.0 pkg/pf/tfbridge/provider_create.go); under the plugin with RHCS inside it is,
	// and the next update continues. An installation is ready when it was read twice.
	State string `json:"state,omitempty"`
	// Delay is how long the operation takes, in JSON in nanoseconds; an hour is one that never ends, until it is interrupted. Defaults to
	// none.
	Delay time.Duration `json:"delay,omitempty"`
}

// operations lists the operations that can fail.
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
	case f.State != "" && (f.Operation != createOperation || f.State != "installing" && f.State != "error"):
		return fmt.Errorf("sandbox.Fault.State: must be installing or error, with the operation create (got %q)", f.State)
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
	attempts := map[string]int{Throttled: awsAttempts, NotYetConsistent: awsAttempts, TooManyRequests: ocmAttempts}
	return f.Times > 0 && f.Times <= attempts[f.Error]
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

// before waits as long as the operation takes, and returns why it fails, with the fault of a creation that happens nevertheless.
func (f *faults) before(ctx context.Context, r fake.Resource, operation string) (fault Fault, err error) {
	fault, found := f.next(r, operation)
	if !found {
		return Fault{}, nil
	}
	if fault.Delay > 0 {
		select {
		case <-ctx.Done():
			return Fault{}, ctx.Err()
		case <-time.After(fault.Delay):
		}
	}
	if fault.Error == "" || fault.isTriedAgain() {
		return fault, nil
	}
	return fault, errors.New(fault.Error)
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
