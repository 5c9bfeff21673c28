// Package conformance judges a server with unmodified client-go. KUBECONFIG names the server.
package conformance

import (
	"context"
	"os"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const protobuf = "application/vnd.kubernetes.protobuf"

func jsonConfig(t testing.TB) *rest.Config {
	t.Helper()
	path := os.Getenv("KUBECONFIG")
	if path == "" {
		t.Skip("KUBECONFIG names no server")
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS, config.Burst = 1000, 1000
	return config
}

func protobufConfig(t testing.TB) *rest.Config {
	config := jsonConfig(t)
	config.ContentType = protobuf
	config.AcceptContentTypes = protobuf + ",application/json"
	return config
}

// clientset speaks protobuf, as clients of built-in kinds do by default.
func clientset(t testing.TB) kubernetes.Interface {
	return kubernetes.NewForConfigOrDie(protobufConfig(t))
}

func within(t testing.TB, timeout time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	t.Cleanup(cancel)
	return ctx
}

// newNamespace waits for its service account, which pods need.
func newNamespace(t testing.TB) string {
	t.Helper()
	client := clientset(t).CoreV1()
	namespace := must(client.Namespaces().Create(context.Background(), &corev1.Namespace{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "judge-"},
	}, metav1.CreateOptions{}))
	t.Cleanup(func() {
		_ = client.Namespaces().Delete(context.Background(), namespace.Name, metav1.DeleteOptions{})
	})
	eventually(t, "the default account", func(ctx context.Context) bool {
		_, err := client.ServiceAccounts(namespace.Name).Get(ctx, "default", metav1.GetOptions{})
		return err == nil
	})
	return namespace.Name
}

func eventually(t testing.TB, what string, holds func(context.Context) bool) {
	t.Helper()
	err := wait.PollUntilContextTimeout(context.Background(), 50*time.Millisecond, 30*time.Second, true,
		func(ctx context.Context) (bool, error) { return holds(ctx), nil })
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// must panics rather than fails: a test that cannot go on prints where.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func configMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"name": name}},
		Data:       map[string]string{"k": "v"},
	}
}
