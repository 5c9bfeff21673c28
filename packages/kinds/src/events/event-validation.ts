import {
  isDns1123Subdomain,
  isQualifiedName,
  isSemanticEqual,
  type FieldErrors,
  type ObjectMeta,
  type Vocabulary,
} from '@pinnace/meta'
import type { Event } from '@pinnace/types/core-v1'
import { sentences } from '../validation/messages.ts'
import { goValue } from '../go-values/go-value.ts'

/** How the older group spells the field that names the reporting controller, and how the newer one does. */
export type ControllerField = 'reportingComponent' | 'reportingController'

// upstream: core/validation/events.go
const maxLengths = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const

/** What every event must keep to, in whichever group it is written. */
// upstream: core/validation/events.go, legacyValidateEvent
export function validateAnyEvent(
  event: Event,
  field: ControllerField,
  vocabulary: Vocabulary,
  errors: FieldErrors,
): void {
  const namespace = event.metadata.namespace ?? ''
  const involved = event.involvedObject.namespace ?? ''
  const refuseNamespace = (): void =>
    errors.invalid('involvedObject.namespace', involved, 'does not match event.namespace')
  if (isZero(event.eventTime)) {
    // Old clients write events about what has no namespace into "default".
    if (involved === '' ? namespace !== '' && namespace !== 'default' : namespace !== involved) refuseNamespace()
  } else {
    if (involved === '' && namespace !== 'default' && namespace !== vocabulary.systemNamespace) refuseNamespace()
    const controller = event.reportingComponent ?? ''
    if (controller === '') errors.required(field)
    for (const message of isQualifiedName(controller)) errors.invalid(field, controller, message)
    requireText('reportingInstance', event.reportingInstance, errors)
    requireText('action', event.action, errors)
    requireText('reason', event.reason, errors)
    checkLength('message', event.message, errors)
  }
  for (const message of isDns1123Subdomain(namespace)) errors.invalid('namespace', namespace, message)
}

/** What a new event of the newer group must keep to besides. */
// upstream: core/validation/events.go, ValidateEventCreate
export function validateNewEvent(event: Event, errors: FieldErrors): void {
  validateSeries(event, errors)
  if (isZero(event.eventTime)) errors.required('eventTime')
  const type = event.type ?? ''
  if (type !== 'Normal' && type !== 'Warning') errors.invalid('type', '', `has invalid value: ${type}`)
  if (!isZero(event.firstTimestamp)) errors.invalid('firstTimestamp', '', 'needs to be unset')
  if (!isZero(event.lastTimestamp)) errors.invalid('lastTimestamp', '', 'needs to be unset')
  if ((event.count ?? 0) !== 0) errors.invalid('count', '', 'needs to be unset')
  if ((event.source?.component ?? '') !== '' || (event.source?.host ?? '') !== '') {
    errors.invalid('source', '', 'needs to be unset')
  }
}

const immutableFields = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  // upstream: checked twice.
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
] as const

/** Fields that are printed as empty text where they are absent. */
const texts: ReadonlySet<string> = new Set([
  'reason',
  'message',
  'type',
  'action',
  'reportingComponent',
  'reportingInstance',
])

/** The types of fields that are structs. */
const structs: ReadonlyMap<string, string> = new Map([
  ['involvedObject', 'core.v1.ObjectReference'],
  ['source', 'core.v1.EventSource'],
  ['related', '*core.v1.ObjectReference'],
])

/** What a change of an event of the newer group must keep to besides: only its series and metadata move. */
// upstream: core/validation/events.go, ValidateEventUpdate
export function validateEventChange(event: Event, live: Event, errors: FieldErrors): void {
  if (!isSemanticEqual(event.series, live.series)) validateSeries(event, errors)
  for (const field of immutableFields) {
    if (isSemanticEqual(event[field], live[field])) continue
    const type = structs.get(field)
    const value = type === undefined ? (event[field] ?? (texts.has(field) ? '' : null)) : goValue(type, event[field])
    errors.invalid(field === 'reportingComponent' ? 'reportingController' : field, value, sentences.immutable)
  }
}

function validateSeries({ series }: Event, errors: FieldErrors): void {
  if (series === undefined) return
  if ((series.count ?? 0) < 2) errors.invalid('series.count', '', 'should be at least 2')
  if (isZero(series.lastObservedTime)) errors.required('series.lastObservedTime')
}

function requireText(
  field: 'reportingInstance' | 'action' | 'reason',
  text: string | undefined,
  errors: FieldErrors,
): void {
  if (text === undefined || text === '') errors.required(field)
  checkLength(field, text, errors)
}

function checkLength(field: keyof typeof maxLengths, text: string | undefined, errors: FieldErrors): void {
  const limit = maxLengths[field]
  if (Buffer.byteLength(text ?? '') > limit) errors.invalid(field, '', `can have at most ${limit} characters`)
}

function isZero(time: ObjectMeta['creationTimestamp']): boolean {
  return time === undefined || time === null
}
