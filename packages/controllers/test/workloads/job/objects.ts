import type { Job, JobSpec, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { WithSpec } from '../../../src/workloads/stored-object.ts'
import { pod, type PodOptions } from '../objects.ts'

/** A job as an informer holds it. */
export function job(spec: Partial<JobSpec> = {}, status?: JobStatus): WithSpec<Job> {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'i:1' }] } }
  return {
    metadata: { name: 'j', namespace: 'default', uid: 'uid-j', generation: 1 },
    spec: { parallelism: 1, backoffLimit: 6, selector: { matchLabels: { job: 'j' } }, template, ...spec },
    ...(status ? { status } : {}),
  }
}

/** A pod with the job-tracking finalizer. */
export function jobPodOf(name: string, options: PodOptions = {}): Pod {
  return pod(name, { finalizers: ['batch.kubernetes.io/job-tracking'], ...options })
}
