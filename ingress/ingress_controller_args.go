package ingress

import (
	"cmp"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const (
	controllerAPI       = "operator.openshift.io/v1"
	controllerKind      = "IngressController"
	controllerNamespace = "openshift-ingress-operator"
	defaultController   = "default"

	// controllerNameLimit leaves room for the Service that the operator names after a controller
	// (openshift/cluster-ingress-operator pkg/operator/controller/names.go).
	controllerNameLimit = 63 - len("router-internal-")
)

// IngressControllerArgs are the arguments of IngressController.
type IngressControllerArgs struct {
	// Name is the controller's name: `default`, which is the default, or the name of a further one, at most 47 lower-case
	// letters, digits and hyphens. A change replaces the controller.
	Name string
	// Domain is what the routes of a further controller are below, such as internal.demo.example.com; no two controllers
	// share one. Required for a further controller, not allowed for `default`, whose domain is set at installation. A
	// change is refused by the operator: give the controller another name, too.
	Domain string
	// Replicas is the number of routers. Not set, it is left to the operator, which runs two. With the publishing
	// strategy HostNetwork there is at most one router a node. A change is made in place.
	Replicas pulumi.IntInput
	// Placement is where the routers run, InfraNodes() as a rule. Not set, it is left to the operator, which takes
	// workers. A change is made in place and moves one router after the other.
	Placement Placement
}

var controllerName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *IngressControllerArgs) Validate() error {
	const path = "ingress.IngressControllerArgs."
	var p check.Problems
	args := a.withDefaults()
	if len(args.Name) > controllerNameLimit || !controllerName.MatchString(args.Name) {
		p.Addf(path+"Name", "%q is no name of at most %d lower-case letters, digits and inner hyphens", args.Name, controllerNameLimit)
	}
	args.checkDomain(&p, path+"Domain")
	if args.Name == defaultController && args.Replicas == nil && args.Placement.IsZero() {
		p.Addf(path+"Name", "%q exists in every cluster and nothing is set for it; set Replicas or Placement", args.Name)
	}
	if replicas, known := args.Replicas.(pulumi.Int); known && replicas < 0 {
		p.Addf(path+"Replicas", "%d is no number of routers; it is 0 or more", int(replicas))
	}
	args.Placement.Check(&p, path+"Placement")
	return p.Err()
}

func (a IngressControllerArgs) checkDomain(p *check.Problems, path string) {
	switch {
	case a.Name == defaultController && a.Domain != "":
		p.Addf(path, "%q cannot be set for %s after installation; it is spec.domain of Ingress/cluster in the manifests of openshift-install, or make a controller of another name",
			a.Domain, defaultController)
	case a.Name == defaultController:
	case !p.Required(path, a.Domain):
	case !domain.MatchString(a.Domain) || len(a.Domain) > domainLimit:
		p.Addf(path, "%q is no domain of at most %d lower-case characters, such as internal.demo.example.com", a.Domain, domainLimit)
	}
}

func (a *IngressControllerArgs) withDefaults() IngressControllerArgs {
	args := IngressControllerArgs{}
	if a != nil {
		args = *a
	}
	args.Name = cmp.Or(args.Name, defaultController)
	return args
}
