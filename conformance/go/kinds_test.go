package conformance

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/diff"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
)

//go:embed testdata/objects.yaml
var objects string

// An object of every built-in kind goes through every verb in protobuf, and reads the same in JSON.
func TestKinds(t *testing.T) {
	_, lists, err := discovery.NewDiscoveryClientForConfigOrDie(jsonConfig(t)).ServerGroupsAndResources()
	if err != nil {
		t.Fatal(err)
	}
	namespace := newNamespace(t)
	for _, document := range strings.Split(strings.ReplaceAll(objects, "NAMESPACE", namespace), "\n---\n") {
		object, gvk, err := scheme.Codecs.UniversalDeserializer().Decode([]byte(document), nil, nil)
		if err != nil {
			t.Fatalf("%v in %s", err, document)
		}
		t.Run(strings.ReplaceAll(gvk.GroupVersion().String(), "/", " ")+" "+gvk.Kind, func(t *testing.T) {
			everyVerb(t, namespace, *gvk, resourceOf(t, lists, *gvk), object)
		})
	}
}

func resourceOf(t *testing.T, lists []*metav1.APIResourceList, gvk schema.GroupVersionKind) metav1.APIResource {
	for _, list := range lists {
		for _, resource := range list.APIResources {
			isOf := list.GroupVersion == gvk.GroupVersion().String() && resource.Kind == gvk.Kind
			if isOf && !strings.Contains(resource.Name, "/") {
				return resource
			}
		}
	}
	t.Fatalf("not discovered: %v", gvk)
	return metav1.APIResource{}
}

func restClient(t *testing.T, config *rest.Config, gv schema.GroupVersion) *rest.RESTClient {
	config.GroupVersion, config.APIPath = &gv, "/apis"
	if gv.Group == "" {
		config.APIPath = "/api"
	}
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	return must(rest.RESTClientFor(config))
}

func everyVerb(t *testing.T, namespace string, gvk schema.GroupVersionKind, resource metav1.APIResource, sample runtime.Object) {
	ctx := within(t, 30*time.Second)
	client := restClient(t, protobufConfig(t), gvk.GroupVersion())
	asJSON := restClient(t, jsonConfig(t), gvk.GroupVersion())
	to := func(request *rest.Request) *rest.Request {
		return request.NamespaceIfScoped(namespace, resource.Namespaced).Resource(resource.Name)
	}
	fresh := func() runtime.Object { return must(scheme.Scheme.New(gvk)) }
	check := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	created := fresh()
	check("create", to(client.Post()).Body(sample).Do(ctx).Into(created))
	if !slices.Contains(resource.Verbs, "get") {
		return
	}
	name := must(meta.Accessor(created)).GetName()
	defer to(client.Delete()).Name(name).Do(context.Background())

	compareForms(t, func(form *rest.RESTClient) runtime.Object {
		object := fresh()
		check("get", to(form.Get()).Name(name).Do(ctx).Into(object))
		return object
	}, client, asJSON)

	list := must(scheme.Scheme.New(gvk.GroupVersion().WithKind(gvk.Kind + "List")))
	check("list", to(client.Get()).Do(ctx).Into(list))
	options := &metav1.ListOptions{
		Watch:           true,
		ResourceVersion: must(meta.ListAccessor(list)).GetResourceVersion(),
		FieldSelector:   "metadata.name=" + name,
	}
	events, err := to(client.Get()).VersionedParams(options, scheme.ParameterCodec).Watch(ctx)
	check("watch", err)
	defer events.Stop()

	check("update", retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live := fresh()
		check("get", to(client.Get()).Name(name).Do(ctx).Into(live))
		must(meta.Accessor(live)).SetLabels(map[string]string{"judge": "yes"})
		return to(client.Put()).Name(name).Body(live).Do(ctx).Error()
	}))
	for patchType, body := range map[types.PatchType]string{
		types.StrategicMergePatchType: `{"metadata":{"annotations":{"a":"b"}}}`,
		types.MergePatchType:          `{"metadata":{"annotations":{"c":"d"}}}`,
		types.JSONPatchType:           `[{"op":"replace","path":"/metadata/labels/judge","value":"yes"}]`,
	} {
		check(string(patchType), to(client.Patch(patchType)).Name(name).Body([]byte(body)).Do(ctx).Error())
	}
	applied := `{"apiVersion":"` + gvk.GroupVersion().String() + `","kind":"` + gvk.Kind + `","metadata":{"name":"` + name + `","annotations":{"e":"f"}}}`
	check("apply", to(client.Patch(types.ApplyYAMLPatchType)).Name(name).Param("fieldManager", "judge").Body([]byte(applied)).Do(ctx).Error())

	if event := <-events.ResultChan(); event.Type != watch.Modified {
		t.Errorf("watch: %v %v", event.Type, event.Object)
	}
	if slices.Contains(resource.Verbs, "deletecollection") {
		options := &metav1.ListOptions{LabelSelector: "judge=yes"}
		check("deletecollection", to(client.Delete()).VersionedParams(options, scheme.ParameterCodec).Do(ctx).Error())
	} else {
		check("delete", to(client.Delete()).Name(name).Do(ctx).Error())
	}
	eventually(t, "gone", func(ctx context.Context) bool {
		return errors.IsNotFound(to(client.Get()).Name(name).Do(ctx).Error())
	})
}

// compareForms reads until both forms are of one version: controllers may write in between.
func compareForms(t *testing.T, read func(*rest.RESTClient) runtime.Object, protobuf, json *rest.RESTClient) {
	for {
		first, second := read(protobuf), read(json)
		version := func(object runtime.Object) string { return must(meta.Accessor(object)).GetResourceVersion() }
		if version(first) != version(second) {
			continue
		}
		for _, object := range []runtime.Object{first, second} {
			object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
			// Objects within objects name their kind in JSON only.
			if set, ok := object.(*appsv1.StatefulSet); ok {
				for i := range set.Spec.VolumeClaimTemplates {
					set.Spec.VolumeClaimTemplates[i].TypeMeta = metav1.TypeMeta{}
				}
			}
		}
		if !equality.Semantic.DeepEqual(first, second) {
			t.Errorf("protobuf and JSON differ: %s", diff.Diff(first, second))
		}
		return
	}
}
