import { badRequest, FieldErrors, invalid, type Vocabulary } from '@pinnace/meta'
import { compileDecoder, DecodeError, type Decoder } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { notRegistered, unreadableType } from './body-kind.ts'
import { readDryRun, readDryRunOfBody } from './dry-run.ts'
import { isTrue, readInteger } from './query-parameters.ts'

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

// In the order of kube-apiserver's messages.
const policies = ['Foreground', 'Background', 'Orphan']

/** The defaults. */
export const defaultDeleteOptions: DeleteOptions = Object.freeze({
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: undefined,
  orphanDependents: undefined,
  preconditions: Object.freeze({}),
})

/**
 * Reads the options of a delete from a body of kind DeleteOptions, or, without a body, from the query. Numbers of the body
 * that are no integers may be symbols, as `ParsedJson` has them: these are refused.
 */
// upstream: endpoints/handlers/delete.go; apimachinery/pkg/apis/meta/v1/validation, ValidateDeleteOptions
export function readDeleteOptions(query: URLSearchParams, body: unknown, vocabulary: Vocabulary): DeleteOptions {
  if (body === undefined && query.size === 0) return defaultDeleteOptions
  const dryRunErrors = new FieldErrors()
  const options = body === undefined ? fromQuery(query, dryRunErrors) : fromBody(body, vocabulary, dryRunErrors)
  const errors = new FieldErrors()
  const { propagationPolicy: policy, orphanDependents } = options
  if (policy !== undefined && orphanDependents !== undefined) {
    errors.invalid('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set')
  }
  if (policy !== undefined && !policies.includes(policy)) {
    errors.notSupported('propagationPolicy', policy, [...policies, 'nil'])
  }
  const all = [...errors.list, ...dryRunErrors.list]
  if (all.length > 0) throw invalid({ group: vocabulary.group('meta'), kind: 'DeleteOptions' }, '', all)
  return options
}

function fromQuery(query: URLSearchParams, errors: FieldErrors): DeleteOptions {
  const orphan = query.get('orphanDependents')
  const policy = query.get('propagationPolicy')
  return {
    dryRun: readDryRun(query, errors),
    gracePeriodSeconds: readInteger(query, 'gracePeriodSeconds'),
    propagationPolicy: policy === null ? undefined : (policy as PropagationPolicy),
    orphanDependents: orphan === null ? undefined : isTrue(orphan),
    // upstream: an empty parameter leaves a pointer alone.
    preconditions: preconditionsOf(query.get('uid') || undefined, query.get('resourceVersion') || undefined),
  }
}

interface Sent {
  readonly kind?: string
  readonly apiVersion?: string
  readonly dryRun?: readonly string[] | null
  readonly gracePeriodSeconds?: number | null
  readonly propagationPolicy?: PropagationPolicy | null
  readonly orphanDependents?: boolean | null
  readonly preconditions?: { readonly uid?: string | null; readonly resourceVersion?: string | null } | null
}

let decoder: Decoder | undefined

function fromBody(body: unknown, vocabulary: Vocabulary, errors: FieldErrors): DeleteOptions {
  const sent = decode(body ?? {}, vocabulary)
  return {
    dryRun: readDryRunOfBody(sent.dryRun ?? [], errors),
    gracePeriodSeconds: sent.gracePeriodSeconds ?? undefined,
    propagationPolicy: sent.propagationPolicy ?? undefined,
    orphanDependents: sent.orphanDependents ?? undefined,
    preconditions: preconditionsOf(sent.preconditions?.uid, sent.preconditions?.resourceVersion),
  }
}

// upstream: any apiVersion is taken, because every group has its DeleteOptions.
function decode(body: unknown, vocabulary: Vocabulary): Sent {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(unreadableType(Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body))
  const { kind, apiVersion } = body as Sent
  if (kind !== undefined && kind !== 'DeleteOptions') {
    throw badRequest(notRegistered(kind, apiVersion ?? `${vocabulary.group('meta')}/v1`))
  }
  decoder ??= compileDecoder(loadType('meta.v1.DeleteOptions'), { goSemantics: true })
  try {
    return decoder(body as Record<string, unknown>, undefined, 'literal') as Sent
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw badRequest(error.message)
  }
}

function preconditionsOf(
  uid: string | null | undefined,
  resourceVersion: string | null | undefined,
): DeleteOptions['preconditions'] {
  return {
    ...(uid === null || uid === undefined ? {} : { uid }),
    ...(resourceVersion === null || resourceVersion === undefined ? {} : { resourceVersion }),
  }
}
