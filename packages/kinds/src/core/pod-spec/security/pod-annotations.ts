import type { FieldErrors, ObjectMeta } from '@pinnace/meta'
import type { AppArmorProfile, SeccompProfile } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { PodRules } from '../pod-rules.ts'
import { validateDescendingPath } from '../volumes/relative-path.ts'
import { visitContainers, type AnyContainer } from '../containers/visit-containers.ts'

type Annotations = Readonly<Record<string, string>>

const localhost = 'localhost/'
const costPattern = /^(?:0|-?[1-9]\d*)$/

/** Annotations that mean something to pods; `at` is the path of the annotations. */
// upstream: core/validation, ValidatePodSpecificAnnotations
export function validatePodAnnotations(
  annotations: Annotations | undefined,
  at: string,
  errors: FieldErrors,
  { spec, rules }: { readonly spec: PodSpec; readonly rules: PodRules },
): void {
  if (annotations === undefined) return
  let names: ReadonlySet<string> | undefined
  for (const key in annotations) {
    const value = annotations[key]
    if (value === undefined) continue
    if (key === rules.mirrorAnnotation) {
      const problem = 'must set spec.nodeName if mirror pod annotation is set'
      if (!spec.nodeName) errors.invalid(`${at}[${key}]`, value, problem)
    } else if (key === rules.deletionCostAnnotation) {
      if (!isInt32(value)) errors.invalid(`${at}[${key}]`, value, 'must be a 32bit integer')
    } else if (key === rules.seccompPodAnnotation || key.startsWith(rules.seccompContainerPrefix)) {
      validateSeccompText(value, `${at}.${key}`, errors)
    } else if (key.startsWith(rules.appArmorPrefix)) {
      validateAppArmorText(value, at, errors, { key, names: (names ??= namesOf(spec)), rules })
    }
  }
}

function namesOf(spec: PodSpec): ReadonlySet<string> {
  const names = new Set<string>()
  visitContainers(spec, ({ name }) => void names.add(name))
  return names
}

// upstream: core/helper, GetDeletionCostFromPodAnnotations – a sign or a zero in front is refused.
function isInt32(text: string): boolean {
  if (!costPattern.test(text) || text.length > 11) return false
  const value = Number(text)
  return value >= -2_147_483_648 && value <= 2_147_483_647
}

// upstream: core/validation, ValidateSeccompProfile
function validateSeccompText(profile: string, field: string, errors: FieldErrors): void {
  if (profile === 'runtime/default' || profile === 'docker/default' || profile === 'unconfined') return
  if (profile.startsWith(localhost)) validateDescendingPath(profile.slice(localhost.length), field, errors)
  else errors.invalid(field, profile, 'must be a valid seccomp profile')
}

// upstream: core/validation, ValidateAppArmorPodAnnotations
function validateAppArmorText(
  profile: string,
  at: string,
  errors: FieldErrors,
  { key, names, rules }: { readonly key: string; readonly names: ReadonlySet<string>; readonly rules: PodRules },
): void {
  const name = key.slice(rules.appArmorPrefix.length)
  if (!names.has(name)) errors.invalid(`${at}[${key}]`, name, 'container not found')
  const isProfile = profile === '' || profile === 'runtime/default' || profile === 'unconfined'
  if (!isProfile && !profile.startsWith(localhost)) {
    errors.invalid(`${at}[${key}]`, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)
  }
}

/** Annotations of AppArmor and static pods stay as they were. */
// upstream: core/validation, ValidatePodSpecificAnnotationUpdates
export function validatePodAnnotationsUpdate(
  next: Annotations | undefined,
  live: Annotations | undefined,
  errors: FieldErrors,
  { rules, at }: { readonly rules: PodRules; readonly at: string },
): void {
  for (const key in live) {
    if (next !== undefined && own(next, key) === live[key]) continue
    if (key.startsWith(rules.appArmorPrefix)) {
      errors.forbidden(`${at}[${key}]`, 'may not remove or update AppArmor annotations')
    }
    if (key === rules.mirrorAnnotation) {
      errors.forbidden(`${at}[${key}]`, 'may not remove or update mirror pod annotation')
    }
  }
  for (const key in next) {
    if (live !== undefined && Object.hasOwn(live, key)) continue
    if (key.startsWith(rules.appArmorPrefix)) errors.forbidden(`${at}[${key}]`, 'may not add AppArmor annotations')
    if (key === rules.mirrorAnnotation) errors.forbidden(`${at}[${key}]`, 'may not add mirror pod annotation')
  }
}

