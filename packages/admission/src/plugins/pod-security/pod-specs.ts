import type { ApiObject, GroupResource, ObjectMeta } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** A pod or a pod template. */
export interface PodLike {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

/** Returns the pod template of an object. */
export type FindPod = (object: ApiObject) => PodLike | undefined

interface WithTemplate {
  readonly template?: PodLike
}

/** A resource with a pod template. */
export interface PodSource extends GroupResource {
  readonly find: FindPod
}

const ownTemplate: FindPod = (object) => (object as WithTemplate).template
const specTemplate: FindPod = (object) => (object as { readonly spec?: WithTemplate }).spec?.template
const jobTemplate: FindPod = (object) =>
  (object as { readonly spec?: { readonly jobTemplate?: { readonly spec?: WithTemplate } } }).spec?.jobTemplate?.spec
    ?.template

/** The resources with a pod template. */
// upstream: pod-security-admission/admission/admission.go, defaultPodSpecResources
export const podSources: readonly PodSource[] = [
  { group: '', resource: 'podtemplates', find: ownTemplate },
  { group: '', resource: 'replicationcontrollers', find: specTemplate },
  { group: 'apps', resource: 'daemonsets', find: specTemplate },
  { group: 'apps', resource: 'deployments', find: specTemplate },
  { group: 'apps', resource: 'replicasets', find: specTemplate },
  { group: 'apps', resource: 'statefulsets', find: specTemplate },
  { group: 'batch', resource: 'cronjobs', find: jobTemplate },
  { group: 'batch', resource: 'jobs', find: specTemplate },
]
