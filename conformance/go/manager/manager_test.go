package manager

import (
	"context"
	"os"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metrics "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func definition(group string) *apiextensionsv1.CustomResourceDefinition {
	isTrue := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "boats." + group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "boats", Singular: "boat", Kind: "Boat", ListKind: "BoatList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Subresources: &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", XPreserveUnknownFields: &isTrue,
				}},
			}},
		},
	}
}

func eventually(t *testing.T, what string, holds func(context.Context) bool) {
	t.Helper()
	if err := wait.PollUntilContextTimeout(context.Background(), 50*time.Millisecond, 30*time.Second, true,
		func(ctx context.Context) (bool, error) { return holds(ctx), nil }); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// start runs a manager with a controller of boats, an index of its cache, an election and two webhooks.
func start(t *testing.T, config *rest.Config, group string, hooks envtest.WebhookInstallOptions) ctrl.Manager {
	types := runtime.NewScheme()
	_ = scheme.AddToScheme(types)
	version := schema.GroupVersion{Group: group, Version: "v1"}
	types.AddKnownTypes(version, &Boat{}, &BoatList{})
	metav1.AddToGroupVersion(types, version)
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: types, Metrics: metrics.Options{BindAddress: "0"}, HealthProbeBindAddress: "0",
		LeaderElection: true, LeaderElectionID: group, LeaderElectionNamespace: "default", LeaderElectionReleaseOnCancel: true,
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: hooks.LocalServingHost, Port: hooks.LocalServingPort, CertDir: hooks.LocalServingCertDir,
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := manager.GetFieldIndexer().IndexField(context.Background(), &appsv1.Deployment{}, "owner", func(object client.Object) []string {
		if owner := metav1.GetControllerOf(object); owner != nil {
			return []string{owner.Name}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	builder := ctrl.NewControllerManagedBy(manager).Named("boat-" + group)
	if err := builder.For(&Boat{}).Owns(&appsv1.Deployment{}).Complete(&boatReconciler{manager.GetClient()}); err != nil {
		t.Fatal(err)
	}
	decoder := admission.NewDecoder(types)
	manager.GetWebhookServer().Register("/mutate", &admission.Webhook{Handler: &stamp{decoder}})
	manager.GetWebhookServer().Register("/validate", &admission.Webhook{Handler: &refuse{decoder}})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- manager.Start(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	eventually(t, "the webhook server", func(context.Context) bool { return manager.GetWebhookServer().StartedChecker()(nil) == nil })
	return manager
}

func TestManager(t *testing.T) {
	path := os.Getenv("KUBECONFIG")
	if path == "" {
		t.Skip("KUBECONFIG names no server")
	}
	log.SetLogger(zap.New(zap.WriteTo(t.Output())))
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatal(err)
	}
	group, isTrue := "b"+rand.String(5)+".judge.example", true
	environment := &envtest.Environment{
		Config: config, UseExistingCluster: &isTrue, WebhookInstallOptions: webhooksFor(group),
		CRDInstallOptions: envtest.CRDInstallOptions{CRDs: []*apiextensionsv1.CustomResourceDefinition{definition(group)}, CleanUpAfterUse: true},
	}
	if _, err = environment.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := environment.Stop(); err != nil {
			t.Error(err)
		}
	})
	manager := start(t, config, group, environment.WebhookInstallOptions)
	direct, err := client.New(config, client.Options{Scheme: manager.GetScheme()})
	if err != nil {
		t.Fatal(err)
	}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "boats-", Labels: map[string]string{"judge": group}}}
	if err := direct.Create(context.Background(), namespace); err != nil {
		t.Fatal(err)
	}
	// Last first: webhooks without a server would prevent the deletion of the namespace.
	t.Cleanup(func() { _ = direct.Delete(context.Background(), namespace) })
	t.Cleanup(func() {
		_ = direct.Delete(context.Background(), environment.WebhookInstallOptions.MutatingWebhooks[0])
		_ = direct.Delete(context.Background(), environment.WebhookInstallOptions.ValidatingWebhooks[0])
	})
	t.Run("reconciles", func(t *testing.T) { reconciles(t, manager.GetClient(), direct, namespace.Name) })
	t.Run("asks webhooks", func(t *testing.T) { asksWebhooks(t, direct, namespace.Name) })
}

func reconciles(t *testing.T, cached, direct client.Client, namespace string) {
	ctx := context.Background()
	boat := &Boat{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "argo"}, Spec: BoatSpec{Crew: 50}}
	if err := direct.Create(ctx, boat); err != nil {
		t.Fatal(err)
	}
	key := client.ObjectKeyFromObject(boat)
	eventually(t, "ready", func(ctx context.Context) bool { return direct.Get(ctx, key, boat) == nil && boat.Status.Ready })
	var owned appsv1.DeploymentList
	eventually(t, "found by its owner", func(ctx context.Context) bool {
		err := cached.List(ctx, &owned, client.InNamespace(namespace), client.MatchingFields{"owner": "argo"})
		return err == nil && len(owned.Items) == 1
	})
	if err := direct.Delete(ctx, &owned.Items[0]); err != nil {
		t.Fatal(err)
	}
	var again appsv1.Deployment
	eventually(t, "made again", func(ctx context.Context) bool {
		return direct.Get(ctx, key, &again) == nil && again.UID != owned.Items[0].UID
	})
	if err := direct.Delete(ctx, boat); err != nil {
		t.Fatal(err)
	}
	eventually(t, "collected", func(ctx context.Context) bool {
		return errors.IsNotFound(direct.Get(ctx, key, &Boat{})) && errors.IsNotFound(direct.Get(ctx, key, &again))
	})
}

func asksWebhooks(t *testing.T, direct client.Client, namespace string) {
	ctx := context.Background()
	of := func(name string, data map[string]string) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Data: data}
	}
	keep := of("keep", nil)
	if err := direct.Create(ctx, keep); err != nil || keep.Labels["stamped"] != "CREATE" {
		t.Errorf("create: %v %v", err, keep.Labels)
	}
	keep.Data = map[string]string{"a": "b"}
	if err := direct.Update(ctx, keep); err != nil || keep.Labels["stamped"] != "UPDATE" {
		t.Errorf("update: %v %v", err, keep.Labels)
	}
	for want, err := range map[string]error{
		`admission webhook "validate.judge.example" denied the request: bad data`: direct.Create(ctx, of("bad", map[string]string{"bad": "x"})),
		`admission webhook "validate.judge.example" denied the request: is kept`:  direct.Delete(ctx, keep),
	} {
		if !errors.IsForbidden(err) || err.Error() != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}