/** Where both an annotation and a field name a seccomp profile, they agree; `at` is the path of the spec. */
// upstream: core/validation, validateSeccompAnnotationsAndFields
export function validateSeccompAgreement(
  spec: PodSpec,
  at: string,
  errors: FieldErrors,
  { metadata, rules }: { readonly metadata: ObjectMeta | undefined; readonly rules: PodRules },
): void {
  const annotations = metadata?.annotations
  if (annotations === undefined) return
  const podProfile = spec.securityContext?.seccompProfile
  const ofPod = podProfile && own(annotations, rules.seccompPodAnnotation)
  if (podProfile && ofPod !== undefined) {
    validateAgreement(podProfile, `${at}.securityContext.seccompProfile`, errors, {
      annotation: ofPod,
      what: 'seccomp',
    })
  }
  visitContainers(spec, (container, list, index) => {
    const profile = container.securityContext?.seccompProfile
    if (!profile) return
    const annotation = own(annotations, `${rules.seccompContainerPrefix}${container.name}`)
    if (annotation !== undefined) {
      const field = `${at}.${list}[${index}].securityContext.seccompProfile`
      validateAgreement(profile, field, errors, { annotation, what: 'seccomp' })
    }
  })
}

/** Where both an annotation and a field name an AppArmor profile, they agree; `at` is the path of the spec. */
// upstream: core/validation, validateAppArmorAnnotationsAndFieldsMatchOnCreate
export function validateAppArmorAgreement(
  spec: PodSpec,
  at: string,
  errors: FieldErrors,
  { metadata, rules }: { readonly metadata: ObjectMeta; readonly rules: PodRules },
): void {
  const { annotations } = metadata
  if (annotations === undefined || spec.os?.name === 'windows') return
  const ofPod = spec.securityContext?.appArmorProfile
  visitContainers(spec, (container, list, index) => {
    const profile = container.securityContext?.appArmorProfile ?? ofPod
    if (!profile) return
    const annotation = own(annotations, `${rules.appArmorPrefix}${container.name}`)
    if (annotation !== undefined) {
      const field = `${at}.${list}[${index}].securityContext.appArmorProfile`
      validateAgreement(profile, field, errors, { annotation, what: 'apparmor' })
    }
  })
}

function validateAgreement(
  profile: SeccompProfile | AppArmorProfile,
  field: string,
  errors: FieldErrors,
  { annotation, what }: { readonly annotation: string; readonly what: 'seccomp' | 'apparmor' },
): void {
  const { type, localhostProfile } = profile
  const typeDiffers =
    (type === 'Unconfined' && annotation !== 'unconfined') ||
    (type === 'RuntimeDefault' &&
      annotation !== 'runtime/default' &&
      !(what === 'seccomp' && annotation === 'docker/default')) ||
    (type === 'Localhost' && !annotation.startsWith(localhost))
  if (typeDiffers) errors.forbidden(`${field}.type`, `${what} type in annotation and field must match`)
  else if (type === 'Localhost' && annotation.slice(localhost.length) !== localhostProfile) {
    errors.forbidden(`${field}.localhostProfile`, `${what} profile in annotation and field must match`)
  }
}

/** The profile an AppArmor annotation stands for, where it stands for one. */
// upstream: pkg/api/pod, ApparmorFieldForAnnotation
export function appArmorProfileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  if (!annotation.startsWith(localhost)) return undefined
  const localhostProfile = annotation.slice(localhost.length)
  return localhostProfile === '' ? undefined : { type: 'Localhost', localhostProfile }
}

/** The annotation of AppArmor that is about a container. */
export function appArmorAnnotation(
  annotations: Annotations,
  container: AnyContainer,
  rules: PodRules,
): string | undefined {
  return own(annotations, `${rules.appArmorPrefix}${container.name}`)
}

function own(annotations: Annotations, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined
}
