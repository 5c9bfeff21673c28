package conformance

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	appsac "k8s.io/client-go/applyconfigurations/apps/v1"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	metaac "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/openapi3"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
)

func deployment(namespace, image string) *appsac.DeploymentApplyConfiguration {
	labels := map[string]string{"a": "b"}
	container := coreac.Container().WithName("c").WithImage(image)
	template := coreac.PodTemplateSpec().WithLabels(labels).WithSpec(coreac.PodSpec().WithContainers(container))
	return appsac.Deployment("d", namespace).WithSpec(appsac.DeploymentSpec().WithReplicas(0).
		WithSelector(metaac.LabelSelector().WithMatchLabels(labels)).WithTemplate(template))
}

func TestApply(t *testing.T) {
	namespace, ctx := newNamespace(t), within(t, 20*time.Second)
	deployments := clientset(t).AppsV1().Deployments(namespace)
	must(deployments.Apply(ctx, deployment(namespace, "one"), metav1.ApplyOptions{FieldManager: "alpha"}))
	_, err := deployments.Apply(ctx, deployment(namespace, "two"), metav1.ApplyOptions{FieldManager: "beta"})
	want := `Apply failed with 1 conflict: conflict with "alpha": .spec.template.spec.containers[name="c"].image`
	if !errors.IsConflict(err) || err.Error() != want {
		t.Errorf("conflict: %v", err)
	}
	live := must(deployments.Apply(ctx, deployment(namespace, "two"), metav1.ApplyOptions{FieldManager: "beta", Force: true}))
	mine := must(appsac.ExtractDeployment(live, "beta"))
	if *mine.Spec.Template.Spec.Containers[0].Image != "two" {
		t.Errorf("extracted %+v", mine)
	}
	status := appsac.Deployment("d", namespace).WithStatus(appsac.DeploymentStatus().WithObservedGeneration(7))
	must(deployments.ApplyStatus(ctx, status, metav1.ApplyOptions{FieldManager: "status", Force: true}))

	client := discovery.NewDiscoveryClientForConfigOrDie(jsonConfig(t))
	extractor := must(metaac.NewUnstructuredExtractor(client))
	untyped := dynamic.NewForConfigOrDie(jsonConfig(t)).Resource(schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"})
	object := must(untyped.Namespace(namespace).Get(ctx, "d", metav1.GetOptions{}))
	if _, err := extractor.Extract(object, "beta"); err != nil {
		t.Errorf("untyped: %v", err)
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	scales := must(scale.NewForConfig(jsonConfig(t), mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))).Scales(namespace)
	found := must(scales.Get(ctx, schema.GroupResource{Group: "apps", Resource: "deployments"}, "d", metav1.GetOptions{}))
	if found.Status.Selector != "a=b" {
		t.Errorf("scale %+v", found)
	}
	must(scales.Update(ctx, schema.GroupResource{Group: "apps", Resource: "deployments"}, found, metav1.UpdateOptions{}))
}

func TestDiscovery(t *testing.T) {
	client := discovery.NewDiscoveryClientForConfigOrDie(jsonConfig(t))
	_, aggregated, err := client.ServerGroupsAndResources()
	if err != nil {
		t.Fatal(err)
	}
	client.UseLegacyDiscovery = true
	_, oneByOne, err := client.ServerGroupsAndResources()
	if err != nil {
		t.Fatal(err)
	}
	single := map[string]metav1.APIResource{}
	for _, list := range oneByOne {
		for _, resource := range list.APIResources {
			single[list.GroupVersion+"/"+resource.Name] = resource
		}
	}
	count := 0
	for _, list := range aggregated {
		for _, resource := range list.APIResources {
			count++
			other, ok := single[list.GroupVersion+"/"+resource.Name]
			if !ok || other.Kind != resource.Kind || other.Namespaced != resource.Namespaced || len(other.Verbs) != len(resource.Verbs) {
				t.Errorf("%s: %+v and %+v", list.GroupVersion, resource, other)
			}
		}
	}
	if count != len(single) {
		t.Errorf("%d resources in the aggregated form, %d in the other", count, len(single))
	}
	mapper := restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client)), client, nil)
	for short, name := range map[string]string{"po": "pods", "deploy": "deployments", "csr": "certificatesigningrequests", "crd": "customresourcedefinitions"} {
		if found, err := mapper.ResourceFor(schema.GroupVersionResource{Resource: short}); err != nil || found.Resource != name {
			t.Errorf("%s: %v %v", short, found, err)
		}
	}
	root := openapi3.NewRoot(client.OpenAPIV3())
	for _, version := range must(root.GroupVersions()) {
		if spec, err := root.GVSpec(version); err != nil || len(spec.Paths.Paths) == 0 {
			t.Errorf("OpenAPI of %v: %v", version, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	namespace, ctx := newNamespace(t), within(t, 20*time.Second)
	client := clientset(t).CoreV1()
	maps := client.ConfigMaps(namespace)
	stale := must(maps.Create(ctx, configMap("one"), metav1.CreateOptions{}))
	must(maps.Patch(ctx, "one", types.MergePatchType, []byte(`{"data":{"k":"w"}}`), metav1.PatchOptions{}))
	get := func(name string) error {
		_, err := maps.Get(ctx, name, metav1.GetOptions{})
		return err
	}
	create := func(name string, options metav1.CreateOptions) error {
		_, err := maps.Create(ctx, configMap(name), options)
		return err
	}
	update := func() error {
		_, err := maps.Update(ctx, stale, metav1.UpdateOptions{})
		return err
	}
	elsewhere := func() error {
		_, err := client.ConfigMaps("absent").Create(ctx, configMap("a"), metav1.CreateOptions{})
		return err
	}
	list := func(options metav1.ListOptions) error {
		_, err := maps.List(ctx, options)
		return err
	}
	uid := types.UID("x")
	for _, c := range []struct {
		what string
		is   func(error) bool
		err  error
	}{
		{"absent", errors.IsNotFound, get("absent")},
		{"there already", errors.IsAlreadyExists, create("one", metav1.CreateOptions{})},
		{"stale", errors.IsConflict, update()},
		{"a bad name", errors.IsInvalid, create("Bad_Name", metav1.CreateOptions{})},
		{"another uid", errors.IsConflict, maps.Delete(ctx, "one", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}})},
		{"an absent namespace", errors.IsNotFound, elsewhere()},
		{"a strange dry run", errors.IsInvalid, create("b", metav1.CreateOptions{DryRun: []string{"Some"}})},
		{"a strange version", errors.IsBadRequest, list(metav1.ListOptions{ResourceVersion: "abc"})},
		{"a strange page", errors.IsBadRequest, list(metav1.ListOptions{Continue: "abc"})},
		{"an unknown field", errors.IsBadRequest, list(metav1.ListOptions{FieldSelector: "data.x=1"})},
	} {
		if !c.is(c.err) {
			t.Errorf("%s: %v", c.what, c.err)
		}
	}
}
