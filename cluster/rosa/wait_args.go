package rosa

import (
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// WaitArgs are how long an update waits for OCM. Changes do not change the cluster.
type WaitArgs struct {
	// WaitForCreate waits until the cluster is ready. Without it the URLs of the API server and the console are empty until the next
	// refresh, and changes of the cluster are rejected until then. Machine pools and other contents of the cluster wait for it
	// themselves, up to 60 minutes. Defaults to true.
	WaitForCreate *bool `default:"true"`
	// WaitForWorkers also waits for the initial machine pools. Only for hosted control planes; needs WaitForCreate. Defaults to false.
	WaitForWorkers bool `hcp:"waitForStdComputeNodesComplete"`
	// WaitForDestroy waits until the cluster is deleted. Without it the roles are deleted while the service still needs them, and
	// machines and load balancers are left behind: set it to false only if the program does not manage the roles and the network of
	// the cluster. Defaults to true.
	WaitForDestroy *bool `default:"true"`
	// CreateTimeout is how long the cluster can take to become ready, in whole minutes. After it, and when the installation fails, the
	// update fails and the cluster stays in the stack: the next update continues. Under Pulumi's plugin for Terraform providers (see
	// iam.RHCSProviderArgs) the cluster is not in the stack, although OCM has it: adopt it, or delete it in OCM, before you update or
	// destroy the stack. Defaults to 45 minutes for hosted control planes and to 60 minutes for Classic.
	CreateTimeout time.Duration `hcp:"maxHcpClusterWaitTimeoutInMinutes,minutes" classic:"maxClusterWaitTimeoutInMinutes,minutes" check:"0s../1m"`
	// WorkersTimeout is how long the initial machine pools can take, in whole minutes. Needs WaitForWorkers. Defaults to 60 minutes.
	WorkersTimeout time.Duration `hcp:"maxMachinepoolWaitTimeoutInMinutes,minutes" check:"0s../1m"`
	// DestroyTimeout is how long the deletion can take, in whole minutes. After it the cluster stays in the stack, with the roles that
	// the service still needs: run pulumi destroy again. Defaults to 60 minutes. With
	// HCPArgs.VpcID it is also how long the deletion of the endpoint's security group can take, by default 30 minutes.
	DestroyTimeout time.Duration `rhcs:"destroyTimeout,minutes" check:"0s../1m"`
}

func (c clusterCheck) wait(wait *WaitArgs) {
	path := c.path + ".Wait"
	if !c.hosted && (wait.WaitForWorkers || wait.WorkersTimeout != 0) {
		c.Addf(path+".WaitForWorkers", "is only supported by hosted control planes; a Classic cluster is ready when its workers are")
		return
	}
	c.RequiresField(path, "WorkersTimeout", wait.WorkersTimeout != 0, "WaitForWorkers", wait.WaitForWorkers)
	c.RequiresField(path, "WaitForWorkers", wait.WaitForWorkers, "WaitForCreate", *wait.WaitForCreate)
	c.RequiresField(path, "CreateTimeout", wait.CreateTimeout != 0, "WaitForCreate", *wait.WaitForCreate)
}

func (w *WaitArgs) addTo(inputs rhcs.Properties) {
	inputs["waitForCreateComplete"] = *w.WaitForCreate
	inputs["disableWaitingInDestroy"] = flag(!*w.WaitForDestroy)
}
