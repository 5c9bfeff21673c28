import { kubernetesVocabulary } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { deploymentNames } from '../../src/workloads/deployment/deployment-annotations.ts'
import type { StoredReplicaSet } from '../../src/workloads/deployment/replica-sets.ts'
import type { WithSpec } from '../../src/workloads/stored-object.ts'

/** The time of tests of pure functions. */
export const now = '2030-01-01T12:00:00Z'
export const nowMs = Date.parse(now)

/** The time a number of seconds before {@link now}. */
export function secondsAgo(seconds: number): string {
  return new Date(nowMs - seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** What a pod of {@link pod} is like. */
export interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly namespace?: string
  readonly phase?: string
  /** Condition Ready is True. */
  readonly ready?: boolean
  /** Since when it has its value. */
  readonly readySince?: string
  readonly terminating?: boolean
  readonly created?: string
  readonly node?: string
  readonly restarts?: number
  readonly owner?: { readonly apiVersion?: string; readonly kind: string; readonly name: string; readonly uid: string }
  readonly spec?: Partial<PodSpec>
  readonly status?: Pod['status']
}

/** A pod as an informer holds it; its UID is `uid-` and its name. */
export function pod(name: string, options: PodOptions = {}): Pod {
  const { labels, annotations, finalizers, namespace = 'default', owner, terminating = false } = options
  const { ready, readySince = secondsAgo(3600), phase = 'Running', restarts, node, spec, status } = options
  return {
    metadata: {
      name,
      namespace,
      uid: `uid-${name}`,
      creationTimestamp: options.created ?? secondsAgo(7200),
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(finalizers ? { finalizers } : {}),
      ...(terminating ? { deletionTimestamp: now, deletionGracePeriodSeconds: 30 } : {}),
      ...(owner ? { ownerReferences: [{ apiVersion: 'apps/v1', controller: true, ...owner }] } : {}),
    },
    spec: { containers: [{ name: 'main', image: 'i:1' }], ...(node ? { nodeName: node } : {}), ...spec },
    status: {
      phase,
      ...(ready === undefined
        ? {}
        : { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: readySince }] }),
      ...(restarts === undefined
        ? {}
        : {
            containerStatuses: [
              { name: 'main', ready: ready === true, restartCount: restarts, image: 'i:1', imageID: '' },
            ],
          }),
      ...status,
    },
  }
}

/** What a node of {@link node} is like. */
export interface NodeOptions {
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: NonNullable<NonNullable<Node['spec']>['taints']>
  readonly unschedulable?: boolean
  readonly allocatable?: Readonly<Record<string, string>>
}

/** A node as an informer holds it. */
export function node(name: string, options: NodeOptions = {}): Node {
  const { labels, taints, unschedulable, allocatable = { cpu: '4', memory: '8Gi', pods: '110' } } = options
  return {
    metadata: { name, uid: `uid-${name}`, ...(labels ? { labels } : {}) },
    spec: { ...(taints ? { taints } : {}), ...(unschedulable === undefined ? {} : { unschedulable }) },
    status: { allocatable },
  }
}

/** Names that deployments write under the Kubernetes vocabulary. */
export const names = deploymentNames(kubernetesVocabulary)

/** A pod template of one container whose image has a tag. */
export function templateOf(
  tag: string | number,
  labels: Readonly<Record<string, string>> = { app: 'web' },
): PodTemplateSpec {
  return { metadata: { labels }, spec: { containers: [{ name: 'main', image: `example.dev/web:${tag}` }] } }
}

/** A deployment of ten pods with a rolling update of 25 percent, as defaulting makes it. */
export function storedDeployment(
  spec: Partial<NonNullable<Deployment['spec']>> = {},
  others: Partial<Deployment> = {},
): WithSpec<Deployment> {
  return {
    metadata: { name: 'web', namespace: 'default', uid: 'uid-web', generation: 1, ...others.metadata },
    spec: {
      replicas: 10,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(1),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      progressDeadlineSeconds: 600,
      ...spec,
    },
    ...(others.status ? { status: others.status } : {}),
  }
}

/** What a replica set of {@link replicaSet} is like. */
export interface ReplicaSetOptions {
  readonly replicas?: number
  readonly available?: number
  readonly ready?: number
  /** Pods that exist. @default replicas */
  readonly existing?: number
  readonly tag?: string | number
  readonly annotations?: Readonly<Record<string, string>>
  readonly created?: string
  readonly conditions?: NonNullable<ReplicaSet['status']>['conditions']
  readonly terminating?: boolean
  readonly generation?: number
}

/** A replica set as an informer holds it; all of its pods are available unless said otherwise. */
export function replicaSet(name: string, options: ReplicaSetOptions = {}): StoredReplicaSet {
  const { replicas = 0, existing = replicas, available = existing, ready = available, tag = name, conditions } = options
  const { annotations, created = secondsAgo(60), terminating = false, generation = 1 } = options
  return {
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      creationTimestamp: created,
      generation,
      ...(annotations ? { annotations } : {}),
      ...(terminating ? { deletionTimestamp: now } : {}),
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(tag, { app: 'web', 'pod-template-hash': name }),
    },
    status: {
      replicas: existing,
      readyReplicas: ready,
      availableReplicas: available,
      observedGeneration: 1,
      ...(conditions ? { conditions } : {}),
    },
  }
}

/** Names of objects, for comparisons that read well. */
export function namesOf(objects: readonly { readonly metadata: { readonly name?: string } }[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.name ?? '')
}
