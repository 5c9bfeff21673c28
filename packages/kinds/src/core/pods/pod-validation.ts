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

/** A pod to be created. */
// upstream: core/validation, ValidatePodCreate
export function validatePod(pod: Pod, rules: PodRules, errors: FieldErrors): void {
  validateMetadataAndSpec(pod, rules, errors)
  const spec = pod.spec!
  if (spec.ephemeralContainers?.length) errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
  if (!pod.metadata.annotations) return
  validateSeccompAgreement(pod.metadata, spec, rules, 'spec', errors)
  validateAppArmorAgreement(pod.metadata, spec, rules, 'spec', errors)
}

/** What holds for a pod at every write of its spec. */
// upstream: core/validation, validatePodMetadataAndSpec
export function validateMetadataAndSpec(pod: Pod, rules: PodRules, errors: FieldErrors): void {
  const { metadata } = pod
  const spec = pod.spec!
  if (metadata.annotations) {
    validatePodAnnotations(metadata.annotations, spec, rules, 'metadata.annotations', errors)
  }
  validatePodSpec(spec, { isPod: true, podName: metadata.name }, rules, 'spec', errors)
  if (!spec.serviceAccountName && spec.volumes) validateNoTokens(spec, errors)
  const containers = spec.containers ?? []
  for (let index = 0; index < containers.length; index++) {
    if (hasImageSpace(containers[index]!.image))
      validateImageSpace(containers[index]!, `spec.containers[${index}]`, errors)
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
  spec.volumes!.forEach(({ projected }, index) => {
    projected?.sources?.forEach(({ serviceAccountToken }, position) => {
      if (!serviceAccountToken) return
      const field = `spec.volumes[${index}].projected.sources[${position}].serviceAccountToken`
      errors.forbidden(field, 'must not be specified when serviceAccountName is not set')
    })
  })
}
