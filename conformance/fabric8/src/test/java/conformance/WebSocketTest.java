package conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What fabric8 does over WebSocket: it asks for every watch so. */
class WebSocketTest {
  private KubernetesClient client;
  private String namespace;

  @BeforeEach
  void open() {
    client = new KubernetesClientBuilder().build();
    namespace = "java-" + System.nanoTime();
    client.namespaces().resource(new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build()).create();
  }

  @AfterEach
  void close() {
    client.namespaces().withName(namespace).delete();
    client.close();
  }

  private ConfigMap map(String name, String value) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).withNamespace(namespace)
        .addToLabels("app", "web").endMetadata().addToData("key", value).build();
  }

  private <T> Watcher<T> into(BlockingQueue<String> events) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, T object) {
        String name = object instanceof ConfigMap map ? map.getMetadata().getName() : object.toString();
        events.add(action + " " + name);
      }

      @Override
      public void onClose(WatcherException cause) {
        events.add("closed");
      }
    };
  }

  private static String next(BlockingQueue<String> events) throws InterruptedException {
    String event = events.poll(30, TimeUnit.SECONDS);
    return event == null ? "nothing" : event;
  }

  @Test
  void watchesWhatIsCreatedChangedAndDeleted() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (Watch watch = client.configMaps().inNamespace(namespace).withLabel("app", "web").watch(into(events))) {
      client.resource(map("a", "1")).create();
      assertEquals("ADDED a", next(events));
      client.resource(map("a", "2")).update();
      assertEquals("MODIFIED a", next(events));
      client.resource(map("a", "2")).delete();
      assertEquals("DELETED a", next(events));
    }
  }

  @Test
  void watchesFromAVersion() throws Exception {
    String version = client.resource(map("a", "1")).create().getMetadata().getResourceVersion();
    client.resource(map("b", "1")).create();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (Watch watch = client.configMaps().inNamespace(namespace).withResourceVersion(version).watch(into(events))) {
      assertEquals("ADDED b", next(events));
    }
  }

  @Test
  void keepsAnInformer() throws Exception {
    client.resource(map("a", "1")).create();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (SharedIndexInformer<ConfigMap> informer = client.configMaps().inNamespace(namespace).withLabel("app", "web").inform(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(ConfigMap map) {
            events.add("add " + map.getMetadata().getName());
          }

          @Override
          public void onUpdate(ConfigMap before, ConfigMap after) {
            events.add("update " + after.getData().get("key"));
          }

          @Override
          public void onDelete(ConfigMap map, boolean isUnknown) {
            events.add("delete " + map.getMetadata().getName());
          }
        })) {
      assertEquals("add a", next(events));
      client.resource(map("a", "2")).update();
      assertEquals("update 2", next(events));
      client.resource(map("a", "2")).delete();
      assertEquals("delete a", next(events));
    }
  }

  private Pod pod() {
    Pod pod = new PodBuilder().withNewMetadata().withName("web").withNamespace(namespace)
        .withAnnotations(Map.of("simulate.pinnace.dev/logs", "one\ntwo")).endMetadata()
        .withNewSpec().addNewContainer().withName("main").withImage("example.dev/web").endContainer().endSpec().build();
    client.resource(pod).create();
    return client.pods().inNamespace(namespace).withName("web").waitUntilReady(30, TimeUnit.SECONDS);
  }

  @Test
  void waitsForAPodAndReadsItsLog() throws Exception {
    pod();
    assertEquals("one\ntwo\n", client.pods().inNamespace(namespace).withName("web").getLog());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LogWatch log = client.pods().inNamespace(namespace).withName("web").watchLog(out)) {
      for (int tries = 0; tries < 300 && !out.toString().contains("two"); tries++) Thread.sleep(100);
    }
    assertEquals("one\ntwo\n", out.toString());
  }

  @Test
  void seesTheErrorOfACommand() throws Exception {
    pod();
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    try (var exec = client.pods().inNamespace(namespace).withName("web")
        .writingOutput(new ByteArrayOutputStream()).writingErrorChannel(error).exec("ls")) {
      // No container runs: the command fails with a Status on the error channel.
      try {
        exec.exitCode().get(30, TimeUnit.SECONDS);
      } catch (java.util.concurrent.ExecutionException failed) {
        // Some versions throw what the Status says.
      }
    }
    assertTrue(error.toString().contains("no container runs"), error.toString());
  }

  @Test
  void isToldThatAWatchIsForbidden() {
    var nobody = new io.fabric8.kubernetes.client.ConfigBuilder(client.getConfiguration())
        .withImpersonateUsername("nobody").build();
    try (KubernetesClient other = new KubernetesClientBuilder().withConfig(nobody).build()) {
      KubernetesClientException error = assertThrows(KubernetesClientException.class,
          () -> other.configMaps().inNamespace(namespace).watch(into(new LinkedBlockingQueue<>())));
      assertEquals(403, error.getCode());
    }
    assertEquals(List.of(), client.configMaps().inNamespace(namespace).withLabel("app", "web").list().getItems());
  }
}
