package manager

import (
	"context"
	"encoding/json"
	"net/http"

	registrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// stamp labels config maps with what is being done.
type stamp struct{ decoder admission.Decoder }

func (s *stamp) Handle(_ context.Context, request admission.Request) admission.Response {
	object := &corev1.ConfigMap{}
	if err := s.decoder.Decode(request, object); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if object.Labels == nil {
		object.Labels = map[string]string{}
	}
	object.Labels["stamped"] = string(request.Operation)
	stamped, err := json.Marshal(object)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, stamped)
}

// refuse refuses bad data, and to delete what is called keep.
type refuse struct{ decoder admission.Decoder }

func (r *refuse) Handle(_ context.Context, request admission.Request) admission.Response {
	object := &corev1.ConfigMap{}
	if request.Operation == "DELETE" {
		if err := r.decoder.DecodeRaw(request.OldObject, object); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
		return admission.ValidationResponse(object.Name != "keep", "is kept")
	}
	if err := r.decoder.Decode(request, object); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if object.Data["bad"] != "" {
		return admission.Denied("bad data")
	}
	return admission.Allowed("")
}

// webhooksFor namespaces that carry this label; envtest fills in where they are and what to trust.
func webhooksFor(label string) envtest.WebhookInstallOptions {
	sideEffects, failurePolicy, scope := registrationv1.SideEffectClassNone, registrationv1.Fail, registrationv1.NamespacedScope
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"judge": label}}
	at := func(path string) registrationv1.WebhookClientConfig {
		return registrationv1.WebhookClientConfig{Service: &registrationv1.ServiceReference{Namespace: "n", Name: "s", Path: &path}}
	}
	on := func(operations ...registrationv1.OperationType) []registrationv1.RuleWithOperations {
		rule := registrationv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"}, Scope: &scope}
		return []registrationv1.RuleWithOperations{{Operations: operations, Rule: rule}}
	}
	return envtest.WebhookInstallOptions{
		LocalServingHost: "127.0.0.1",
		MutatingWebhooks: []*registrationv1.MutatingWebhookConfiguration{{
			ObjectMeta: metav1.ObjectMeta{Name: "mutate-" + label},
			Webhooks: []registrationv1.MutatingWebhook{{
				Name: "mutate.judge.example", AdmissionReviewVersions: []string{"v1"}, SideEffects: &sideEffects, FailurePolicy: &failurePolicy,
				NamespaceSelector: selector, ClientConfig: at("/mutate"), Rules: on(registrationv1.Create, registrationv1.Update),
			}},
		}},
		ValidatingWebhooks: []*registrationv1.ValidatingWebhookConfiguration{{
			ObjectMeta: metav1.ObjectMeta{Name: "validate-" + label},
			Webhooks: []registrationv1.ValidatingWebhook{{
				Name: "validate.judge.example", AdmissionReviewVersions: []string{"v1"}, SideEffects: &sideEffects, FailurePolicy: &failurePolicy,
				NamespaceSelector: selector, ClientConfig: at("/validate"), Rules: on(registrationv1.Create, registrationv1.Update, registrationv1.Delete),
			}},
		}},
	}
}
