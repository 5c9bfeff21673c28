import type { ApiObject } from '@pinnace/meta'
import { readFieldsOf, type StageFields } from './stage-fields.ts'
import type { Stage, StageRequirement, StageStep, StageWait } from './stage.ts'

/** The stage of a kwok `Stage` object. A TypeError names a field that is not supported. */
// upstream: kwok, pkg/apis/v1alpha1/stage_types.go
export function readStage(object: ApiObject, where: string): Stage {
  const { name = '' } = object.metadata
  const top = readFieldsOf(object, `${where} (${name})`, ['apiVersion', 'kind', 'metadata', 'spec', 'status'])
  const spec = top.required('spec', specFields)
  const selector = spec.section('selector', ['matchLabels', 'matchAnnotations', 'matchExpressions'])
  // upstream: kwok, NewStage – a stage without a selector matches nothing
  if (selector === undefined) throw spec.error('selector is required: without it the stage matches nothing')
  const reference = spec.required('resourceRef', ['apiGroup', 'kind'])
  const weight = spec.number('weight')
  const weightFrom = expressionOf(spec.section('weightFrom', ['expressionFrom', 'jq']))
  const delay = spec.section('delay', delayFields)
  return {
    name,
    resource: { apiVersion: reference.text('apiGroup') ?? 'v1', kind: reference.text('kind') ?? '' },
    selector: {
      matchLabels: selector.texts('matchLabels'),
      matchAnnotations: selector.texts('matchAnnotations'),
      matchExpressions: selector.sections('matchExpressions', ['key', 'operator', 'values', 'jq']).map(requirementOf),
    },
    ...(weight === undefined ? {} : { weight }),
    ...(weightFrom === undefined ? {} : { weightFrom }),
    ...(delay === undefined ? {} : { delay: waitOf(delay) }),
    steps: stepsOf(spec),
  }
}

const specFields = [
  'resourceRef',
  'selector',
  'weight',
  'weightFrom',
  'delay',
  'next',
  'steps',
  // Stages are matched again with the next version of the object, which arrives at once within a process.
  'immediateNextStage',
]

const delayFields = ['durationMilliseconds', 'durationFrom', 'jitterDurationMilliseconds', 'jitterDurationFrom']

const nextFields = ['event', 'finalizers', 'delete', 'statusTemplate', 'statusSubresource', 'patches']

const patchFields = ['root', 'template', 'subresource', 'type']

function requirementOf(fields: StageFields): StageRequirement {
  const own = fields.section('jq', ['key', 'operator', 'values']) ?? fields
  // The operator and the values are checked with the query.
  const operator = own.text('operator') as StageRequirement['operator']
  return { key: own.text('key') ?? '', operator, values: own.list('values') }
}

function waitOf(fields: StageFields): StageWait {
  const ms = fields.number('durationMilliseconds')
  const from = expressionOf(fields.section('durationFrom', ['expressionFrom', 'jq']))
  const jitterMs = fields.number('jitterDurationMilliseconds')
  const jitterFrom = expressionOf(fields.section('jitterDurationFrom', ['expressionFrom', 'jq']))
  return {
    ...(ms === undefined ? {} : { ms }),
    ...(from === undefined ? {} : { from }),
    ...(jitterMs === undefined ? {} : { jitterMs }),
    ...(jitterFrom === undefined ? {} : { jitterFrom }),
  }
}

/** The query of a source of values, in its old and its new form. */
function expressionOf(fields: StageFields | undefined): string | undefined {
  return fields?.text('expressionFrom') ?? fields?.section('jq', ['expression'])?.text('expression')
}

function stepsOf(spec: StageFields): readonly StageStep[] {
  const steps = spec.sections('steps', ['event', 'finalizers', 'delete', 'patch'])
  const next = spec.section('next', nextFields)
  if (next === undefined) return steps.map(stepOf)
  if (steps.length > 0) throw spec.error('next and steps exclude each other')
  const status = next.text('statusTemplate')
  const subresource = next.text('statusSubresource') ?? 'status'
  const patches = next.sections('patches', patchFields).map(patchOf)
  return [
    stepOf(next),
    ...(status === undefined ? [] : [{ patch: { template: status, root: 'status', subresource } }]),
    ...patches.map((patch) => ({ patch })),
  ]
}

function stepOf(fields: StageFields): StageStep {
  const event = fields.section('event', ['type', 'reason', 'message'])
  const finalizers = fields.section('finalizers', ['add', 'remove', 'empty'])
  const patch = fields.section('patch', patchFields)
  const valuesOf = (name: string): readonly string[] =>
    finalizers?.sections(name, ['value']).map((item) => item.text('value') ?? '') ?? []
  return {
    ...(event === undefined ? {} : { event: eventOf(event) }),
    ...(finalizers === undefined
      ? {}
      : { finalizers: { add: valuesOf('add'), remove: valuesOf('remove'), empty: finalizers.flag('empty') } }),
    delete: fields.flag('delete'),
    ...(patch === undefined ? {} : { patch: patchOf(patch) }),
  }
}

function eventOf(fields: StageFields): NonNullable<StageStep['event']> {
  const type = fields.text('type') ?? 'Normal'
  if (type !== 'Normal' && type !== 'Warning') throw fields.error(`type ${JSON.stringify(type)} is not supported`)
  return { type, reason: fields.text('reason') ?? '', message: fields.text('message') ?? '' }
}

function patchOf(fields: StageFields): NonNullable<StageStep['patch']> {
  const root = fields.text('root')
  const subresource = fields.text('subresource')
  const type = fields.text('type')
  if (type !== undefined && type !== 'merge' && type !== 'strategic' && type !== 'json') {
    throw fields.error(`type ${JSON.stringify(type)} is not supported`)
  }
  return {
    template: fields.text('template') ?? '',
    ...(root ? { root } : {}),
    ...(subresource ? { subresource } : {}),
    ...(type === undefined ? {} : { type }),
  }
}
