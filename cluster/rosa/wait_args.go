package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// WaitArgs are how long an update waits for OCM. Changes do not change the cluster.
type WaitArgs struct {
	// WaitForCreate waits until the cluster is ready. Without it the URLs of the API server and the console are empty until the next
	// refresh, and changes of the cluster are rejected until then. Machine pools and other contents of the cluster wait for it
	// themselves, up to 60 minutes. Defaults to true.
	WaitForCreate *bool
	// WaitForWorkers also waits for the initial machine pools. Only for hosted control planes; needs WaitForCreate. Defaults to false.
	WaitForWorkers bool
	// WaitForDestroy waits until the cluster is deleted. Without it the roles are deleted while the service still needs them, and
	// machines and load balancers are left behind: set it to false only if the program does not manage the roles and the network of
	// the cluster. Defaults to true.
	WaitForDestroy *bool
	// CreateTimeout is how long the cluster can take to become ready, in whole minutes. After it the update fails and the cluster
	// stays in the stack: continue with pulumi up --refresh when it is ready. Defaults to 45 minutes for hosted control planes and to
	// 60 minutes for Classic.
	CreateTimeout time.Duration
	// WorkersTimeout is how long the initial machine pools can take, in whole minutes. Needs WaitForWorkers. Defaults to 60 minutes.
	WorkersTimeout time.Duration
	// DestroyTimeout is how long the deletion can take, in whole minutes. The provider waits up to three times as long. After it the
	// cluster stays in the stack, with the roles that the service still needs: run pulumi destroy again. Defaults to 60 minutes.
	DestroyTimeout time.Duration
}

func (w *WaitArgs) check(p *check.Problems, path string, hosted bool) {
	if w == nil {
		return
	}
	p.PositiveDuration(path+".CreateTimeout", w.CreateTimeout, time.Minute)
	p.PositiveDuration(path+".WorkersTimeout", w.WorkersTimeout, time.Minute)
	p.PositiveDuration(path+".DestroyTimeout", w.DestroyTimeout, time.Minute)
	if !hosted && (w.WaitForWorkers || w.WorkersTimeout != 0) {
		p.Addf(path+".WaitForWorkers", "is only supported by hosted control planes; a Classic cluster is ready when its workers are")
		return
	}
	p.RequiresField(path, "WorkersTimeout", w.WorkersTimeout != 0, "WaitForWorkers", w.WaitForWorkers)
	p.RequiresField(path, "WaitForWorkers", w.WaitForWorkers, "WaitForCreate", w.waitsForCreate())
	p.RequiresField(path, "CreateTimeout", w.CreateTimeout != 0, "WaitForCreate", w.waitsForCreate())
}

func (w *WaitArgs) waitsForCreate() bool {
	return w == nil || isOn(w.WaitForCreate)
}

func (w *WaitArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"waitForCreateComplete":   pulumi.Bool(w.waitsForCreate()),
		"destroyTimeout":          minutes(valueOf(w).DestroyTimeout),
		"disableWaitingInDestroy": flag(!isOn(valueOf(w).WaitForDestroy)),
	}
}
