import type { FieldErrors, Mutable } from '@pinnace/meta'
import { validateAnnotations, validateLabels } from '@pinnace/resources'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { dropInitContainerAnnotations } from '../pod-spec/dropped-annotations.ts'
import { defaultPodSpec } from '../pod-spec/default-pod-spec.ts'
import { validatePodAnnotations, validateSeccompAgreement } from '../pod-spec/security/pod-annotations.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { validatePodSpec } from '../pod-spec/validate-pod-spec.ts'

/** Fills what a template of pods left out. */
export function defaultPodTemplateSpec(template: Mutable<PodTemplateSpec>, rules: PodRules): void {
  if (template.metadata) dropInitContainerAnnotations(template.metadata, rules)
  if (template.spec) defaultPodSpec(template.spec)
}

/** A template of pods; `at` is its path. The errors about its metadata leave the word `metadata` out of the path. */
// upstream: core/validation, ValidatePodTemplateSpec
export function validatePodTemplateSpec(
  template: PodTemplateSpec,
  rules: PodRules,
  at: string,
  errors: FieldErrors,
): void {
  const { metadata, spec = { containers: [] } } = template
  if (metadata?.labels) validateLabels(metadata.labels, `${at}.labels`, errors)
  if (metadata?.annotations) {
    validateAnnotations(metadata.annotations, `${at}.annotations`, errors)
    validatePodAnnotations(metadata.annotations, `${at}.annotations`, errors, { spec, rules })
  }
  validatePodSpec(spec, `${at}.spec`, errors, { owner: { isPod: false }, rules })
  if (metadata?.annotations) validateSeccompAgreement(spec, `${at}.spec`, errors, { metadata, rules })
  if (spec.ephemeralContainers?.length) {
    errors.forbidden(`${at}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')
  }
}
