import { badRequest, isSemanticEqual, type FieldErrors, type Mutable, type ObjectMeta } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy } from '@pinnace/types/apps-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../columns/containers.ts'
import { formatLabels, formatSelector } from '../columns/format.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { defaultPodTemplateSpec, validatePodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { keepStatus } from '../status-subresource.ts'
import { countOf, validateCount, validateShare } from './rollout-counts.ts'
import { statusView } from './workload-views.ts'
import {
  completeTemplate,
  matchTemplate,
  refuseUnmatched,
  validateCollisions,
  validateCounts,
  validateSelector,
  validateSelectorUpdate,
  validateWorkloadPods,
} from './workload.ts'
import { specOf } from '../spec-of.ts'
import { goValue } from '../go-values/go-value.ts'
import { countGeneration, startGeneration } from '../generation.ts'

const strategyTypes = ['RollingUpdate', 'OnDelete']

/** Where the number of template changes is kept, which was once a field. */
const templateGenerationAnnotation = 'deprecated.daemonset.template.generation'

/** Daemon sets: one pod on every node that fits. */
// upstream: registry/apps/daemonset/strategy.go
export function daemonSet(rules: PodRules, { surges }: { readonly surges: boolean }): KindBehavior<DaemonSet> {
  return {
    strategy: {
      defaults: (next) => defaultDaemonSet(next, rules),
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, rules)
        if (!surges) dropSurge(next, undefined)
        next.status = {
          currentNumberScheduled: 0,
          numberMisscheduled: 0,
          desiredNumberScheduled: 0,
          numberReady: 0,
        }
        startGeneration(next)
        setTemplateGeneration(next, Math.max(templateGeneration(next.metadata), 1))
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, rules)
        keepStatus(next, live)
        if (!surges) dropSurge(next, live)
        const changes = templateGeneration(live.metadata)
        const isSameTemplate = isSemanticEqual(next.spec?.template, live.spec?.template)
        setTemplateGeneration(next, isSameTemplate ? changes : changes + 1)
        if (!isSemanticEqual(next.spec, live.spec)) countGeneration(next, live)
      },
      validate: (next, errors) => validateSpec(specOf(next), rules, errors),
      validateUpdate(next, live, errors) {
        validateSelectorUpdate(specOf(next).selector, live.spec?.selector, errors)
        validateSpec(specOf(next), rules, errors)
      },
      warnings: (next, live) =>
        live !== undefined && live.metadata.generation === next.metadata.generation
          ? []
          : podTemplateWarnings(specOf(next).template, 'spec.template', rules),
    },
    // upstream: the annotation is that of the version; metadata alone is read from the internal object.
    shownMetadata: withoutTemplateGeneration,
    zeroFields: { metadata: { annotations: { [templateGenerationAnnotation]: '0' } } },
    columns: columns<DaemonSet>(
      count('Desired', 'desiredNumberScheduled'),
      count('Current', 'currentNumberScheduled'),
      count('Ready', 'numberReady'),
      count('Up-to-date', 'updatedNumberScheduled'),
      count('Available', 'numberAvailable'),
      column('Node Selector', ({ spec }) => formatLabels(spec?.template?.spec?.nodeSelector)),
      containersColumn(({ spec }: DaemonSet) => spec?.template, { wide: true }),
      imagesColumn(({ spec }: DaemonSet) => spec?.template, { wide: true }),
      column('Selector', ({ spec }) => formatSelector(spec?.selector), { wide: true }),
    ),
    subresources: {
      status: statusView(validateStatusUpdate, {
        prepare: (next, live) => setTemplateGeneration(next, templateGeneration(live.metadata)),
      }),
    },
  }
}

function count(
  name: string,
  field:
    | 'desiredNumberScheduled'
    | 'currentNumberScheduled'
    | 'numberReady'
    | 'updatedNumberScheduled'
    | 'numberAvailable',
): ReturnType<typeof column<DaemonSet>> {
  return column<DaemonSet>(name, ({ status }) => status?.[field] ?? 0, { type: 'integer' })
}

