/** A manifest: an object before a server has seen it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: object
  readonly [field: string]: unknown
}

/** A ConfigMap. */
export function configMap(name: string, data: Record<string, string> = {}, labels?: Record<string, string>): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta(name, labels),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  }
}

/** A Secret of the kind most are. */
export function secret(name: string, data: Record<string, string>): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: data }
}

/** A Namespace. */
export function namespace(name: string, labels?: Record<string, string>): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: meta(name, labels) }
}

/** A Pod of one container; with a node, it is as if it had been scheduled there. */
export function pod(name: string, labels: Record<string, string> = { run: name }, spec: object = {}): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(name, labels),
    spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }], ...spec },
  }
}

/** A Node as its agent reports it. */
export function node(name: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    status: {
      capacity: { cpu: '4', memory: '16Gi', pods: '110' },
      allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'AgentReady',
          message: 'the agent is ready',
          lastHeartbeatTime: '2030-01-01T00:00:00Z',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
      addresses: [{ type: 'InternalIP', address: '10.0.0.7' }],
      nodeInfo: {
        machineID: 'machine',
        systemUUID: 'system',
        bootID: 'boot',
        kernelVersion: '6.1',
        osImage: 'Linux',
        containerRuntimeVersion: 'containerd://1.7',
        kubeletVersion: 'v1.33.0',
        kubeProxyVersion: '',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  }
}

/** A Deployment of one container, `main`. */
export function deployment(name: string, spec: object = {}): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { app: name } },
    spec: { replicas: 2, selector: { matchLabels: { app: name } }, template: template(name), ...spec },
  }
}

/** A StatefulSet of one container, `main`. */
export function statefulSet(name: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: { serviceName: name, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** A DaemonSet of one container, `main`. */
export function daemonSet(name: string, ports?: readonly object[]): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    spec: { selector: { matchLabels: { app: name } }, template: template(name, ports) },
  }
}

/** A ReplicaSet of one container, `main`. */
export function replicaSet(name: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** A Service with one port, and an address of its choice. */
export function service(name: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { app: name } },
    spec: { clusterIP: '10.96.7.7', selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }] },
  }
}

function template(app: string, ports?: readonly object[]): object {
  const container = { name: 'main', image: 'example.dev/web:1', ...(ports === undefined ? {} : { ports }) }
  return { metadata: { labels: { app } }, spec: { containers: [container] } }
}

function meta(name: string, labels: Record<string, string> | undefined): object {
  return labels === undefined ? { name } : { name, labels }
}

/** An Event of a moment ago about an object of `default`. */
export function event(about: {
  readonly kind: string
  readonly name: string
  readonly uid?: string | undefined
}): Manifest {
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${about.name}.1` },
    involvedObject: { ...about, namespace: 'default' },
    type: 'Warning',
    reason: 'Looked',
    message: 'somebody looked at it',
    source: { component: 'eye' },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  }
}
