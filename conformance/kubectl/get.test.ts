import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import {
  configMap,
  namespace,
  pod,
  node,
  deployment,
  statefulSet,
  daemonSet,
  replicaSet,
  service,
  event,
} from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('get', (k) => {
  it('prints a table', async () => {
    await k.have(configMap('a', { x: '1' }), configMap('b'))
    await k.prints(
      'get configmaps',
      lines`
      NAME   DATA   AGE
      a      1      <age>
      b      0      <age>
    `,
    )
    await k.prints(
      'get cm a',
      lines`
      NAME   DATA   AGE
      a      1      <age>
    `,
    )
    await k.prints(
      'get configmaps/b configmaps/a',
      lines`
      NAME   DATA   AGE
      b      0      <age>
      a      1      <age>
    `,
    )
  })

  if (k.minor >= 21)
    it('prints JSON', async () => {
      await k.have(configMap('a', { x: '1' }))
      await k.prints(
        'get configmap a -o json',
        lines`
      {
          "apiVersion": "v1",
          "data": {
              "x": "1"
          },
          "kind": "ConfigMap",
          "metadata": {
              "creationTimestamp": "<time>",
              "name": "a",
              "namespace": "default",
              "resourceVersion": "<version>",
              "uid": "<uid>"
          }
      }
    `,
      )
    })

  if (k.minor >= 21)
    it('prints YAML, one object or a list', async () => {
      await k.have(configMap('a', { x: '1' }))
      await k.prints(
        'get configmap a -o yaml',
        lines`
      apiVersion: v1
      data:
        x: "1"
      kind: ConfigMap
      metadata:
        creationTimestamp: "<time>"
        name: a
        namespace: default
        resourceVersion: "<version>"
        uid: <uid>
    `,
      )
      await k.prints(
        'get configmaps -o yaml',
        lines`
      apiVersion: v1
      items:
      - apiVersion: v1
        data:
          x: "1"
        kind: ConfigMap
        metadata:
          creationTimestamp: "<time>"
          name: a
          namespace: default
          resourceVersion: "<version>"
          uid: <uid>
      kind: List
      metadata:
        resourceVersion: ""
    `,
      )
    })

  it('prints names', async () => {
    await k.have(configMap('a'), configMap('b'), deployment('web'))
    await k.prints(
      'get configmaps,deployments -o name',
      lines`
      configmap/a
      configmap/b
      deployment.apps/web
    `,
    )
  })

  it('prints what a path picks', async () => {
    await k.have(configMap('a', { x: '1' }), configMap('b', { x: '2' }))
    await k.prints(
      `get configmaps -o jsonpath='{range .items[*]}{.metadata.name}:{.data.x}{"\\n"}{end}'`,
      lines`
      a:1
      b:2
    `,
    )
    await k.prints("get configmap a -o jsonpath='{.data}'", '{"x":"1"}')
    await k.prints(`get configmaps -o jsonpath='{.items[?(@.data.x=="2")].metadata.name}'`, 'b')
    await k.prints(
      "get configmap a -o jsonpath-as-json='{.data}'",
      lines`
      [
          {
              "x": "1"
          }
      ]
    `,
    )
  })

  it("prints columns of the caller's choice", async () => {
    await k.have(configMap('a', { x: '1' }), configMap('b'))
    await k.prints(
      'get configmaps -o custom-columns=NAME:.metadata.name,X:.data.x',
      lines`
      NAME   X
      a      1
      b      <none>
    `,
    )
    k.file(
      'columns',
      lines`
      NAME           UIDS
      metadata.name  metadata.labels
    `,
    )
    await k.prints(
      'get configmap a -o custom-columns-file=columns',
      lines`
      NAME   UIDS
      a      <none>
    `,
    )
  })

  it('prints through a template', async () => {
    await k.have(configMap('a', { x: '1' }))
    await k.prints("get configmap a -o go-template='{{.metadata.name}} has {{.data.x}}'", 'a has 1')
    k.file('t', '{{range .items}}{{.metadata.name}};{{end}}\n')
    await k.prints('get configmaps -o go-template-file=t', 'a;\n')
  })

  it('shows labels, all or some', async () => {
    await k.have(configMap('a', {}, { app: 'web', tier: 'front' }), configMap('b'))
    await k.prints(
      'get configmaps --show-labels',
      lines`
      NAME   DATA   AGE   LABELS
      a      0      <age>   app=web,tier=front
      b      0      <age>   <none>
    `,
    )
    await k.prints(
      'get configmaps -L app,tier',
      lines`
      NAME   DATA   AGE   APP   TIER
      a      0      <age>   web   front
      b      0      <age>
    `,
    )
  })

  it('sorts', async () => {
    await k.have(configMap('a', { x: '3' }), configMap('b', { x: '1' }), configMap('c', { x: '2' }))
    await k.prints(
      'get configmaps --sort-by=.data.x',
      lines`
      NAME   DATA   AGE
      b      1      <age>
      c      1      <age>
      a      1      <age>
    `,
    )
    await k.prints(
      'get configmaps --sort-by={.metadata.name} -o name',
      lines`
      configmap/a
      configmap/b
      configmap/c
    `,
    )
  })

  it('leaves headers out', async () => {
    await k.have(configMap('a'))
    await k.prints('get configmaps --no-headers', 'a     0     <age>\n')
  })

  it('looks into every namespace', async () => {
    await k.have(namespace('team'), configMap('a'), { ...configMap('b'), metadata: { name: 'b', namespace: 'team' } })
    await k.prints(
      'get configmaps -A',
      lines`
      NAMESPACE     NAME                                                   DATA   AGE
      default       a                                                      0      <age>
      kube-system   extension-apiserver-authentication                     6      <age>
      kube-system   kube-apiserver-legacy-service-account-token-tracking   1      <age>
      team          b                                                      0      <age>
    `,
    )
    await k.prints(
      'get configmaps -n team',
      lines`
      NAME   DATA   AGE
      b      0      <age>
    `,
    )
    await k.prints(
      'get configmaps --all-namespaces -o name',
      lines`
      configmap/a
      configmap/extension-apiserver-authentication
      configmap/kube-apiserver-legacy-service-account-token-tracking
      configmap/b
    `,
    )
  })

  it('selects by label', async () => {
    await k.have(configMap('a', {}, { app: 'web', tier: 'front' }), configMap('b', {}, { app: 'web' }), configMap('c'))
    await k.prints(
      'get configmaps -l app=web -o name',
      lines`
      configmap/a
      configmap/b
    `,
    )
    await k.prints("get configmaps -l 'app=web,tier!=front' -o name", 'configmap/b\n')
    await k.prints("get configmaps -l 'tier in (front,back)' -o name", 'configmap/a\n')
    await k.prints("get configmaps -l '!app' -o name", 'configmap/c\n')
    await k.ends('get configmaps -l app=none', { stderr: 'No resources found in default namespace.\n' })
  })

  it('selects by field', async () => {
    await k.have(configMap('a'), configMap('b'), pod('p'), pod('q', {}, { nodeName: 'n1' }))
    await k.prints('get configmaps --field-selector=metadata.name=a -o name', 'configmap/a\n')
    await k.prints('get pods --field-selector=spec.nodeName=n1 -o name', 'pod/q\n')
    await k.ends('get pods --field-selector=status.phase!=Pending', {
      stderr: 'No resources found in default namespace.\n',
    })
    await k.fails(
      'get configmaps --field-selector=data.x=1',
      lines`
      Error from server (BadRequest): Unable to find "/v1, Resource=configmaps" that match label selector "", field selector "data.x=1": "data.x" is not a known field selector: only "metadata.name", "metadata.namespace"
    `,
    )
  })

  it('gets several kinds at once', async () => {
    await k.have(configMap('a'), service('web'))
    await k.prints(
      'get configmap,service -l app=web',
      lines`
      NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      service/web   ClusterIP   10.96.7.7    <none>        80/TCP    <age>
    `,
    )
    await k.prints(
      'get configmap/a service/web',
      lines`
      NAME          DATA   AGE
      configmap/a   0      <age>

      NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      service/web   ClusterIP   10.96.7.7    <none>        80/TCP    <age>
    `,
    )
  })

  it('gets all that belongs to a category', async () => {
    await k.have(
      deployment('web'),
      service('web'),
      statefulSet('db'),
      daemonSet('agent'),
      replicaSet('set'),
      pod('p'),
      configMap('a'),
    )
    await k.prints(
      'get all',
      lines`
      NAME    READY   STATUS    RESTARTS   AGE
      pod/p   0/1     Pending   0          <age>

      NAME                 TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      service/kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   <age>
      service/web          ClusterIP   10.96.7.7    <none>        80/TCP    <age>

      NAME                   DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE
      daemonset.apps/agent   0         0         0       0            0           <none>          <age>

      NAME                  READY   UP-TO-DATE   AVAILABLE   AGE
      deployment.apps/web   0/2     0            0           <age>

      NAME                  DESIRED   CURRENT   READY   AGE
      replicaset.apps/set   1         0         0       <age>

      NAME                  READY   AGE
      statefulset.apps/db   0/1     <age>
    `,
    )
  })

  it('gets objects by the files they were made from', async () => {
    await k.have(configMap('a'), configMap('b'))
    k.manifests('both.json', configMap('a'), configMap('b'))
    await k.prints(
      'get -f both.json',
      lines`
      NAME   DATA   AGE
      a      0      <age>
      b      0      <age>
    `,
    )
  })

  it('prints pods', async () => {
    await k.have(pod('p'), pod('q', {}, { nodeName: 'n1' }))
    await k.prints(
      'get pods',
      lines`
      NAME   READY   STATUS    RESTARTS   AGE
      p      0/1     Pending   0          <age>
      q      0/1     Pending   0          <age>
    `,
    )
    await k.prints(
      'get pods -o wide',
      lines`
      NAME   READY   STATUS    RESTARTS   AGE   IP       NODE     NOMINATED NODE   READINESS GATES
      p      0/1     Pending   0          <age>   <none>   <none>   <none>           <none>
      q      0/1     Pending   0          <age>   <none>   n1       <none>           <none>
    `,
    )
  })

  if (k.minor >= 24)
    it("prints the state of a pod's containers", async () => {
      await k.have(pod('p'))
      await k.ok(
        `patch pod p --subresource=status --type=merge -p '{"status":{"phase":"Running","podIP":"10.1.0.7","podIPs":[{"ip":"10.1.0.7"}],"conditions":[{"type":"Ready","status":"True"}],"containerStatuses":[{"name":"main","image":"example.dev/web:1","imageID":"","ready":true,"restartCount":2,"state":{"running":{}}}]}}'`,
      )
      await k.prints(
        'get pod p',
        lines`
      NAME   READY   STATUS    RESTARTS   AGE
      p      1/1     Running   2          <age>
    `,
      )
    })

  it('prints workloads', async () => {
    await k.have(deployment('web'), statefulSet('db'), daemonSet('agent'), replicaSet('set'))
    await k.prints(
      'get deployments,statefulsets,daemonsets,replicasets',
      lines`
      NAME                  READY   UP-TO-DATE   AVAILABLE   AGE
      deployment.apps/web   0/2     0            0           <age>

      NAME                  READY   AGE
      statefulset.apps/db   0/1     <age>

      NAME                   DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE
      daemonset.apps/agent   0         0         0       0            0           <none>          <age>

      NAME                  DESIRED   CURRENT   READY   AGE
      replicaset.apps/set   1         0         0       <age>
    `,
    )
    await k.prints(
      'get deployment web -o wide',
      lines`
      NAME   READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES              SELECTOR
      web    0/2     0            0           <age>   main         example.dev/web:1   app=web
    `,
    )
    await k.prints(
      'get daemonset agent -o wide',
      lines`
      NAME    DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE   CONTAINERS   IMAGES              SELECTOR
      agent   0         0         0       0            0           <none>          <age>   main         example.dev/web:1   app=agent
    `,
    )
    await k.prints(
      'get statefulset db -o wide',
      lines`
      NAME   READY   AGE   CONTAINERS   IMAGES
      db     0/1     <age>   main         example.dev/web:1
    `,
    )
    await k.prints(
      'get replicaset set -o wide',
      lines`
      NAME   DESIRED   CURRENT   READY   AGE   CONTAINERS   IMAGES              SELECTOR
      set    1         0         0       <age>   main         example.dev/web:1   app=set
    `,
    )
  })

  it('prints services and endpoints', async () => {
    await k.have(service('web'))
    await k.prints(
      'get services -o custom-columns=NAME:.metadata.name,TYPE:.spec.type,PORTS:.spec.ports[*].targetPort',
      lines`
      NAME         TYPE        PORTS
      kubernetes   ClusterIP   6443
      web          ClusterIP   8080
    `,
    )
    await k.prints(
      'get service kubernetes -o wide',
      lines`
      NAME         TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE   SELECTOR
      kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   <age>   <none>
    `,
    )
  })

  it('prints a node', async () => {
    await k.have(node('n1'))
    await k.prints(
      'get nodes',
      lines`
      NAME   STATUS   ROLES    AGE   VERSION
      n1     Ready    <none>   <age>   v1.33.0
    `,
    )
    await k.prints(
      'get node n1 -o wide',
      lines`
      NAME   STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE   KERNEL-VERSION   CONTAINER-RUNTIME
      n1     Ready    <none>   <age>   v1.33.0   10.0.0.7      <none>        Linux      6.1 (amd64)      containerd://1.7
    `,
    )
  })

  it('prints persistent volumes and claims', async () => {
    await k.prints(
      'create -f -',
      lines`
      persistentvolumeclaim/disk created
      persistentvolume/vol created
    `,
      {
        input: lines`
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: { name: disk }
      spec:
        accessModes: [ReadWriteOnce]
        storageClassName: fast
        resources: { requests: { storage: 1Gi } }
      ---
      apiVersion: v1
      kind: PersistentVolume
      metadata: { name: vol }
      spec:
        capacity: { storage: 5Gi }
        accessModes: [ReadWriteOnce, ReadOnlyMany]
        persistentVolumeReclaimPolicy: Retain
        storageClassName: fast
        hostPath: { path: /data }
    `,
      },
    )
    await k.prints(
      'get persistentvolumeclaims',
      lines`
      NAME   STATUS    VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   VOLUMEATTRIBUTESCLASS   AGE
      disk   Pending                                      fast           <unset>                 <age>
    `,
    )
    await k.prints(
      'get persistentvolumes',
      lines`
      NAME   CAPACITY   ACCESS MODES   RECLAIM POLICY   STATUS    CLAIM   STORAGECLASS   VOLUMEATTRIBUTESCLASS   REASON   AGE
      vol    5Gi        RWO,ROX        Retain           Pending           fast           <unset>                          <age>
    `,
    )
  })

  it('prints events', async () => {
    await k.have(event({ kind: 'Pod', name: 'p' }))
    await k.prints(
      'get events',
      lines`
      LAST SEEN   TYPE      REASON   OBJECT   MESSAGE
      <age>         Warning   Looked   pod/p    somebody looked at it
    `,
    )
    await k.prints('get events --field-selector=involvedObject.name=p -o name', 'event/p.1\n')
    await k.prints(
      'get events -o wide',
      lines`
      LAST SEEN   TYPE      REASON   OBJECT   SUBOBJECT   SOURCE   MESSAGE                 FIRST SEEN   COUNT   NAME
      <age>         Warning   Looked   pod/p                eye      somebody looked at it   <age>          1       p.1
    `,
    )
  })

  it('reads large lists in chunks', async () => {
    await k.have(
      configMap('c1'),
      configMap('c2'),
      configMap('c3'),
      configMap('c4'),
      configMap('c5'),
      configMap('c6'),
      configMap('c7'),
    )
    await k.prints(
      'get configmaps --chunk-size=2',
      lines`
      NAME   DATA   AGE
      c1     0      <age>
      c2     0      <age>
      c3     0      <age>
      c4     0      <age>
      c5     0      <age>
      c6     0      <age>
      c7     0      <age>
    `,
    )
    await k.prints(
      'get configmaps --chunk-size=2 -o name',
      lines`
      configmap/c1
      configmap/c2
      configmap/c3
      configmap/c4
      configmap/c5
      configmap/c6
      configmap/c7
    `,
    )
  })

  if (k.minor >= 21)
    it('says that there is nothing', async () => {
      await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
      await k.ends('get configmaps -n kube-public', { stderr: 'No resources found in kube-public namespace.\n' })
      await k.ends('get secrets -A', { stderr: 'No resources found\n' })
      await k.prints('get configmaps -o name', '')
      await k.prints(
        'get configmaps -o json',
        lines`
      {
          "apiVersion": "v1",
          "items": [],
          "kind": "List",
          "metadata": {
              "resourceVersion": ""
          }
      }
    `,
      )
    })

  it('says that an object is not there', async () => {
    await k.fails('get configmap nothing', 'Error from server (NotFound): configmaps "nothing" not found\n')
    await k.prints('get configmap nothing --ignore-not-found', '')
    await k.fails(
      'get deployments.apps nothing',
      'Error from server (NotFound): deployments.apps "nothing" not found\n',
    )
  })

  it('says that a kind is not there', async () => {
    await k.fails('get things', `error: the server doesn't have a resource type "things"\n`)
    await k.fails('get things.example.com', `error: the server doesn't have a resource type "things"\n`)
  })

  it('gets what is there and names what is not', async () => {
    await k.have(configMap('a'))
    await k.ends('get configmap a b', {
      code: 1,
      stdout: lines`
      NAME   DATA   AGE
      a      0      <age>
    `,
      stderr: 'Error from server (NotFound): configmaps "b" not found\n',
    })
  })

  if (k.minor >= 21)
    it('shows managed fields only where asked', async () => {
      await k.have(configMap('a', { x: '1' }))
      await k.ok('label configmap a l=1')
      const managers = await k.ok(
        'get configmap a -o jsonpath={.metadata.managedFields[*].manager} --show-managed-fields',
      )
      expect(managers.split(' ').sort()).toEqual(['kubectl-label', 'pinnace'])
      await k.prints('get configmap a -o jsonpath={.metadata.labels}', '{"l":"1"}')
    })

  if (k.minor >= 24)
    it('asks a subresource', async () => {
      await k.have(deployment('web'))
      await k.prints(
        'get deployment web --subresource=scale',
        lines`
      NAME   DESIRED   AVAILABLE   AGE
      web    2         0           <age>
    `,
      )
      await k.prints('get deployment web --subresource=status -o jsonpath={.status}', '{}')
    })

  it('gets an older version of a kind', async () => {
    await k.ok('create -f -', {
      input: lines`
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: { name: grow }
      spec:
        scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
        maxReplicas: 5
        metrics:
        - type: Resource
          resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
    `,
    })
    await k.prints(
      'get horizontalpodautoscalers.v1.autoscaling grow -o jsonpath={.apiVersion}:{.spec}',
      'autoscaling/v1:{"maxReplicas":5,"minReplicas":1,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},"targetCPUUtilizationPercentage":70}',
    )
    await k.prints(
      'get hpa grow',
      lines`
      NAME   REFERENCE        TARGETS              MINPODS   MAXPODS   REPLICAS   AGE
      grow   Deployment/web   cpu: <unknown>/70%   1         5         0          <age>
    `,
    )
  })
})
