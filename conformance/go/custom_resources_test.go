package conformance

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/util/cert"
)

type props = apiextensionsv1.JSONSchemaProps

// version of a definition whose spec requires a text under this name.
func version(name, field string, isStored bool) apiextensionsv1.CustomResourceDefinitionVersion {
	text, selector := props{Type: "string"}, ".status.selector"
	return apiextensionsv1.CustomResourceDefinitionVersion{
		Name: name, Served: true, Storage: isStored,
		Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &props{Type: "object", Properties: map[string]props{
			"spec": {Type: "object", Required: []string{field}, Properties: map[string]props{
				field:      text,
				"replicas": {Type: "integer", Format: "int32", Default: &apiextensionsv1.JSON{Raw: []byte("1")}},
				"port":     {XIntOrString: true},
			}},
			"status": {Type: "object", Properties: map[string]props{"replicas": {Type: "integer"}, "selector": text}},
		}}},
		Subresources: &apiextensionsv1.CustomResourceSubresources{
			Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
			Scale: &apiextensionsv1.CustomResourceSubresourceScale{
				SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas", LabelSelectorPath: &selector,
			},
		},
		SelectableFields: []apiextensionsv1.SelectableField{{JSONPath: ".spec." + field}},
	}
}

// define waits until what it defines is served.
func define(t *testing.T, conversion *apiextensionsv1.CustomResourceConversion, versions ...apiextensionsv1.CustomResourceDefinitionVersion) schema.GroupVersionResource {
	t.Helper()
	definitions := apiextensions.NewForConfigOrDie(protobufConfig(t)).ApiextensionsV1().CustomResourceDefinitions()
	ctx, group := within(t, 30*time.Second), "g"+rand.String(5)+".judge.example"
	name := "widgets." + group
	events := must(definitions.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name}))
	defer events.Stop()
	must(definitions.Create(ctx, &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Scope: apiextensionsv1.NamespaceScoped, Versions: versions, Conversion: conversion,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"},
		},
	}, metav1.CreateOptions{}))
	t.Cleanup(func() { _ = definitions.Delete(context.Background(), name, metav1.DeleteOptions{}) })
	for event := range events.ResultChan() {
		for _, condition := range event.Object.(*apiextensionsv1.CustomResourceDefinition).Status.Conditions {
			if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
				return schema.GroupVersionResource{Group: group, Version: versions[0].Name, Resource: "widgets"}
			}
		}
	}
	t.Fatal("never established")
	return schema.GroupVersionResource{}
}

func widget(gvr schema.GroupVersionResource, name, field string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": gvr.GroupVersion().String(), "kind": "Widget",
		"metadata": map[string]any{"name": name},
		"spec":     map[string]any{field: "x", "port": int64(8080)},
	}}
}

func text(object *unstructured.Unstructured, path ...string) string {
	value, _, _ := unstructured.NestedString(object.Object, path...)
	return value
}

func TestCustomResource(t *testing.T) {
	namespace, ctx := newNamespace(t), within(t, 30*time.Second)
	gvr := define(t, nil, version("v1", "color", true))
	widgets := dynamic.NewForConfigOrDie(jsonConfig(t)).Resource(gvr).Namespace(namespace)
	object := must(widgets.Create(ctx, widget(gvr, "a", "color"), metav1.CreateOptions{}))
	if replicas, _, _ := unstructured.NestedInt64(object.Object, "spec", "replicas"); replicas != 1 {
		t.Errorf("no default: %v", object)
	}
	must(widgets.Patch(ctx, "a", types.MergePatchType, []byte(`{"status":{"replicas":3,"selector":"a=b"}}`), metav1.PatchOptions{}, "status"))
	_, err := widgets.Patch(ctx, "a", types.StrategicMergePatchType, []byte(`{}`), metav1.PatchOptions{})
	if !errors.IsUnsupportedMediaType(err) {
		t.Errorf("strategic: %v", err)
	}
	_, err = widgets.Create(ctx, widget(gvr, "b", "colour"), metav1.CreateOptions{FieldValidation: "Strict"})
	if !errors.IsBadRequest(err) {
		t.Errorf("strict: %v", err)
	}
	_, err = widgets.Create(ctx, widget(gvr, "b", "colour"), metav1.CreateOptions{})
	if !errors.IsInvalid(err) {
		t.Errorf("required: %v", err)
	}
	if list := must(widgets.List(ctx, metav1.ListOptions{FieldSelector: "spec.color=x"})); len(list.Items) != 1 {
		t.Errorf("selected %d", len(list.Items))
	}
	client := discovery.NewDiscoveryClientForConfigOrDie(jsonConfig(t))
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	scales := must(scale.NewForConfig(jsonConfig(t), mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))).Scales(namespace)
	found := must(scales.Get(ctx, gvr.GroupResource(), "a", metav1.GetOptions{}))
	found.Spec.Replicas = 5
	found = must(scales.Update(ctx, gvr.GroupResource(), found, metav1.UpdateOptions{}))
	if found.Spec.Replicas != 5 || found.Status.Replicas != 3 || found.Status.Selector != "a=b" {
		t.Errorf("scale %+v", found)
	}
}

