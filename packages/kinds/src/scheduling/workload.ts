import { isPathSegmentName, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import { ageColumn, nameColumn } from '@pinnace/resources'
import type {
  PodGroupTemplate,
  TypedLocalObjectReference,
  Workload,
  WorkloadSpec,
} from '@pinnace/types/scheduling-v1alpha2'
import type { BehaviorContext, KindBehavior } from '../kind-behavior.ts'
import { declaredLabel, declaredLongName, declaredUnique } from '../validation/declared.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { dropDisabledFields, validateGroupFields } from './group-fields.ts'

const maxTemplates = 8

/** Workloads: the templates of groups of pods. */
// upstream: registry/scheduling/workload/strategy.go; scheduling/v1alpha2/zz_generated.validations.go
export const workload = (isEnabled: BehaviorContext['isEnabled']): KindBehavior<Workload> => ({
  strategy: {
    prepareForCreate({ spec }) {
      for (const template of spec.podGroupTemplates ?? []) dropDisabledFields(template, undefined, isEnabled)
    },
    prepareForUpdate({ spec }, live) {
      for (const [index, template] of (spec.podGroupTemplates ?? []).entries()) {
        dropDisabledFields(template, live.spec.podGroupTemplates?.[index], isEnabled)
      }
    },
    validate({ spec }, errors) {
      if (spec.controllerRef !== undefined) validateReference(spec.controllerRef, errors)
      validateTemplates(spec, errors, isEnabled)
    },
    validateUpdate({ spec }, live, errors) {
      const fixed = ['controllerRef', 'podGroupTemplates'] as const
      for (const name of fixed) {
        if (!isSemanticEqual(spec[name], live.spec[name])) errors.invalid(`spec.${name}`, null, sentences.immutable)
      }
      if ((spec.podGroupTemplates ?? []).length === 0) errors.required('spec.podGroupTemplates')
    },
  },
  columns: [nameColumn, ageColumn],
})

function validateReference({ apiGroup = '', kind, name }: TypedLocalObjectReference, errors: FieldErrors): void {
  const at = 'spec.controllerRef'
  if (apiGroup !== '') declaredLongName(apiGroup, `${at}.apiGroup`, errors)
  for (const [field, value] of Object.entries({ kind, name })) {
    if (value === '') errors.required(`${at}.${field}`)
    else reportEach(errors, isPathSegmentName(value), `${at}.${field}`, value)
  }
}

function validateTemplates(
  { podGroupTemplates }: WorkloadSpec,
  errors: FieldErrors,
  isEnabled: BehaviorContext['isEnabled'],
): void {
  const at = 'spec.podGroupTemplates'
  const templates = podGroupTemplates ?? []
  if (templates.length === 0) return errors.required(at)
  if (templates.length > maxTemplates) return errors.tooMany(at, templates.length, maxTemplates)
  declaredUnique(templates.map(shownTemplate), ({ name }) => name, at, errors)
  return templates.forEach((template, index) => {
    declaredLabel(template.name, `${at}[${index}].name`, errors)
    validateGroupFields(template, { at: `${at}[${index}]`, errors, isEnabled, live: undefined, isFixed: false })
  })
}

/** A template as messages show it: without constraints, they are null. */
function shownTemplate({ name, schedulingPolicy, schedulingConstraints, ...others }: PodGroupTemplate): {
  readonly name: string
} {
  const shown = { name, schedulingPolicy, schedulingConstraints: schedulingConstraints ?? null, ...others }
  return shown
}
