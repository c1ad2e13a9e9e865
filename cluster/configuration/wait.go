package configuration

import (
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// WaitArgs are the arguments of a wait for a cluster: Timeout is how long to wait before the update fails. Changing a wait does not change
// the cluster. cluster.WaitArgs and configuration.WaitArgs are the same type.
type WaitArgs = apiclient.WaitArgs

// upgradeTimeout is the default time limit: an upgrade usually needs one to two hours, operators one by one, then the control-plane
// machines one by one.
const upgradeTimeout = 3 * time.Hour
