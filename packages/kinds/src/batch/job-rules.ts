import type { Vocabulary } from '@pinnace/meta'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'

/** What the rules of jobs need to know of the vocabulary. */
export interface JobRules {
  readonly pods: PodRules
  readonly controllerUid: string
  readonly jobName: string
}

/** Labels of a job's pods as they were spelled before they had a domain; set to this day. */
export const oldControllerUid = 'controller-uid'
export const oldJobName = 'job-name'

/** The rules' own identifiers under a vocabulary. */
export function createJobRules(vocabulary: Vocabulary): JobRules {
  return {
    pods: createPodRules(vocabulary),
    controllerUid: `batch.${vocabulary.labelDomain}/controller-uid`,
    jobName: `batch.${vocabulary.labelDomain}/job-name`,
  }
}
