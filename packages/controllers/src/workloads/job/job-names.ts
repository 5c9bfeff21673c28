import type { Vocabulary } from '@pinnace/meta'

/** Names jobs write on their pods. */
export interface JobNames {
  /** Holds a pod until its end has been counted. */
  readonly finalizer: string
  /** Which of its job's completions a pod is for; a label too. */
  readonly index: string
  readonly failures: string
  /** Who manages jobs where they do not say. */
  readonly manager: string
}

/** Those names under a vocabulary. */
export function jobNames({ labelDomain }: Vocabulary): JobNames {
  return {
    finalizer: `batch.${labelDomain}/job-tracking`,
    index: `batch.${labelDomain}/job-completion-index`,
    failures: `batch.${labelDomain}/job-index-failure-count`,
    manager: `${labelDomain}/job-controller`,
  }
}
