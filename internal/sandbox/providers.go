package sandbox

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/awsprovider"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/kubeprovider"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/rhcsprovider"
)

// serveProviders starts the sandbox's providers and returns them as PULUMI_DEBUG_PROVIDERS lists them.
func (s *Sandbox) serveProviders() (attached []string, stop func(), err error) {
	var stops []func()
	stopAll := func() {
		for _, end := range stops {
			end()
		}
	}
	defer func() {
		if err != nil {
			stopAll()
		}
	}()
	attach := func(name string, provider plugin.Provider) error {
		port, end, err := serve(func(server *grpc.Server) {
			pulumirpc.RegisterResourceProviderServer(server, newProviderServer(provider))
		})
		if err != nil {
			return err
		}
		stops = append(stops, end)
		attached = append(attached, fmt.Sprintf("%s:%d", name, port))
		return nil
	}
	if !s.opts.RealAWS {
		aws, err := awsprovider.New(s.opts.Dir)
		if err != nil {
			return nil, nil, err
		}
		if err := attach("aws", aws); err != nil {
			return nil, nil, err
		}
		ocm, err := rhcsprovider.New(s.opts.Dir)
		if err != nil {
			return nil, nil, err
		}
		if err := attach(rhcsprovider.Plugin, ocm); err != nil {
			return nil, nil, err
		}
	}
	objects, err := s.objects()
	if err != nil {
		return nil, nil, err
	}
	if err := attach("kubernetes", kubeprovider.New(objects)); err != nil {
		return nil, nil, err
	}
	return attached, stopAll, nil
}

// objects is where Kubernetes objects are kept.
func (s *Sandbox) objects() (kubeprovider.Backend, error) {
	if s.opts.Kubeconfig != "" {
		return kubeprovider.NewAPIServer(s.opts.Kubeconfig)
	}
	return kubeprovider.NewMemory(s.opts.Dir)
}
