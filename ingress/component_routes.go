package ingress

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

// ComponentRoutes sets host names and certificates of OpenShift's own routes: the console, its downloads and the login page, and the
// domain of routes without a host name. It patches the Ingress object cluster that every cluster has. Other routes have the certificate of their ingress controller
// (IngressControllerArgs.DefaultCertificate). Deleting the component releases the routes, and the cluster's own names apply.
type ComponentRoutes struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// TLSCertificate is a certificate with its private key (Certificate and PrivateKey in PEM), or the name of an existing Secret of type
// kubernetes.io/tls in openshift-config with both (SecretName). ingress.TLSCertificate and configuration.TLSCertificate are the same type.
type TLSCertificate = tlscert.TLSCertificate

// ComponentRoutesArgs are the arguments of ComponentRoutes. At least one field must be set. Changes are applied in place.
type ComponentRoutesArgs struct {
	// Console is the route of the web console. Defaults to console-openshift-console.apps.<domain>.
	Console *ComponentRoute
	// Downloads is the route of the command-line tools. Defaults to downloads-openshift-console.apps.<domain>.
	Downloads *ComponentRoute
	// OAuth is the route of the login page. Defaults to oauth-openshift.apps.<domain>. A change changes the redirect URLs that identity
	// providers must allow.
	OAuth *ComponentRoute
	// AppsDomain is the domain in which routes that are created without a host name get one, instead of apps.<domain>: for applications
	// on a domain of their own. Defaults to none. Existing routes keep their names; console, downloads and login stay in apps.<domain>. Other
	// routes of OpenShift that are created later get a name in this domain too: the registry's (ImageRegistryArgs.DefaultRoute) and those
	// of monitoring (openshift/cluster-openshift-apiserver-operator release-4.20
	// pkg/operator/configobservation/ingresses/observe_ingresses.go). An IngressController with this domain, its DNS records and a
	// certificate must exist.
	AppsDomain string `kube:"spec.appsDomain" check:"format=domain"`
}

// ComponentRoute is a host name and its certificate.
type ComponentRoute struct {
	// Hostname is the host name, such as console.example.com. Required. Its DNS record must point to the routers.
	Hostname string `check:"required,format=domain"`
	// Certificate is the certificate of [Hostname]. Defaults to that of the ingress controller, which fits names in its domain
	// only.
	Certificate *TLSCertificate
}

const componentRoutesPath = "ingress.ComponentRoutesArgs"

// componentRoute is a route of OpenShift: its field in the arguments, its namespace and its name (openshift/console-operator
// pkg/api/api.go; openshift/cluster-authentication-operator pkg/controllers/customroute/custom_route_controller.go).
type componentRoute struct {
	field, namespace, name string
	route                  *ComponentRoute
}

func (a ComponentRoutesArgs) routes() []componentRoute {
	var set []componentRoute
	for _, route := range []componentRoute{
		{"Console", "openshift-console", "console", a.Console},
		{"Downloads", "openshift-console", "downloads", a.Downloads},
		{"OAuth", "openshift-authentication", "oauth-openshift", a.OAuth},
	} {
		if route.route != nil {
			set = append(set, route)
		}
	}
	return set
}

// NewComponentRoutes registers ComponentRoutes.
// It requires a Kubernetes provider (pulumi.Provider).
func NewComponentRoutes(
	ctx *pulumi.Context, name string, args *ComponentRoutesArgs, opts ...pulumi.ResourceOption,
) (*ComponentRoutes, error) {
	return component.Register(ctx, name, args, opts, component.Type[ComponentRoutesArgs, ComponentRoutes]{
		Token:     "openshift-aws:ingress:ComponentRoutes",
		InCluster: true,
		Children: func(b *component.Builder[ComponentRoutesArgs, ComponentRoutes]) error {
			var entries []any
			for _, route := range b.Args.routes() {
				entry, err := route.register(b.Ctx, b.Name, b.Parent)
				if err != nil {
					return err
				}
				entries = append(entries, entry)
			}
			return kube.RegisterObject(b.Base, &b.Component.Name, "routes", desiredIngress(entries, *b.Args), kube.Patch)
		},
	})
}

func desiredIngress(routes []any, args ComponentRoutesArgs) kube.Object {
	fields := kube.Fields(args)
	if len(routes) > 0 {
		argument.Put(fields, "spec.componentRoutes", routes)
	}
	return kube.Object{APIVersion: "config.openshift.io/v1", Kind: "Ingress", Name: "cluster", Fields: fields}
}

// register registers the Secret of the route's certificate, if there is one, and returns the route's entry in the list.
func (r componentRoute) register(ctx *pulumi.Context, name string, parent pulumi.ResourceOption) (map[string]any, error) {
	entry := map[string]any{"namespace": r.namespace, "name": r.name, "hostname": r.route.Hostname}
	certificate := r.route.Certificate
	if certificate == nil {
		return entry, nil
	}
	secret := certificate.SecretName
	if secret == nil {
		object := kube.Secret("openshift-config", "component-route-"+r.name, tlscert.SecretType, tlscert.Texts(*certificate))
		created, err := kube.Create(ctx, name+"-"+r.name, object, parent)
		if err != nil {
			return nil, err
		}
		secret = object.NameAfter(ctx, created)
	}
	entry["servingCertKeyPairSecret"] = map[string]any{"name": secret}
	return entry, nil
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ComponentRoutesArgs) Validate() error {
	p := check.Struct(a)
	routes := a.routes()
	if len(routes) == 0 && a.AppsDomain == "" {
		p.Addf(componentRoutesPath, "must set at least one of Console, Downloads, OAuth and AppsDomain")
	}
	hosts := map[string]string{}
	for _, route := range routes {
		at := check.Join(componentRoutesPath, route.field)
		host := route.route.Hostname
		if other, exists := hosts[host]; exists && host != "" {
			p.Addf(at+".Hostname", "must differ from that of %s", other)
		}
		hosts[host] = route.field
		tlscert.Check(&p, at+".Certificate", route.route.Certificate)
	}
	return p.ErrOf(a)
}
