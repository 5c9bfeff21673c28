import { badRequest, FieldErrors, invalid, type Vocabulary } from '@pinnace/meta'
import { isTrue, readDryRun } from './write-options.ts'

/** What happens to the dependents of a deleted object. */
export type PropagationPolicy = 'Orphan' | 'Background' | 'Foreground'

/** The options of a deletion. */
export interface DeleteOptions {
  readonly dryRun: boolean
  /** @default the grace period of the kind */
  readonly gracePeriodSeconds: number | undefined
  readonly propagationPolicy: PropagationPolicy | undefined
  /** The deprecated form of the propagation policy. */
  readonly orphanDependents: boolean | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
}

const policies = ['Foreground', 'Background', 'Orphan']
/** What messages list: no policy is a policy too. */
const listedPolicies = [...policies, 'nil']

/** The defaults. */
export const defaultDeleteOptions: DeleteOptions = Object.freeze({
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: undefined,
  orphanDependents: undefined,
  preconditions: Object.freeze({}),
})

/** Reads the options from a DeleteOptions body if there is one, otherwise from the query. */
// upstream: endpoints/handlers/delete.go – a body wins, and the query is then not looked at.
export function readDeleteOptions(query: URLSearchParams, body: unknown, vocabulary: Vocabulary): DeleteOptions {
  if (body === undefined && query.size === 0) return defaultDeleteOptions
  const errors = new FieldErrors()
  const options = body === undefined ? fromQuery(query, errors) : fromBody(body, errors)
  if (options.propagationPolicy !== undefined && !policies.includes(options.propagationPolicy)) {
    errors.notSupported('propagationPolicy', options.propagationPolicy, listedPolicies)
  }
  if (options.propagationPolicy !== undefined && options.orphanDependents !== undefined) {
    errors.invalid(
      'propagationPolicy',
      options.propagationPolicy,
      'orphanDependents and deletionPropagation cannot be both set',
    )
  }
  if (!errors.isEmpty) throw invalid({ group: vocabulary.group('meta'), kind: 'DeleteOptions' }, '', errors.list)
  return options
}

function fromQuery(query: URLSearchParams, errors: FieldErrors): DeleteOptions {
  const grace = query.get('gracePeriodSeconds')
  const orphan = query.get('orphanDependents')
  const policy = query.get('propagationPolicy')
  return {
    dryRun: readDryRun(query, errors),
    gracePeriodSeconds: grace === null ? undefined : readGrace(Number(grace === '' ? Number.NaN : grace)),
    propagationPolicy: policy === null || policy === '' ? undefined : (policy as PropagationPolicy),
    orphanDependents: orphan === null ? undefined : isTrue(orphan),
    preconditions: {},
  }
}

function fromBody(body: unknown, errors: FieldErrors): DeleteOptions {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('the body is not an object')
  const read = body as Readonly<Record<string, unknown>>
  if (read['kind'] !== undefined && read['kind'] !== 'DeleteOptions') {
    throw badRequest('decoded object cannot be converted to DeleteOptions')
  }
  const dryRun = read['dryRun']
  if (dryRun !== undefined && dryRun !== null && !Array.isArray(dryRun)) throw unreadable('dryRun', '[]string')
  if (dryRun?.some((value: unknown) => value !== 'All')) errors.notSupported('dryRun', dryRun, ['All'])
  const { gracePeriodSeconds: grace, propagationPolicy: policy, orphanDependents: orphan, preconditions } = read
  if (isPresent(grace) && typeof grace !== 'number') throw unreadable('gracePeriodSeconds', 'int64')
  if (isPresent(policy) && typeof policy !== 'string') throw unreadable('propagationPolicy', 'string')
  if (isPresent(orphan) && typeof orphan !== 'boolean') throw unreadable('orphanDependents', 'bool')
  if (isPresent(preconditions) && typeof preconditions !== 'object') throw unreadable('preconditions', 'Preconditions')
  const { uid, resourceVersion } = (preconditions ?? {}) as Readonly<Record<string, unknown>>
  if (isPresent(uid) && typeof uid !== 'string') throw unreadable('preconditions.uid', 'string')
  if (isPresent(resourceVersion) && typeof resourceVersion !== 'string') {
    throw unreadable('preconditions.resourceVersion', 'string')
  }
  return {
    dryRun: dryRun !== undefined && dryRun !== null && dryRun.length > 0,
    gracePeriodSeconds: isPresent(grace) ? readGrace(grace) : undefined,
    propagationPolicy: isPresent(policy) ? (policy as PropagationPolicy) : undefined,
    orphanDependents: isPresent(orphan) ? orphan : undefined,
    preconditions: {
      ...(isPresent(uid) ? { uid } : {}),
      ...(isPresent(resourceVersion) ? { resourceVersion } : {}),
    },
  }
}

function readGrace(value: number): number {
  if (!Number.isSafeInteger(value)) throw badRequest('gracePeriodSeconds is not a whole number of seconds')
  return value
}

function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null
}

function unreadable(field: string, type: string): Error {
  return badRequest(
    `DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ${field} must be of type ${type}`,
  )
}
