package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift/machine-api-operator/pkg/webhooks"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func addWebhooks(mgr manager.Manager) error {
	for path, create := range map[string]func() (*admission.Webhook, error){
		webhooks.DefaultMachineMutatingHookPath:    webhooks.NewMachineDefaulter,
		webhooks.DefaultMachineSetMutatingHookPath: webhooks.NewMachineSetDefaulter,
		webhooks.DefaultMachineValidatingHookPath: func() (*admission.Webhook, error) {
			return webhooks.NewMachineValidator(mgr.GetClient())
		},
		webhooks.DefaultMachineSetValidatingHookPath: func() (*admission.Webhook, error) {
			return webhooks.NewMachineSetValidator(mgr.GetClient())
		},
	} {
		hook, err := create()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		mgr.GetWebhookServer().Register(path, hook)
	}
	return nil
}

// webhookConfigurations registers the webhooks at the API server, as the machine API operator does, but by URL and with the
// failure policy Fail.
type webhookConfigurations struct {
	client       client.Client
	port         int
	certificates string
}

func (w *webhookConfigurations) Start(ctx context.Context) error {
	bundle, err := os.ReadFile(filepath.Join(w.certificates, "tls.crt"))
	if err != nil {
		return err
	}
	endpoint := func(path string) admissionv1.WebhookClientConfig {
		return admissionv1.WebhookClientConfig{URL: ptr.To(fmt.Sprintf("https://127.0.0.1:%d%s", w.port, path)), CABundle: bundle}
	}
	mutating := &admissionv1.MutatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: "machine-api"}}
	if _, err := controllerutil.CreateOrUpdate(ctx, w.client, mutating, func() error {
		mutating.Webhooks = nil
		for kind, path := range map[string]string{
			"machines":    webhooks.DefaultMachineMutatingHookPath,
			"machinesets": webhooks.DefaultMachineSetMutatingHookPath,
		} {
			mutating.Webhooks = append(mutating.Webhooks, admissionv1.MutatingWebhook{
				Name: hookName("default", kind), ClientConfig: endpoint(path), Rules: rules(kind, admissionv1.Create),
				FailurePolicy: ptr.To(admissionv1.Fail), SideEffects: ptr.To(admissionv1.SideEffectClassNone),
				AdmissionReviewVersions: []string{"v1"},
			})
		}
		return nil
	}); err != nil {
		return err
	}
	validating := &admissionv1.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: "machine-api"}}
	_, err = controllerutil.CreateOrUpdate(ctx, w.client, validating, func() error {
		validating.Webhooks = nil
		for kind, path := range map[string]string{
			"machines":    webhooks.DefaultMachineValidatingHookPath,
			"machinesets": webhooks.DefaultMachineSetValidatingHookPath,
		} {
			validating.Webhooks = append(validating.Webhooks, admissionv1.ValidatingWebhook{
				Name: hookName("validation", kind), ClientConfig: endpoint(path),
				Rules:         rules(kind, admissionv1.Create, admissionv1.Update),
				FailurePolicy: ptr.To(admissionv1.Fail), SideEffects: ptr.To(admissionv1.SideEffectClassNone),
				AdmissionReviewVersions: []string{"v1"},
			})
		}
		return nil
	})
	return err
}

func hookName(action, resources string) string {
	return action + "." + strings.TrimSuffix(resources, "s") + ".machine.openshift.io"
}

func rules(resources string, operations ...admissionv1.OperationType) []admissionv1.RuleWithOperations {
	return []admissionv1.RuleWithOperations{{
		Operations: operations,
		Rule: admissionv1.Rule{
			APIGroups: []string{"machine.openshift.io"}, APIVersions: []string{"v1beta1"}, Resources: []string{resources},
		},
	}}
}
