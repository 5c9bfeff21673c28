import { statusCodes, type StatusReason } from '@pinnace/meta'
import type { FaultAction } from './fault.ts'
import { statusOf } from './status-fault.ts'

/** What a fault can do. */
export const faultTypes: readonly FaultAction['type'][] = [
  'status',
  'conflict',
  'expiredCertificate',
  'webhookTimeout',
  'delay',
  'hang',
  'reset',
  'slowBody',
  'closeWatch',
  'cutWatch',
  'delayWatch',
  'batchWatch',
  'repeatEvents',
  'withholdBookmarks',
  'compact',
  'staleReads',
  'clockJump',
]

/** The action of an object of the kind Fault: the members that its type needs are not required by the schema. */
export interface GivenAction {
  readonly type: FaultAction['type']
  readonly code?: number | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly of?: 'client' | 'server' | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly webhook?: string | undefined
  readonly delayMs?: number | undefined
  readonly when?: 'before' | 'after' | undefined
  readonly bytesPerSecond?: number | undefined
  readonly afterEvents?: number | undefined
  readonly events?: number | undefined
  readonly everyMs?: number | undefined
  readonly all?: boolean | undefined
  readonly jumpMs?: number | undefined
}

/** The action of a fault. Throws a TypeError for one without a member that it needs. */
export function toFaultAction(given: GivenAction): FaultAction {
  const { type } = given
  const needed = <Name extends keyof GivenAction>(name: Name): NonNullable<GivenAction[Name]> => {
    const value = given[name]
    if (value === undefined || value === null) throw new TypeError(`a fault of the type ${type} needs ${name}`)
    return value
  }
  switch (type) {
    case 'status': {
      const { code, message, retryAfterSeconds } = given
      const action = { type, code, message, retryAfterSeconds, reason: toReason(given.reason) } as const
      statusOf(action)
      return action
    }
    case 'webhookTimeout':
      return { type, webhook: given.webhook, delayMs: given.delayMs }
    case 'expiredCertificate':
      return { type, of: given.of }
    case 'delay':
    case 'delayWatch':
      return { type, delayMs: needed('delayMs') }
    case 'reset':
      return { type, when: needed('when') }
    case 'slowBody':
      return { type, bytesPerSecond: needed('bytesPerSecond') }
    case 'closeWatch':
    case 'cutWatch':
      return { type, afterEvents: given.afterEvents }
    case 'batchWatch':
      return { type, events: needed('events'), everyMs: needed('everyMs') }
    case 'staleReads':
      return { type, all: given.all }
    case 'clockJump':
      return { type, jumpMs: needed('jumpMs') }
    default:
      return { type }
  }
}

function toReason(reason: string | undefined): StatusReason | undefined {
  if (reason === undefined) return undefined
  if (!isReason(reason)) throw new TypeError(`${JSON.stringify(reason)} is no reason of a Status`)
  return reason
}

function isReason(reason: string): reason is StatusReason {
  return Object.hasOwn(statusCodes, reason)
}