// upstream: apis/apps/v1/defaults.go, SetDefaults_DaemonSet
function defaultDaemonSet(next: Mutable<DaemonSet>, rules: PodRules): void {
  // upstream: apis/apps/v1/conversion.go – the annotation is a field of the internal version, which is always written.
  if (next.metadata.annotations?.[templateGenerationAnnotation] === undefined) setTemplateGeneration(next, 0)
  const spec = (next.spec ??= {} as Mutable<DaemonSetSpec>)
  spec.template = completeTemplate(spec.template)
  const strategy = (spec.updateStrategy ??= {})
  if (!strategy.type) strategy.type = 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {})
    rolling.maxUnavailable ??= 1
    rolling.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
  defaultPodTemplateSpec(spec.template, rules)
}

// upstream: registry/apps/daemonset/strategy.go, dropDaemonSetDisabledFields – what is in use already stays in use
function dropSurge({ spec }: Mutable<DaemonSet>, live: DaemonSet | undefined): void {
  const inUse = live?.spec?.updateStrategy?.rollingUpdate?.maxSurge ?? 0
  if (inUse === 0 || inUse === '0%') delete spec?.updateStrategy?.rollingUpdate?.maxSurge
}

/** How often the template has changed. */
// upstream: apis/apps/v1/conversion.go, Convert_v1_DaemonSet_To_apps_DaemonSet – other text is no daemon set.
function templateGeneration({ annotations }: ObjectMeta): number {
  if (annotations === undefined || !Object.hasOwn(annotations, templateGenerationAnnotation)) return 0
  const text = annotations[templateGenerationAnnotation]!
  if (!/^[-+]?\d{1,18}$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  }
  return Number(text)
}

function withoutTemplateGeneration(metadata: ObjectMeta): ObjectMeta {
  const { [templateGenerationAnnotation]: _, ...annotations } = metadata.annotations ?? {}
  const { annotations: _all, ...others } = metadata
  return Object.keys(annotations).length === 0 ? others : { ...metadata, annotations }
}

function setTemplateGeneration(next: Mutable<DaemonSet>, generation: number): void {
  next.metadata.annotations = { ...next.metadata.annotations, [templateGenerationAnnotation]: String(generation) }
}

// upstream: apps/validation, ValidateDaemonSetSpec
function validateSpec(spec: DaemonSetSpec, rules: PodRules, errors: FieldErrors): void {
  const { selector, template } = spec
  // upstream: an absent selector is only one that does not match.
  if (selector) validateSelector(selector, 'empty selector is invalid for daemonset', errors)
  if (matchTemplate(selector, template) === 'differs') refuseUnmatched(template, errors)
  validatePodTemplateSpec(template, rules, 'spec.template', errors)
  validateWorkloadPods(template.spec, 'DaemonSet', errors)
  validateNotNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  validateUpdateStrategy(spec.updateStrategy ?? {}, errors)
  validateNotNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit', errors)
}

// upstream: apps/validation, ValidateDaemonSetUpdateStrategy and ValidateRollingUpdateDaemonSet
function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  const field = 'spec.updateStrategy.rollingUpdate'
  if (type === 'OnDelete') return undefined
  if (type !== 'RollingUpdate') {
    return errors.notSupported(
      'spec.updateStrategy',
      goValue('apps.v1.DaemonSetUpdateStrategy', strategy),
      strategyTypes,
    )
  }
  if (!rollingUpdate) return errors.required(field)
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
  validateCount(maxUnavailable, `${field}.maxUnavailable`, errors)
  validateCount(maxSurge, `${field}.maxSurge`, errors)
  validateShare(maxUnavailable, `${field}.maxUnavailable`, errors)
  validateShare(maxSurge, `${field}.maxSurge`, errors)
  const hasUnavailable = countOf(maxUnavailable) !== 0
  const hasSurge = countOf(maxSurge) !== 0
  if (hasUnavailable && hasSurge) {
    return errors.invalid(`${field}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')
  }
  if (!hasUnavailable && !hasSurge) errors.required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')
  return undefined
}

// upstream: apps/validation, ValidateDaemonSetStatusUpdate
function validateStatusUpdate(next: DaemonSet, live: DaemonSet, errors: FieldErrors): void {
  const names = [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ]
  validateCounts(next.status ?? {}, names, errors)
  validateCollisions(next.status?.collisionCount, live.status?.collisionCount, errors)
}