// renaming converts between v1, whose field is color, and v2, whose field is hue.
func renaming(calls *atomic.Int32) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		calls.Add(1)
		var review apiextensionsv1.ConversionReview
		if err := json.NewDecoder(request.Body).Decode(&review); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		answer := &apiextensionsv1.ConversionResponse{UID: review.Request.UID, Result: metav1.Status{Status: metav1.StatusSuccess}}
		from, to := "color", "hue"
		if must(schema.ParseGroupVersion(review.Request.DesiredAPIVersion)).Version == "v1" {
			from, to = to, from
		}
		for _, raw := range review.Request.Objects {
			var object unstructured.Unstructured
			if err := json.Unmarshal(raw.Raw, &object); err != nil {
				http.Error(response, err.Error(), http.StatusBadRequest)
				return
			}
			spec := object.Object["spec"].(map[string]any)
			spec[to] = spec[from]
			delete(spec, from)
			object.SetAPIVersion(review.Request.DesiredAPIVersion)
			answer.ConvertedObjects = append(answer.ConvertedObjects, runtime.RawExtension{Object: &object})
		}
		review.Request, review.Response = nil, answer
		_ = json.NewEncoder(response).Encode(review)
	}
}

func TestConversionWebhook(t *testing.T) {
	namespace, ctx := newNamespace(t), within(t, 30*time.Second)
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", []net.IP{net.IPv4(127, 0, 0, 1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pair := must(tls.X509KeyPair(certificate, key))
	listener := must(tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}}))
	var calls atomic.Int32
	server := &http.Server{Handler: renaming(&calls)}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	url := "https://" + listener.Addr().String() + "//convert"
	v1 := define(t, &apiextensionsv1.CustomResourceConversion{
		Strategy: apiextensionsv1.WebhookConverter,
		Webhook: &apiextensionsv1.WebhookConversion{
			ConversionReviewVersions: []string{"v1"},
			ClientConfig:             &apiextensionsv1.WebhookClientConfig{URL: &url, CABundle: certificate},
		},
	}, version("v1", "color", true), version("v2", "hue", false))
	v2 := v1.GroupResource().WithVersion("v2")
	client := dynamic.NewForConfigOrDie(jsonConfig(t))
	colors, hues := client.Resource(v1).Namespace(namespace), client.Resource(v2).Namespace(namespace)
	events := must(hues.Watch(ctx, metav1.ListOptions{}))
	defer events.Stop()
	must(colors.Create(ctx, widget(v1, "a", "color"), metav1.CreateOptions{}))
	if got := must(hues.Get(ctx, "a", metav1.GetOptions{})); text(got, "spec", "hue") != "x" {
		t.Errorf("read: %v", got)
	}
	event := <-events.ResultChan()
	if got, ok := event.Object.(*unstructured.Unstructured); !ok || text(got, "spec", "hue") != "x" {
		t.Errorf("watched: %v", event)
	}
	must(hues.Create(ctx, widget(v2, "b", "hue"), metav1.CreateOptions{}))
	if list := must(colors.List(ctx, metav1.ListOptions{})); len(list.Items) != 2 || text(&list.Items[1], "spec", "color") != "x" {
		t.Errorf("listed: %v", list)
	}
	if calls.Load() == 0 {
		t.Error("the webhook was never asked")
	}
}
