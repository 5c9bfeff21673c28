import type { PodRules } from '../core/pod-spec/pod-rules.ts'

/** What the rules of jobs need to know of the vocabulary. */
export interface JobRules {
  readonly pods: PodRules
  readonly controllerUid: string
  readonly jobName: string
}

/** Labels of a job's pods as they were spelled before they had a domain; set to this day. */
export const oldControllerUid = 'controller-uid'
export const oldJobName = 'job-name'

/** The rules of jobs, with their own identifiers under the vocabulary. */
export function createJobRules(pods: PodRules): JobRules {
  const { labelDomain } = pods.vocabulary
  return {
    pods,
    controllerUid: `batch.${labelDomain}/controller-uid`,
    jobName: `batch.${labelDomain}/job-name`,
  }
}
