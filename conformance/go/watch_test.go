package conformance

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/pager"
	watchtools "k8s.io/client-go/tools/watch"
)

// A watch that begins with what there is says where that ends.
func TestWatchList(t *testing.T) {
	maps, ctx := clientset(t).CoreV1().ConfigMaps(newNamespace(t)), within(t, 20*time.Second)
	for i := range 5 {
		must(maps.Create(ctx, configMap(fmt.Sprint("a", i)), metav1.CreateOptions{}))
	}
	isTrue := true
	events := must(maps.Watch(ctx, metav1.ListOptions{
		SendInitialEvents:    &isTrue,
		AllowWatchBookmarks:  true,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		LabelSelector:        "name",
	}))
	defer events.Stop()
	added := 0
	for event := range events.ResultChan() {
		if event.Type == watch.Added {
			added++
			continue
		}
		object := event.Object.(*corev1.ConfigMap)
		isEnd := object.Annotations[metav1.InitialEventsAnnotationKey] == "true"
		if event.Type != watch.Bookmark || !isEnd || added != 5 {
			t.Fatalf("%d added, then %v %v", added, event.Type, object)
		}
		return
	}
	t.Fatal("ended")
}

// Watches of a second each, one after the other, tell everything once.
func TestRetryWatcher(t *testing.T) {
	maps, ctx := clientset(t).CoreV1().ConfigMaps(newNamespace(t)), within(t, 30*time.Second)
	list := must(maps.List(ctx, metav1.ListOptions{}))
	second := int64(1)
	watcher := must(watchtools.NewRetryWatcherWithContext(ctx, list.ResourceVersion, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			options.TimeoutSeconds, options.LabelSelector = &second, "name"
			return maps.Watch(ctx, options)
		},
	}))
	go func() {
		for i := range 30 {
			_, _ = maps.Create(ctx, configMap(fmt.Sprint("x", i)), metav1.CreateOptions{})
			time.Sleep(100 * time.Millisecond)
		}
	}()
	for i := range 30 {
		event := <-watcher.ResultChan()
		if name := event.Object.(*corev1.ConfigMap).Name; name != fmt.Sprint("x", i) {
			t.Fatalf("%v %s instead of x%d", event.Type, name, i)
		}
	}
}

// Typed, dynamic and metadata informers agree, with streamed lists and without.
func TestInformers(t *testing.T) {
	for _, streams := range []string{"true", "false"} {
		t.Run("WatchListClient="+streams, func(t *testing.T) {
			t.Setenv("KUBE_FEATURE_WatchListClient", streams)
			namespace, client, ctx := newNamespace(t), clientset(t), within(t, 60*time.Second)
			gvr := corev1.SchemeGroupVersion.WithResource("configmaps")
			selected := func(options *metav1.ListOptions) { options.LabelSelector = "name" }
			typed := informers.NewSharedInformerFactoryWithOptions(client, time.Second,
				informers.WithNamespace(namespace), informers.WithTweakListOptions(selected))
			untyped := dynamicinformer.NewFilteredDynamicSharedInformerFactory(
				dynamic.NewForConfigOrDie(jsonConfig(t)), 0, namespace, selected)
			metadataOnly := metadatainformer.NewFilteredSharedInformerFactory(
				metadata.NewForConfigOrDie(protobufConfig(t)), 0, namespace, selected)
			watched := typed.Core().V1().ConfigMaps().Informer()
			all := []cache.SharedIndexInformer{watched, untyped.ForResource(gvr).Informer(), metadataOnly.ForResource(gvr).Informer()}
			var resynced, deleted atomic.Int32
			must(watched.AddEventHandler(cache.ResourceEventHandlerFuncs{
				UpdateFunc: func(before, after any) {
					if before.(*corev1.ConfigMap).ResourceVersion == after.(*corev1.ConfigMap).ResourceVersion {
						resynced.Add(1)
					}
				},
				DeleteFunc: func(any) { deleted.Add(1) },
			}))
			typed.Start(ctx.Done())
			untyped.Start(ctx.Done())
			metadataOnly.Start(ctx.Done())
			holds := func(count int) func(context.Context) bool {
				return func(context.Context) bool {
					for _, informer := range all {
						if !informer.HasSynced() || len(informer.GetStore().ListKeys()) != count {
							return false
						}
					}
					return true
				}
			}
			eventually(t, "synced", holds(0))
			for i := range 20 {
				must(client.CoreV1().ConfigMaps(namespace).Create(ctx, configMap(fmt.Sprint("i", i)), metav1.CreateOptions{}))
			}
			eventually(t, "twenty", holds(20))
			eventually(t, "resynced", func(context.Context) bool { return resynced.Load() > 0 })
			err := client.CoreV1().ConfigMaps(namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "name"})
			if err != nil {
				t.Fatal(err)
			}
			eventually(t, "none", holds(0))
			eventually(t, "told of twenty", func(context.Context) bool { return deleted.Load() == 20 })
		})
	}
}

func TestPages(t *testing.T) {
	maps, ctx := clientset(t).CoreV1().ConfigMaps(newNamespace(t)), within(t, 20*time.Second)
	for i := range 25 {
		must(maps.Create(ctx, configMap(fmt.Sprintf("p%02d", i)), metav1.CreateOptions{}))
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return maps.List(ctx, options)
	})
	pages.PageSize = 7
	seen := 0
	err := pages.EachListItem(ctx, metav1.ListOptions{LabelSelector: "name"}, func(runtime.Object) error {
		seen++
		return nil
	})
	if err != nil || seen != 25 {
		t.Errorf("%d %v", seen, err)
	}
}
