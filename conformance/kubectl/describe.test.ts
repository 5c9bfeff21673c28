import { it } from 'vitest'
import { lines } from './support/lines.ts'
import {
  configMap,
  secret,
  namespace,
  pod,
  node,
  deployment,
  statefulSet,
  daemonSet,
  event,
} from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'
import { widget } from './support/widget.ts'

onEveryKubectl(
  'describe',
  (k) => {
    it('describes a config map', async () => {
      await k.have(configMap('a', { color: 'blue' }, { app: 'web' }))
      await k.prints(
        'describe configmap a',
        k.minor < 27
          ? lines`
      Name:         a
      Namespace:    default
      Labels:       app=web
      Annotations:  <none>

      Data
      ====
      color:
      ----
      blue
      Events:  <none>
    `
          : k.minor < 31
            ? lines`
      Name:         a
      Namespace:    default
      Labels:       app=web
      Annotations:  <none>

      Data
      ====
      color:
      ----
      blue

      BinaryData
      ====

      Events:  <none>
    `
            : lines`
      Name:         a
      Namespace:    default
      Labels:       app=web
      Annotations:  <none>

      Data
      ====
      color:
      ----
      blue


      BinaryData
      ====

      Events:  <none>
    `,
      )
    })

    it('describes a namespace', async () => {
      await k.have(namespace('team', { tier: 'front' }))
      await k.prints(
        'describe namespace team',
        lines`
      Name:         team
      Labels:       kubernetes.io/metadata.name=team
                    tier=front
      Annotations:  <none>
      Status:       Active

      No resource quota.

      No LimitRange resource.
    `,
      )
    })

    it('describes a secret, and keeps it', async () => {
      await k.have(secret('s', { password: 'hidden' }))
      await k.prints(
        'describe secret s',
        lines`
      Name:         s
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Type:  Opaque

      Data
      ====
      password:  6 bytes
    `,
      )
    })

    it('describes a service', async () => {
      await k.ok('create -f -', {
        input: lines`
      apiVersion: v1
      kind: Service
      metadata: { name: web }
      spec: { clusterIP: 10.96.7.7, selector: { app: web }, ports: [{ name: http, port: 80, targetPort: 8080 }] }
    `,
      })
      await k.ends('describe service web', {
        // These releases list endpoints, of which the server warns.
        stderr:
          k.minor < 31 ? 'Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n' : '',
        stdout:
          k.minor < 31
            ? lines`
      Name:              web
      Namespace:         default
      Labels:            <none>
      Annotations:       <none>
      Selector:          app=web
      Type:              ClusterIP
      IP Family Policy:  SingleStack
      IP Families:       IPv4
      IP:                10.96.7.7
      IPs:               10.96.7.7
      Port:              http  80/TCP
      TargetPort:        8080/TCP
      Endpoints:         <none>
      Session Affinity:  None
      Events:            <none>
    `
            : lines`
      Name:                     web
      Namespace:                default
      Labels:                   <none>
      Annotations:              <none>
      Selector:                 app=web
      Type:                     ClusterIP
      IP Family Policy:         SingleStack
      IP Families:              IPv4
      IP:                       10.96.7.7
      IPs:                      10.96.7.7
      Port:                     http  80/TCP
      TargetPort:               8080/TCP
      Endpoints:                <none>
      Session Affinity:         None
      Internal Traffic Policy:  Cluster
      Events:                   <none>
    `,
      })
    })

    it('describes a pod', async () => {
      await k.have(
        pod(
          'p',
          { run: 'p' },
          {
            serviceAccountName: 'default',
            automountServiceAccountToken: false,
            priority: 0,
            tolerations: [{ operator: 'Exists' }],
          },
        ),
      )
      await k.prints(
        'describe pod p',
        k.minor < 27
          ? lines`
      Name:         p
      Namespace:    default
      Priority:     0
      Node:         <none>
      Labels:       run=p
      Annotations:  <none>
      Status:       Pending
      IP:
      IPs:          <none>
      Containers:
        main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
      Volumes:          <none>
      QoS Class:        BestEffort
      Node-Selectors:   <none>
      Tolerations:      op=Exists
      Events:           <none>
    `
          : lines`
      Name:             p
      Namespace:        default
      Priority:         0
      Service Account:  default
      Node:             <none>
      Labels:           run=p
      Annotations:      <none>
      Status:           Pending
      IP:
      IPs:              <none>
      Containers:
        main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
      Volumes:          <none>
      QoS Class:        BestEffort
      Node-Selectors:   <none>
      Tolerations:      op=Exists
      Events:           <none>
    `,
      )
    })

    it('describes a deployment', async () => {
      await k.have(deployment('web'))
      await k.prints(
        'describe deployment web',
        k.minor < 27
          ? lines`
      Name:                   web
      Namespace:              default
      CreationTimestamp:      <time>
      Labels:                 app=web
      Annotations:            <none>
      Selector:               app=web
      Replicas:               2 desired | 0 updated | 0 total | 0 available | 0 unavailable
      StrategyType:           RollingUpdate
      MinReadySeconds:        0
      RollingUpdateStrategy:  25% max unavailable, 25% max surge
      Pod Template:
        Labels:  app=web
        Containers:
         main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
        Volumes:        <none>
      OldReplicaSets:   <none>
      NewReplicaSet:    <none>
      Events:           <none>
    `
          : k.minor < 30
            ? lines`
      Name:                   web
      Namespace:              default
      CreationTimestamp:      <time>
      Labels:                 app=web
      Annotations:            <none>
      Selector:               app=web
      Replicas:               2 desired | 0 updated | 0 total | 0 available | 0 unavailable
      StrategyType:           RollingUpdate
      MinReadySeconds:        0
      RollingUpdateStrategy:  25% max unavailable, 25% max surge
      Pod Template:
        Labels:  app=web
        Containers:
         main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
        Volumes:        <none>
      Events:           <none>
    `
            : lines`
      Name:                   web
      Namespace:              default
      CreationTimestamp:      <time>
      Labels:                 app=web
      Annotations:            <none>
      Selector:               app=web
      Replicas:               2 desired | 0 updated | 0 total | 0 available | 0 unavailable
      StrategyType:           RollingUpdate
      MinReadySeconds:        0
      RollingUpdateStrategy:  25% max unavailable, 25% max surge
      Pod Template:
        Labels:  app=web
        Containers:
         main:
          Image:         example.dev/web:1
          Port:          <none>
          Host Port:     <none>
          Environment:   <none>
          Mounts:        <none>
        Volumes:         <none>
        Node-Selectors:  <none>
        Tolerations:     <none>
      Events:            <none>
    `,
      )
    })

    it('describes a stateful set', async () => {
      await k.have(statefulSet('db'))
      await k.prints(
        'describe statefulset db',
        k.minor < 30
          ? lines`
      Name:               db
      Namespace:          default
      CreationTimestamp:  <time>
      Selector:           app=db
      Labels:             <none>
      Annotations:        <none>
      Replicas:           1 desired | 0 total
      Update Strategy:    RollingUpdate
        Partition:        0
      Pods Status:        0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Pod Template:
        Labels:  app=db
        Containers:
         main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
        Volumes:        <none>
      Volume Claims:    <none>
      Events:           <none>
    `
          : lines`
      Name:               db
      Namespace:          default
      CreationTimestamp:  <time>
      Selector:           app=db
      Labels:             <none>
      Annotations:        <none>
      Replicas:           1 desired | 0 total
      Update Strategy:    RollingUpdate
        Partition:        0
      Pods Status:        0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Pod Template:
        Labels:  app=db
        Containers:
         main:
          Image:         example.dev/web:1
          Port:          <none>
          Host Port:     <none>
          Environment:   <none>
          Mounts:        <none>
        Volumes:         <none>
        Node-Selectors:  <none>
        Tolerations:     <none>
      Volume Claims:     <none>
      Events:            <none>
    `,
      )
    })

    it('describes a daemon set', async () => {
      await k.have(daemonSet('agent'))
      await k.prints(
        'describe daemonset agent',
        k.minor < 30
          ? lines`
      Name:           agent
      Selector:       app=agent
      Node-Selector:  <none>
      Labels:         <none>
      Annotations:    deprecated.daemonset.template.generation: 1
      Desired Number of Nodes Scheduled: 0
      Current Number of Nodes Scheduled: 0
      Number of Nodes Scheduled with Up-to-date Pods: 0
      Number of Nodes Scheduled with Available Pods: 0
      Number of Nodes Misscheduled: 0
      Pods Status:  0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Pod Template:
        Labels:  app=agent
        Containers:
         main:
          Image:        example.dev/web:1
          Port:         <none>
          Host Port:    <none>
          Environment:  <none>
          Mounts:       <none>
        Volumes:        <none>
      Events:           <none>
    `
          : k.minor < 33
            ? lines`
      Name:           agent
      Selector:       app=agent
      Node-Selector:  <none>
      Labels:         <none>
      Annotations:    deprecated.daemonset.template.generation: 1
      Desired Number of Nodes Scheduled: 0
      Current Number of Nodes Scheduled: 0
      Number of Nodes Scheduled with Up-to-date Pods: 0
      Number of Nodes Scheduled with Available Pods: 0
      Number of Nodes Misscheduled: 0
      Pods Status:  0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Pod Template:
        Labels:  app=agent
        Containers:
         main:
          Image:         example.dev/web:1
          Port:          <none>
          Host Port:     <none>
          Environment:   <none>
          Mounts:        <none>
        Volumes:         <none>
        Node-Selectors:  <none>
        Tolerations:     <none>
      Events:            <none>
    `
            : lines`
      Name:           agent
      Namespace:      default
      Selector:       app=agent
      Node-Selector:  <none>
      Labels:         <none>
      Annotations:    deprecated.daemonset.template.generation: 1
      Desired Number of Nodes Scheduled: 0
      Current Number of Nodes Scheduled: 0
      Number of Nodes Scheduled with Up-to-date Pods: 0
      Number of Nodes Scheduled with Available Pods: 0
      Number of Nodes Misscheduled: 0
      Pods Status:  0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Pod Template:
        Labels:  app=agent
        Containers:
         main:
          Image:         example.dev/web:1
          Port:          <none>
          Host Port:     <none>
          Environment:   <none>
          Mounts:        <none>
        Volumes:         <none>
        Node-Selectors:  <none>
        Tolerations:     <none>
      Events:            <none>
    `,
      )
    })

    it('describes a node', async () => {
      await k.have(node('n1'))
      await k.prints(
        'describe node n1',
        k.minor < 27
          ? lines`
      Name:               n1
      Roles:              <none>
      Labels:             kubernetes.io/hostname=n1
      Annotations:        <none>
      CreationTimestamp:  <time>
      Taints:             node.kubernetes.io/not-ready:NoSchedule
      Unschedulable:      false
      Lease:              Failed to get lease: leases.coordination.k8s.io "n1" not found
      Conditions:
        Type    Status  LastHeartbeatTime                 LastTransitionTime                Reason       Message
        ----    ------  -----------------                 ------------------                ------       -------
        Ready   True    <time>   <time>   AgentReady   the agent is ready
      Addresses:
        InternalIP:  10.0.0.7
      Capacity:
        cpu:     4
        memory:  16Gi
        pods:    110
      Allocatable:
        cpu:     4
        memory:  16Gi
        pods:    110
      System Info:
        Machine ID:                 machine
        System UUID:                system
        Boot ID:                    boot
        Kernel Version:             6.1
        OS Image:                   Linux
        Operating System:           linux
        Architecture:               amd64
        Container Runtime Version:  containerd://1.7
        Kubelet Version:            v1.33.0
        Kube-Proxy Version:
      Non-terminated Pods:          (0 in total)
        Namespace                   Name    CPU Requests  CPU Limits  Memory Requests  Memory Limits  AGE
        ---------                   ----    ------------  ----------  ---------------  -------------  ---
      Allocated resources:
        (Total limits may be over 100 percent, i.e., overcommitted.)
        Resource           Requests  Limits
        --------           --------  ------
        cpu                0 (0%)    0 (0%)
        memory             0 (0%)    0 (0%)
        ephemeral-storage  0 (0%)    0 (0%)
      Events:              <none>
    `
          : lines`
      Name:               n1
      Roles:              <none>
      Labels:             kubernetes.io/hostname=n1
      Annotations:        <none>
      CreationTimestamp:  <time>
      Taints:             node.kubernetes.io/not-ready:NoSchedule
      Unschedulable:      false
      Lease:              Failed to get lease: leases.coordination.k8s.io "n1" not found
      Conditions:
        Type    Status  LastHeartbeatTime                 LastTransitionTime                Reason       Message
        ----    ------  -----------------                 ------------------                ------       -------
        Ready   True    <time>   <time>   AgentReady   the agent is ready
      Addresses:
        InternalIP:  10.0.0.7
      Capacity:
        cpu:     4
        memory:  16Gi
        pods:    110
      Allocatable:
        cpu:     4
        memory:  16Gi
        pods:    110
      System Info:
        Machine ID:                 machine
        System UUID:                system
        Boot ID:                    boot
        Kernel Version:             6.1
        OS Image:                   Linux
        Operating System:           linux
        Architecture:               amd64
        Container Runtime Version:  containerd://1.7
        Kubelet Version:            v1.33.0
        Kube-Proxy Version:
      Non-terminated Pods:          (0 in total)
        Namespace                   Name    CPU Requests  CPU Limits  Memory Requests  Memory Limits  Age
        ---------                   ----    ------------  ----------  ---------------  -------------  ---
      Allocated resources:
        (Total limits may be over 100 percent, i.e., overcommitted.)
        Resource           Requests  Limits
        --------           --------  ------
        cpu                0 (0%)    0 (0%)
        memory             0 (0%)    0 (0%)
        ephemeral-storage  0 (0%)    0 (0%)
      Events:              <none>
    `,
      )
    })

    it('shows the events of an object', async () => {
      await k.have(configMap('a'))
      const { metadata } = await k.server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default').get('a')
      await k.have(event({ kind: 'ConfigMap', name: 'a', uid: metadata.uid! }))
      await k.prints(
        'describe configmap a',
        k.minor < 27
          ? lines`
      Name:         a
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====
      Events:
        Type     Reason  Age   From  Message
        ----     ------  ----  ----  -------
        Warning  Looked  <age>   eye   somebody looked at it
    `
          : lines`
      Name:         a
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====

      BinaryData
      ====

      Events:
        Type     Reason  Age   From  Message
        ----     ------  ----  ----  -------
        Warning  Looked  <age>   eye   somebody looked at it
    `,
      )
    })

    it('describes what begins with a name, and several at once', async () => {
      await k.have(configMap('web-1'), configMap('web-2'))
      await k.prints(
        'describe configmap web',
        k.minor < 27
          ? lines`
      Name:         web-1
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====
      Events:  <none>

      Name:         web-2
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====
      Events:  <none>

    `
          : lines`
      Name:         web-1
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====

      BinaryData
      ====

      Events:  <none>

      Name:         web-2
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>

      Data
      ====

      BinaryData
      ====

      Events:  <none>

    `,
      )
    })

    it('describes a role and a service account', async () => {
      await k.ok('create -f -', {
        input: lines`
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: { name: reader }
      rules:
      - { apiGroups: [""], resources: [pods], verbs: [get, list] }
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: { name: robot }
    `,
      })
      await k.prints(
        'describe role reader',
        lines`
      Name:         reader
      Labels:       <none>
      Annotations:  <none>
      PolicyRule:
        Resources  Non-Resource URLs  Resource Names  Verbs
        ---------  -----------------  --------------  -----
        pods       []                 []              [get list]
    `,
      )
      await k.prints(
        'describe serviceaccount robot',
        lines`
      Name:                robot
      Namespace:           default
      Labels:              <none>
      Annotations:         <none>
      Image pull secrets:  <none>
      Mountable secrets:   <none>
      Tokens:              <none>
      Events:              <none>
    `,
      )
    })

    if (k.minor >= 21)
      it('describes a kind of the host', async () => {
        await k.have({
          apiVersion: 'example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { size: 2, parts: [{ name: 'wheel', count: 4 }] },
        })
        await k.prints(
          'describe widget w',
          lines`
      Name:         w
      Namespace:    default
      Labels:       <none>
      Annotations:  <none>
      API Version:  example.dev/v1
      Kind:         Widget
      Metadata:
        Creation Timestamp:  <time>
        Generation:          1
        Resource Version:    <version>
        UID:                 <uid>
      Spec:
        Parts:
          Count:  4
          Name:   wheel
        Size:     2
      Events:     <none>
    `,
        )
      })

    it('says that an object is not there', async () => {
      await k.fails('describe configmap nothing', 'Error from server (NotFound): configmaps "nothing" not found\n')
    })
  },
  { resources: [widget] },
)
