// machines runs the Machine API of OpenShift 4.18 in the lab's cluster: the controllers and the webhooks of
// openshift/machine-api-operator, with an actuator for the AWS emulator. It also does what kubelets do: a machine's instance
// becomes a node, nodes are ready, and their pods run and end.
//
// usage: KUBECONFIG=FILE AWS_ENDPOINT_URL=URL machines -webhook-port PORT -webhook-certificates FOLDER
package main

import (
	"flag"
	"log"
	"os"

	osconfigv1 "github.com/openshift/api/config/v1"
	"github.com/openshift/api/features"
	machinev1beta1 "github.com/openshift/api/machine/v1beta1"
	"github.com/openshift/machine-api-operator/pkg/controller/machine"
	"github.com/openshift/machine-api-operator/pkg/controller/machinehealthcheck"
	"github.com/openshift/machine-api-operator/pkg/controller/machineset"
	"github.com/openshift/machine-api-operator/pkg/controller/nodelink"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

const namespace = "openshift-machine-api"

func main() {
	port := flag.Int("webhook-port", 19443, "port of the webhooks")
	certificates := flag.String("webhook-certificates", "", "folder with tls.crt and tls.key of the webhooks")
	flag.Parse()
	ctrl.SetLogger(klog.NewKlogr())
	if err := run(*port, *certificates, os.Getenv("AWS_ENDPOINT_URL")); err != nil {
		log.Fatal(err)
	}
}

func run(port int, certificates, awsEndpoint string) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 100, 200
	options := manager.Options{
		Metrics:       server.Options{BindAddress: "0"},
		Cache:         cache.Options{},
		WebhookServer: webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: certificates}),
	}
	mgr, err := manager.New(config, options)
	if err != nil {
		return err
	}
	for _, install := range []func() error{
		func() error { return machinev1beta1.Install(mgr.GetScheme()) },
		func() error { return osconfigv1.Install(mgr.GetScheme()) },
		func() error { return addControllers(mgr, options, awsEndpoint) },
		func() error { return addWebhooks(mgr) },
		func() error { return mgr.Add(&webhookConfigurations{mgr.GetClient(), port, certificates}) },
		func() error { return mgr.Add(&kubelets{mgr.GetClient()}) },
	} {
		if err := install(); err != nil {
			return err
		}
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func addControllers(mgr manager.Manager, options manager.Options, awsEndpoint string) error {
	gate := featuregate.NewFeatureGate()
	if err := gate.Add(map[featuregate.Feature]featuregate.FeatureSpec{
		featuregate.Feature(features.FeatureGateMachineAPIMigration): {Default: false, PreRelease: featuregate.Alpha},
	}); err != nil {
		return err
	}
	if err := machineset.Add(mgr, options, gate); err != nil {
		return err
	}
	if err := machine.AddWithActuator(mgr, &actuator{mgr.GetClient(), awsEndpoint}, gate); err != nil {
		return err
	}
	if err := nodelink.Add(mgr, options); err != nil {
		return err
	}
	return machinehealthcheck.Add(mgr, options)
}
