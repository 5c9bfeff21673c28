import type { Vocabulary } from '@pinnace/meta'

/** The names that jobs write on their pods. */
export interface JobNames {
  /** Finalizer that keeps a pod until the job has counted it. */
  readonly finalizer: string
  /** Annotation and label with the completion index of a pod. */
  readonly index: string
  /** Annotation with the number of earlier failures of the index. */
  readonly failures: string
  /** The value of `managedBy` that names this controller. */
  readonly manager: string
}

/** The names under a vocabulary. */
export function jobNames({ labelDomain }: Vocabulary): JobNames {
  return {
    finalizer: `batch.${labelDomain}/job-tracking`,
    index: `batch.${labelDomain}/job-completion-index`,
    failures: `batch.${labelDomain}/job-index-failure-count`,
    manager: `${labelDomain}/job-controller`,
  }
}
