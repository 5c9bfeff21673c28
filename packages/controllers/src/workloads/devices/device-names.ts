import type { Vocabulary } from '@pinnace/meta'

/** The names of resource claims and devices. */
export interface DeviceNames {
  /** The API version of claims, templates, slices and classes. */
  readonly apiVersion: `resource.${string}/v1`
  /** Keeps a claim while devices are allocated for it. */
  readonly finalizer: string
  /** Names the entry of `spec.resourceClaims` that a claim was created for. */
  readonly podClaimAnnotation: string
}

// upstream: api/resource/v1/types.go, Finalizer and PodResourceClaimAnnotation
export function deviceNames(vocabulary: Vocabulary): DeviceNames {
  const domain = `resource.${vocabulary.labelDomain}`
  return {
    apiVersion: `${vocabulary.group('resource')}/v1`,
    finalizer: `${domain}/delete-protection`,
    podClaimAnnotation: `${domain}/pod-claim-name`,
  }
}
