import { isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import { keepEmptied } from '@pinnace/schema'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { NodeAffinity, Pod, PodSchedulingGate, PodSpec } from '@pinnace/types/core-v1-pods'
import { validatePodAnnotationsUpdate } from '../pod-spec/security/pod-annotations.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { inclusiveRange } from '../../validation/messages.ts'
import { goDiff, goValue } from '../../go-values/go-value.ts'
import { validateOnlyAddedTolerations } from '../pod-spec/scheduling/tolerations.ts'
import { validateMetadataAndSpec } from './pod-validation.ts'
import { specOf } from '../../spec-of.ts'

const maxInt32 = 2_147_483_647

const changeable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

/** What may still change about a pod: images, a shorter deadline, more tolerations, fewer gates. */
// upstream: core/validation, ValidatePodUpdate
export function validatePodUpdate(next: Pod, live: Pod, rules: PodRules, errors: FieldErrors): void {
  validateMetadataAndSpec(next, rulesInUse(rules, live.spec), errors)
  const { annotations } = next.metadata
  validatePodAnnotationsUpdate(annotations, live.metadata.annotations, errors, { rules, at: 'metadata.annotations' })
  const spec = specOf(next)
  const stored = specOf(live)
  if (spec.containers.length !== stored.containers.length) {
    return errors.forbidden('spec.containers', 'pod updates may not add or remove containers')
  }
  if ((spec.initContainers?.length ?? 0) !== (stored.initContainers?.length ?? 0)) {
    return errors.forbidden('spec.initContainers', 'pod updates may not add or remove containers')
  }
  validateImages(spec, errors)
  if (!validateDeadline(spec, stored, errors)) return undefined
  validateOnlyAddedTolerations(spec.tolerations ?? [], stored.tolerations ?? [], 'spec.tolerations', errors)
  validateOnlyRemovedGates(spec.schedulingGates ?? [], stored.schedulingGates ?? [], errors)
  if (isSemanticEqual(spec, stored)) return undefined
  const masked = maskGatedChanges(maskChangeable(spec, stored), stored, errors)
  if (!isSemanticEqual(masked, stored)) {
    const diff = goDiff('core.v1.PodSpec', stored, masked)
    errors.forbidden('spec', `pod updates may not change fields other than ${changeable}\n${diff}`)
  }
  return undefined
}

/** The rules for a spec that uses what a gate would not let it begin with. */
function rulesInUse(rules: PodRules, live: PodSpec | undefined): PodRules {
  if (rules.gates.seLinuxMount || live?.securityContext?.seLinuxChangePolicy === undefined) return rules
  return { ...rules, gates: { ...rules.gates, seLinuxMount: true } }
}

/** Images may change, to other images. */
// upstream: the rules of the spec report an absent image too.
function validateImages(spec: PodSpec, errors: FieldErrors): void {
  for (const list of ['containers', 'initContainers'] as const) {
    spec[list]?.forEach(({ image }, index) => {
      if (!image) errors.required(`spec.${list}[${index}].image`)
    })
  }
}

/** False where nothing more is worth saying. */
function validateDeadline(spec: PodSpec, stored: PodSpec, errors: FieldErrors): boolean {
  const { activeDeadlineSeconds: next } = spec
  const { activeDeadlineSeconds: live } = stored
  if (next === undefined) {
    if (live !== undefined) {
      const problem = 'must not update from a positive integer to nil value'
      errors.invalid('spec.activeDeadlineSeconds', null, problem)
    }
    return true
  }
  if (next < 0 || next > maxInt32) {
    errors.invalid('spec.activeDeadlineSeconds', next, inclusiveRange(0, maxInt32))
    return false
  }
  if (live !== undefined && live < next) {
    errors.invalid('spec.activeDeadlineSeconds', next, 'must be less than or equal to previous value')
    return false
  }
  return true
}

// upstream: core/validation, validateOnlyDeletedSchedulingGates
function validateOnlyRemovedGates(
  next: readonly PodSchedulingGate[],
  live: readonly PodSchedulingGate[],
  errors: FieldErrors,
): void {
  const known = new Set(live.map(({ name }) => name))
  // upstream: of gates with one name, only the last is looked at.
  const places = new Map(next.map(({ name }, index) => [name, index]))
  places.forEach((index, name) => {
    if (known.has(name)) return
    const problem = `only deletion is allowed, but found new scheduling gate '${name}'`
    errors.forbidden(`spec.schedulingGates[${index}].name`, problem)
  })
}

/** The spec sent, with what may change as it is stored. */
function maskChangeable(spec: PodSpec, stored: PodSpec): PodSpec {
  const masked: Record<string, unknown> = {
    ...spec,
    containers: withImagesOf(stored.containers, spec.containers),
    activeDeadlineSeconds: stored.activeDeadlineSeconds,
    schedulingGates: stored.schedulingGates,
    tolerations: stored.tolerations,
  }
  if (spec.initContainers) masked['initContainers'] = withImagesOf(stored.initContainers ?? [], spec.initContainers)
  const { terminationGracePeriodSeconds: grace } = stored
  if (grace !== undefined && grace < 0 && spec.terminationGracePeriodSeconds === 1) {
    masked['terminationGracePeriodSeconds'] = grace
  }
  return keepEmptied(masked, spec) as unknown as PodSpec
}

function withImagesOf(stored: readonly Container[], containers: readonly Container[]): readonly unknown[] {
  return containers.map((container, index) => keepEmptied({ ...container, image: stored[index]?.image }, container))
}

/** While gates hold a pod back, where it may go can be narrowed. */
function maskGatedChanges(masked: PodSpec, stored: PodSpec, errors: FieldErrors): PodSpec {
  if (!stored.schedulingGates?.length) return masked
  let result: Record<string, unknown> = { ...masked }
  if (!isSemanticEqual(masked.nodeSelector, stored.nodeSelector)) {
    const next = masked.nodeSelector ?? {}
    for (const [key, value] of Object.entries(stored.nodeSelector ?? {})) {
      if (Object.hasOwn(next, key) && next[key] === value) continue
      const problem = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
      errors.invalid('spec.nodeSelector', next, problem)
      break
    }
    result = { ...result, nodeSelector: stored.nodeSelector }
  }
  const nextAffinity = masked.affinity?.nodeAffinity
  const liveAffinity = stored.affinity?.nodeAffinity
  if (!isSemanticEqual(nextAffinity, liveAffinity)) {
    validateNodeAffinityChange(nextAffinity, liveAffinity, errors)
    const { nodeAffinity: _, ...others } = masked.affinity ?? {}
    const affinity = liveAffinity === undefined ? others : { ...others, nodeAffinity: liveAffinity }
    // upstream: an affinity that was given for the nodes alone counts as none.
    const isNew = stored.affinity === undefined && Object.keys(affinity).length === 0
    result = { ...result, affinity: isNew ? undefined : affinity }
  }
  return result as unknown as PodSpec
}

// upstream: core/validation, validateNodeAffinityMutation
function validateNodeAffinityChange(
  next: NodeAffinity | undefined,
  live: NodeAffinity | undefined,
  errors: FieldErrors,
): void {
  const liveTerms = live?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  if (liveTerms.length === 0) return
  const field = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'
  const nextTerms = next?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  if (nextTerms.length !== liveTerms.length) {
    errors.invalid(
      field,
      goValue('[]core.v1.NodeSelectorTerm', nextTerms),
      'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
    )
    return
  }
  liveTerms.forEach((liveTerm, index) => {
    const nextTerm = nextTerms[index] ?? {}
    if (!liveTerm.matchExpressions?.length && !liveTerm.matchFields?.length) {
      if (nextTerm.matchExpressions?.length || nextTerm.matchFields?.length) {
        errors.invalid(
          `${field}[${index}]`,
          goValue('core.v1.NodeSelectorTerm', nextTerm),
          'no changes to empty NodeSelectorTerm are allowed',
        )
      }
      return
    }
    const isKept = (['matchExpressions', 'matchFields'] as const).every((list) =>
      (liveTerm[list] ?? []).every((requirement, position) => isSemanticEqual(requirement, nextTerm[list]?.[position])),
    )
    if (!isKept)
      errors.invalid(
        `${field}[${index}]`,
        goValue('core.v1.NodeSelectorTerm', nextTerm),
        'only additions are allowed (no mutations or deletions)',
      )
  })
}
