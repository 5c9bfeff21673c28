import { generateName, type Random } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import { podFromTemplate, type PodToCreate } from '../pod-from-template.ts'
import { nameOf, type WithSpec } from '../stored-object.ts'
import type { JobNames } from './job-names.ts'

const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** The completion that a pod of an Indexed job is created for. */
export interface PodCompletion {
  readonly index: number
  /** Earlier failures of the index; `undefined` when the job does not limit them. */
  readonly failures: number | undefined
}

/** Builds a pod of a job. Without a completion it is a pod of a NonIndexed job. */
// upstream: pkg/controller/job/job_controller.go, manageJob; indexed_job_utils.go
export function jobPod(
  job: WithSpec<Job>,
  completion: PodCompletion | undefined,
  { names, random }: { readonly names: JobNames; readonly random: Random },
): PodToCreate {
  const generateNamePrefix = completion === undefined ? `${nameOf(job)}-` : `${nameOf(job)}-${completion.index}-`
  const name = generateName(generateNamePrefix, random)
  const identity = { name, generateName: generateNamePrefix, owner: controllerRef(kind, job) }
  const pod = podFromTemplate(job.spec.template, identity)
  const finalizers = [...(pod.metadata.finalizers ?? []), names.finalizer]
  const tracked = { ...pod, metadata: { ...pod.metadata, finalizers } }
  return completion === undefined ? tracked : withCompletion(tracked, completion, nameOf(job), names)
}

function withCompletion(pod: PodToCreate, completion: PodCompletion, jobName: string, names: JobNames): PodToCreate {
  const { metadata, spec } = pod
  const { failures } = completion
  const index = String(completion.index)
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [names.index]: index },
      annotations: {
        ...metadata.annotations,
        [names.index]: index,
        ...(failures === undefined ? {} : { [names.failures]: String(failures) }),
      },
    },
    spec: {
      ...spec,
      hostname: `${jobName}-${index}`,
      containers: spec.containers.map((container) => withIndexVariable(container, names)),
      ...(spec.initContainers === undefined
        ? {}
        : { initContainers: spec.initContainers.map((container) => withIndexVariable(container, names)) }),
    },
  }
}

type Container = NonNullable<Pod['spec']>['containers'][number]

// upstream: pkg/controller/job/indexed_job_utils.go, addCompletionIndexEnvVariable
function withIndexVariable(container: Container, { index }: JobNames): Container {
  const name = 'JOB_COMPLETION_INDEX'
  if (container.env?.some((variable) => variable.name === name)) return container
  const fieldPath = `metadata.annotations['${index}']`
  return { ...container, env: [...(container.env ?? []), { name, valueFrom: { fieldRef: { fieldPath } } }] }
}
