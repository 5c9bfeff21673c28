import type { FieldErrors } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import { validateImageSpace } from '../pod-spec/containers/containers.ts'
import {
  validateAppArmorAgreement,
  validatePodAnnotations,
  validateSeccompAgreement,
} from '../pod-spec/security/pod-annotations.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { validatePodSpec } from '../pod-spec/validate-pod-spec.ts'
import { specOf } from '../../spec-of.ts'

/** A pod to be created. */
// upstream: core/validation, ValidatePodCreate
export function validatePod(pod: Pod, rules: PodRules, errors: FieldErrors): void {
  validateMetadataAndSpec(pod, rules, errors)
  const spec = specOf(pod)
  if (spec.ephemeralContainers?.length) errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
  if (!pod.metadata.annotations) return
  validateSeccompAgreement(spec, 'spec', errors, { metadata: pod.metadata, rules })
  validateAppArmorAgreement(spec, 'spec', errors, { metadata: pod.metadata, rules })
}

/** What holds for a pod at every write of its spec. */
// upstream: core/validation, validatePodMetadataAndSpec
export function validateMetadataAndSpec(pod: Pod, rules: PodRules, errors: FieldErrors): void {
  const { metadata } = pod
  const spec = specOf(pod)
  if (metadata.annotations) {
    validatePodAnnotations(metadata.annotations, 'metadata.annotations', errors, { spec, rules })
  }
  validatePodSpec(spec, 'spec', errors, { owner: { isPod: true, podName: metadata.name }, rules })
  if (!spec.serviceAccountName && spec.volumes) validateNoTokens(spec, errors)
  const containers = spec.containers ?? []
  for (const [index, container] of containers.entries()) {
    if (hasImageSpace(container.image)) validateImageSpace(container, `spec.containers[${index}]`, errors)
  }
  spec.initContainers?.forEach((container, index) => {
    if (hasImageSpace(container.image)) validateImageSpace(container, `spec.initContainers[${index}]`, errors)
  })
}

function hasImageSpace(image: string | undefined): boolean {
  return image !== undefined && image !== image.trim()
}

/** Tokens are those of an account. */
function validateNoTokens(spec: PodSpec, errors: FieldErrors): void {
  spec.volumes?.forEach(({ projected }, index) => {
    projected?.sources?.forEach(({ serviceAccountToken }, position) => {
      if (!serviceAccountToken) return
      const field = `spec.volumes[${index}].projected.sources[${position}].serviceAccountToken`
      errors.forbidden(field, 'must not be specified when serviceAccountName is not set')
    })
  })
}
