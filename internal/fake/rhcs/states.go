package rhcs

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// reads is how often a cluster or a machine pool is read until its upgrade, installation or deletion is completed. OCM needs an hour, which
// no test waits for; the first read shows it in progress, as all reads of that hour do.
const reads = 2

// progress returns a resource after it was read once more; without an ID when it is gone.
func progress(r fake.Record) (read fake.Record, changed bool) {
	state := ocm.State(r.Text("state"))
	ends := isCluster(r.Token) && (state == ocm.Installing || state == ocm.Uninstalling)
	if !ends && !isUpgrading(r) {
		return r, false
	}
	if r.Reads++; r.Reads < reads {
		return r, true
	}
	r.Reads = 0
	switch {
	case !ends:
		return r.With("currentVersion", r.Text("version")), true
	case state == ocm.Uninstalling:
		return fake.Record{}, true
	}
	return r.With("state", string(ocm.Ready)), true
}

// unready returns why a cluster is not ready: its installation has failed, or it is not completed although the program waits for it.
func unready(r fake.Resource, outputs resource.PropertyMap) string {
	if !isCluster(r.Token) {
		return ""
	}
	waits := outputs["waitForCreateComplete"].DeepEquals(resource.NewProperty(true))
	name := fmt.Sprintf("cluster %s (%s)", property.Text(outputs, "name"), r.ID)
	switch state := ocm.State(property.Text(outputs, "state")); {
	case state == ocm.Failed:
		return name + " is in state error: `rosa describe cluster` and `rosa logs install` say why"
	case state == ocm.Installing && waits:
		return name + " is still in state installing: the next update continues to wait"
	}
	return ""
}
