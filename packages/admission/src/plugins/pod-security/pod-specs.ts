import type { ApiObject, GroupResource, ObjectMeta } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** What is looked at in a pod, or in the template of one. */
export interface PodLike {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

/** Where the pods of an object are described. */
export type FindPod = (object: ApiObject) => PodLike | undefined

interface WithTemplate {
  readonly template?: PodLike
}

/** A resource whose objects lead to pods. */
export interface PodSource extends GroupResource {
  readonly find: FindPod
}

const ownTemplate: FindPod = (object) => (object as WithTemplate).template
const specTemplate: FindPod = (object) => (object as { readonly spec?: WithTemplate }).spec?.template
const jobTemplate: FindPod = (object) =>
  (object as { readonly spec?: { readonly jobTemplate?: { readonly spec?: WithTemplate } } }).spec?.jobTemplate?.spec
    ?.template

/** Resources with a template. */
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
