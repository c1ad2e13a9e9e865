package kubetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// supportedRelease is a release and its version of openshift/api: a commit of the release branch. The go command downloads it to the
// module cache, so go.mod does not require it.
type supportedRelease struct {
	name    string
	version string
	sum     string
	folder  func() (string, error)
}

// releases are the supported releases. The commit of 4.17 is the newest that the module proxy has.
var releases = []supportedRelease{
	newRelease("4.16", "v0.0.0-20260113171308-0677a8879a46", "h1:Ndu9/ud5WUEAcuNrWfx/Pgc0OTsc8xyRVRgclSt2kk8="),
	newRelease("4.17", "v0.0.0-20250617031845-db4fa2d6cce4", "h1:IG6zwyeVEIpwNPOZ5OGKxnbvwMA0Fdc+x2I0i3DdvaU="),
	newRelease("4.18", "v0.0.0-20260105154426-319dc2e49203", "h1:7hlJcngwAd/hLtU+CkkgWs7liQ7lNjbb+DE1A1W5hOI="),
	newRelease("4.19", "v0.0.0-20251217143335-482f1b56dcc4", "h1:zd/tRXW2btZN6GhryDNjjpVkc0cVKBuq+4wakxpEibc="),
	newRelease("4.20", "v0.0.0-20260716173118-05da40ea9855", "h1:BihzxGZiSu/11xJ0KMz6uNLU9fiKThXgKSLvAuVkJy8="),
	newRelease("4.21", "v0.0.0-20260710095909-1cb630ce7109", "h1:0aFlPaDL1r0+EUNJxgyT8Z6/B6ObW9I2w8vPOeD5ZDk="),
	newRelease("4.22", "v0.0.0-20260817165856-9fda5179a7f7", "h1:uFNuAmnV94fsPpmFuO2yDz0N3xy1+L5N802hPoNHVVw="),
}

func newRelease(name, version, sum string) supportedRelease {
	return supportedRelease{name, version, sum, sync.OnceValues(func() (string, error) { return download(version, sum) })}
}

// download returns the folder of a version of openshift/api.
func download(version, sum string) (string, error) {
	command := exec.Command("go", "mod", "download", "-json", openshiftAPI+"@"+version)
	// Outside of this module, so that go.sum is not changed.
	command.Dir = os.TempDir()
	out, err := command.Output()
	var downloaded struct{ Dir, Sum, Error string }
	if decodeErr := json.Unmarshal(out, &downloaded); err != nil || decodeErr != nil {
		return "", fmt.Errorf("downloading %s@%s: %w: %s", openshiftAPI, version, errors.Join(err, decodeErr), downloaded.Error)
	}
	if downloaded.Sum != sum {
		return "", fmt.Errorf("%s@%s must have the checksum %s (got %s)", openshiftAPI, version, sum, downloaded.Sum)
	}
	return downloaded.Dir, nil
}

// laterField is a field that a component sets although the oldest supported release does not have it. Its documentation names the
// first release that has it.
type laterField struct {
	kind  string
	path  []string
	first release.Feature
}

var laterFields = []laterField{
	{"Authentication", []string{"spec", "type"}, release.ExternalOIDC},
	{"Authentication", []string{"spec", "oidcProviders"}, release.ExternalOIDC},
	{"IngressController", awsLoadBalancer("networkLoadBalancer", "subnets"), release.LoadBalancerSubnets},
	{"IngressController", awsLoadBalancer("networkLoadBalancer", "eipAllocations"), release.LoadBalancerSubnets},
	{"IngressController", awsLoadBalancer("classicLoadBalancer", "subnets"), release.LoadBalancerSubnets},
	{"MachineConfiguration", []string{"spec", "managedBootImages"}, release.ManagedBootImages},
	{"MachineConfiguration", []string{"spec", "bootImageSkewEnforcement"}, release.BootImageSkew},
	{"MachineConfiguration", []string{"spec", "nodeDisruptionPolicy"}, release.NodeDisruptionPolicy},
}

// awsLoadBalancer returns the path of a field of an ingress controller's load balancer.
func awsLoadBalancer(path ...string) []string {
	return append([]string{"spec", "endpointPublishingStrategy", "loadBalancer", "providerParameters", "aws"}, path...)
}

// checkReleases checks an object against the oldest and the newest supported release: a later field in those that have it. CRDs of this package are the same
// for all releases.
func checkReleases(object map[string]any) error {
	if structOf(kindOf(object)) == nil {
		return checkSchema("", object)
	}
	for _, supported := range []supportedRelease{releases[0], releases[len(releases)-1]} {
		folder, err := supported.folder()
		if err != nil {
			return err
		}
		if err := checkSchema(folder, withoutLaterFields(object, supported.name)); err != nil {
			return fmt.Errorf("OpenShift %s: %w", supported.name, err)
		}
	}
	return nil
}

// withoutLaterFields returns a copy of the object without the fields that the release does not have.
func withoutLaterFields(object map[string]any, name string) map[string]any {
	copied := runtime.DeepCopyJSON(object)
	for _, field := range laterFields {
		if kindOf(object).Kind == field.kind && !field.first.In(name) {
			removeField(copied, field.path)
		}
	}
	return copied
}

func removeField(fields map[string]any, path []string) {
	for _, key := range path[:len(path)-1] {
		fields, _ = fields[key].(map[string]any)
	}
	delete(fields, path[len(path)-1])
}
