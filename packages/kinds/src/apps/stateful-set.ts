import { isDns1123Label, isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { nameIsDnsLabel, column, columns } from '@pinnace/resources'
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { KindBehavior } from '../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../columns/containers.ts'
import { isFraction } from '../core/pod-spec/resources/quantities.ts'
import { validateClaimSpec } from '../core/pod-spec/volumes/claim-template.ts'
import { defaultClaimSpec } from '../core/pod-spec/volumes/default-volume.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { reportEach, validateNotNegative } from '../validation/messages.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { defaultPodTemplateSpec, validatePodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus } from '../status-subresource.ts'
import { countOf, validateCount, validateShare } from './rollout-counts.ts'
import { scaleView, statusView } from './workload-views.ts'
import {
  completeTemplate,
  isEmptySelector,
  matchTemplate,
  refuseUnmatched,
  validateAtMost,
  validateCollisions,
  validateCounts,
  validateSelector,
  validateWorkloadPods,
} from './workload.ts'
import { specOf } from '../spec-of.ts'
import { goValue } from '../go-values/go-value.ts'

const managementPolicies = ['OrderedReady', 'Parallel']
const retentionPolicies = ['Retain', 'Delete']
const updatable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const

/** Stateful sets: pods with names, and claims, of their own. */
// upstream: registry/apps/statefulset/strategy.go
export function statefulSet(
  rules: PodRules,
  { countsUnavailable }: { readonly countsUnavailable: boolean },
): KindBehavior<StatefulSet> {
  return {
    validateName: nameIsDnsLabel,
    strategy: {
      defaults: (next) => defaultStatefulSet(next, rules),
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, rules)
        if (!countsUnavailable) dropMaxUnavailable(next, undefined)
        next.status = { replicas: 0, availableReplicas: 0 }
        startGeneration(next)
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, rules)
        if (!countsUnavailable) dropMaxUnavailable(next, live)
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate: (next, errors) => validateSpec(specOf(next), rules, errors, { isNew: true }),
      validateUpdate(next, live, errors) {
        validateSpec(specOf(next), rules, errors, { isNew: false })
        validateUnchanged(specOf(next), specOf(live), errors)
      },
      warnings: (next, live) =>
        live !== undefined && live.metadata.generation === next.metadata.generation
          ? []
          : warningsOf(next, live, rules),
    },
    zeroFields: { spec: { replicas: 0 } },
    columns: columns<StatefulSet>(
      column('Ready', ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`),
      containersColumn(({ spec }: StatefulSet) => spec?.template, { wide: true }),
      imagesColumn(({ spec }: StatefulSet) => spec?.template, { wide: true }),
    ),
    subresources: { status: statusView(validateStatusUpdate), scale: scaleView() },
  }
}

// upstream: registry/apps/statefulset/strategy.go, dropStatefulSetDisabledFields
function dropMaxUnavailable({ spec }: Mutable<StatefulSet>, live: StatefulSet | undefined): void {
  if (live?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable !== undefined) return
  delete spec?.updateStrategy?.rollingUpdate?.maxUnavailable
}

// upstream: apis/apps/v1/defaults.go, SetDefaults_StatefulSet
function defaultStatefulSet(next: Mutable<StatefulSet>, rules: PodRules): void {
  const spec = (next.spec ??= {} as Mutable<StatefulSetSpec>)
  spec.template = completeTemplate(spec.template)
  if (!spec.podManagementPolicy) spec.podManagementPolicy = 'OrderedReady'
  const strategy = (spec.updateStrategy ??= {})
  if (!strategy.type) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
    strategy.rollingUpdate.partition ??= 0
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) strategy.rollingUpdate.partition ??= 0
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {})
  if (!retention.whenDeleted) retention.whenDeleted = 'Retain'
  if (!retention.whenScaled) retention.whenScaled = 'Retain'
  spec.replicas ??= 1
  spec.revisionHistoryLimit ??= 10
  for (const claim of spec.volumeClaimTemplates ?? []) {
    // upstream: whatever a client calls it.
    claim.kind = 'PersistentVolumeClaim'
    claim.apiVersion = 'v1'
    if (claim.spec) defaultClaimSpec(claim.spec)
    claim.status ??= {}
    if (!claim.status.phase) claim.status.phase = 'Pending'
  }
  defaultPodTemplateSpec(spec.template, rules)
}

// upstream: apps/validation, ValidateStatefulSetSpec
function validateSpec(
  spec: StatefulSetSpec,
  rules: PodRules,
  errors: FieldErrors,
  { isNew }: { readonly isNew: boolean },
): void {
  const { podManagementPolicy, selector, serviceName, template, volumeClaimTemplates } = spec
  if (!podManagementPolicy) errors.required('spec.podManagementPolicy')
  else if (!managementPolicies.includes(podManagementPolicy)) {
    errors.invalid('spec.podManagementPolicy', podManagementPolicy, "must be 'OrderedReady' or 'Parallel'")
  }
  validateUpdateStrategy(spec.updateStrategy ?? {}, errors)
  const { whenDeleted, whenScaled } = spec.persistentVolumeClaimRetentionPolicy ?? {}
  validateRetention(whenDeleted, 'whenDeleted', errors)
  validateRetention(whenScaled, 'whenScaled', errors)
  if (isNew) {
    volumeClaimTemplates?.forEach(({ spec: claim = {} }, index) =>
      validateClaimSpec(claim, `spec.volumeClaimTemplates[${index}].spec`, errors, { rules }),
    )
  }
  validateNotNegative(spec.replicas, 'spec.replicas', errors)
  validateNotNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  validateNotNegative(spec.ordinals?.start, 'spec.ordinals.start', errors)
  if (isNew && serviceName) reportEach(errors, isDns1123Label(serviceName), 'spec.serviceName', serviceName)
  validateSelector(selector, 'empty selector is invalid for statefulset', errors)
  const match = selector && isEmptySelector(selector) ? 'matches' : matchTemplate(selector, template)
  if (match === 'broken') errors.invalid('spec.selector', orderedSelector(selector), '')
  else if (match === 'differs') refuseUnmatched(template, errors)
  if (match !== 'broken') validateTemplate(withClaims(template, spec), rules, errors)
  validateWorkloadPods(template.spec, 'StatefulSet', errors)
}

/** The template; errors of its labels and annotations are reported before it and at its end. */
// upstream: apps/validation, ValidatePodTemplateSpecForStatefulSet
function validateTemplate(template: PodTemplateSpec, rules: PodRules, errors: FieldErrors): void {
  const before = errors.list.length
  validatePodTemplateSpec(template, rules, 'spec.template', errors)
  if (errors.list.length === before) return
  const ofMetadata = errors.list
    .slice(before)
    .filter(({ field }) => /^spec\.template\.(labels|annotations)/.test(field))
  for (const { reason, field, message } of ofMetadata) errors.add(reason, field, message)
}

/** The template with a volume for each claim, as its pods will have them; the claim wins over a volume of its name. */
function withClaims(template: PodTemplateSpec, { volumeClaimTemplates }: StatefulSetSpec): PodTemplateSpec {
  if (!template.spec) return template
  // Each pod has a host name and a subdomain of its own.
  const { hostname: _, subdomain: __, ...spec } = template.spec
  if (!volumeClaimTemplates?.length) return { ...template, spec }
  const claims = new Set(volumeClaimTemplates.map(({ metadata }) => metadata.name ?? ''))
  const volumes = [
    ...[...claims].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...(template.spec.volumes ?? []).filter(({ name }) => !claims.has(name)),
  ]
  return { ...template, spec: { ...spec, volumes } }
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  const field = 'spec.updateStrategy.rollingUpdate'
  if (!type) {
    errors.required('spec.updateStrategy')
  } else if (type === 'OnDelete') {
    if (rollingUpdate) errors.invalid(field, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")
  } else if (type !== 'RollingUpdate') {
    errors.invalid(
      'spec.updateStrategy',
      goValue('apps.v1.StatefulSetUpdateStrategy', strategy),
      "must be 'RollingUpdate' or 'OnDelete'",
    )
  } else if (rollingUpdate) {
    const { partition, maxUnavailable } = rollingUpdate
    validateNotNegative(partition, `${field}.partition`, errors)
    if (maxUnavailable === undefined) return
    validateCount(maxUnavailable, `${field}.maxUnavailable`, errors)
    if (countOf(maxUnavailable) === 0) errors.invalid(`${field}.maxUnavailable`, maxUnavailable, 'cannot be 0')
    validateShare(maxUnavailable, `${field}.maxUnavailable`, errors)
  }
}

function validateRetention(policy: string | undefined, name: string, errors: FieldErrors): void {
  if (policy === undefined || retentionPolicies.includes(policy)) return
  errors.notSupported(`spec.persistentVolumeClaimRetentionPolicy.${name}`, policy, retentionPolicies)
}

// upstream: apps/validation, ValidateStatefulSetUpdate
function validateUnchanged(next: StatefulSetSpec, live: StatefulSetSpec, errors: FieldErrors): void {
  const masked: Record<string, unknown> = { ...next }
  for (const name of updatable) masked[name] = live[name]
  if (isSemanticEqual(masked, live)) return
  const names = updatable.map((name) => `'${name}'`)
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  errors.forbidden('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)
}

// upstream: apps/validation, ValidateStatefulSetStatusUpdate
function validateStatusUpdate(next: StatefulSet, live: StatefulSet, errors: FieldErrors): void {
  const { status = { replicas: 0 } } = next
  validateCounts(
    status,
    [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    errors,
  )
  for (const name of ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']) {
    validateAtMost(status, name, errors, { limit: 'replicas', problem: 'cannot be greater than status.replicas' })
  }
  validateAtMost(status, 'availableReplicas', errors, {
    limit: 'readyReplicas',
    problem: 'cannot be greater than status.readyReplicas',
  })
  validateCollisions(status.collisionCount, live.status?.collisionCount, errors)
}

// upstream: registry/apps/statefulset/strategy.go, WarningsOnCreate
function warningsOf(next: StatefulSet, live: StatefulSet | undefined, rules: PodRules): readonly string[] {
  const warnings = [...podTemplateWarnings(specOf(next).template, 'spec.template', rules)]
  if ((specOf(next).revisionHistoryLimit ?? 0) < 0) {
    const sentence = 'a negative value retains all historical revisions; a value >= 0 is recommended'
    warnings.push(`spec.revisionHistoryLimit: ${sentence}`)
  }
  specOf(next).volumeClaimTemplates?.forEach(({ spec }, index) => {
    // upstream: the path is that of the claim on create, and names the Go field on update.
    const at = `spec.volumeClaimTemplates[${index}]${live === undefined ? '' : '.Spec'}`
    for (const list of ['requests', 'limits'] as const) {
      const storage = spec?.resources?.[list]?.['storage']
      if (storage === undefined || !isFraction(storage)) continue
      const field = `${at}.resources.${list}[storage]`
      warnings.push(`${field}: fractional byte value ${JSON.stringify(storage)} is invalid, must be an integer`)
    }
  })
  return warnings
}
