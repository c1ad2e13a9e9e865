package sandbox

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	librhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox/internal/apiserver"
)

// fakes are the sandbox's providers by the names of their plugins, and the accounts behind them.
type fakes struct {
	providers map[string]*fake.Provider
	accounts  []*fake.Account
	faults    *faults
}

// awsFile is the file in the folder of a sandbox with the resources of its AWS account.
const awsFile = "aws.json"

// ocmFile is the file with the resources of OpenShift Cluster Manager.
const ocmFile = "ocm.json"

// openFakes opens what the providers created in earlier runs.
func (s *Sandbox) openFakes() (fakes, error) {
	opened := fakes{providers: map[string]*fake.Provider{}}
	list, err := s.readFaults()
	if err != nil {
		return fakes{}, err
	}
	if opened.faults, err = newFaults(append(list, s.opts.Faults...)); err != nil {
		return fakes{}, err
	}
	clusters, err := s.clusters()
	if err != nil {
		return fakes{}, err
	}
	opened.providers["kubernetes"] = kubernetes.New(clusters)
	if s.opts.RealAWS {
		return opened, nil
	}
	for _, account := range []struct {
		plugin, file string
		open         func(*fake.Store[fake.Record]) (*fake.Provider, *fake.Account)
	}{{"aws", awsFile, aws.New}, {rhcs.Plugin, ocmFile, newOCM}} {
		store, err := fake.OpenStore[fake.Record](filepath.Join(s.opts.Dir, account.file), nil)
		if err != nil {
			return fakes{}, err
		}
		provider, service := account.open(store)
		if s.opts.UncheckedOthers {
			provider.Schema = withOthers(provider.Schema)
		}
		opened.providers[account.plugin] = provider
		opened.accounts = append(opened.accounts, service)
		if account.plugin == rhcs.Plugin {
			opened.providers[rhcs.OwnPlugin] = rhcs.Embedded(service)
			opened.providers[rhcs.OwnPlugin].Schema = provider.Schema
		}
	}
	return opened, nil
}

// withOthers returns schemas that accept anything for the types that are not known.
func withOthers(known schemaFunc) schemaFunc {
	return func(r fake.Resource, inputs resource.PropertyMap) (*schema.Schema, bool) {
		if found, ok := known(r, inputs); ok {
			return found, true
		}
		return &schema.Schema{Token: r.Token, Open: true}, true
	}
}

type schemaFunc = func(fake.Resource, resource.PropertyMap) (*schema.Schema, bool)

func newOCM(store *fake.Store[fake.Record]) (*fake.Provider, *fake.Account) {
	return rhcs.New(store, librhcs.Immutable, librhcs.RejectsRemoval)
}

// clusters returns where Kubernetes objects are kept.
func (s *Sandbox) clusters() (kubernetes.ClusterOf, error) {
	if s.opts.Kubeconfig == "" {
		return kubernetes.Clusters(s.opts.Dir)
	}
	objects, err := apiserver.New(s.opts.Kubeconfig)
	return kubernetes.Always(objects), err
}

// remaining returns the URNs of all resources in the accounts.
func (f fakes) remaining() []string {
	var urns []string
	for _, account := range f.accounts {
		urns = slices.Concat(urns, account.Remaining())
	}
	return urns
}

// serve starts the providers and returns the value of PULUMI_DEBUG_PROVIDERS.
func (f fakes) serve() (attached []string, stop func(), err error) {
	var stops []func()
	stop = func() {
		for _, end := range stops {
			end()
		}
	}
	for name, provider := range f.providers {
		plugin := newPlugin(provider)
		plugin.faults = f.faults
		port, end, err := serve(func(server *grpc.Server) {
			pulumirpc.RegisterResourceProviderServer(server, newProviderServer(plugin))
		})
		if err != nil {
			stop()
			return nil, nil, err
		}
		stops = append(stops, end)
		attached = append(attached, fmt.Sprintf("%s:%d", name, port))
	}
	return attached, stop, nil
}
