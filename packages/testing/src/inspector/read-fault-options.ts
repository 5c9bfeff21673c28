import type { FaultMatch, FaultOptions } from '../faults/fault.ts'
import { faultTypes, toFaultAction, type GivenAction } from '../faults/to-fault-action.ts'

const texts = ['verb', 'resource', 'namespace', 'name', 'user', 'userAgent'] as const
const numbers = ['nth', 'probability'] as const

/** The options of a fault that a client sends as JSON. Throws a TypeError for members that are unknown or malformed. */
export function readFaultOptions(body: unknown): FaultOptions {
  const { match = {}, do: action, times, seed, ...others } = recordOf(body, 'the body')
  assertNone(others, '')
  const options = { match: readMatch(recordOf(match, 'match')), do: toFaultAction(readAction(action)) }
  return { ...options, times: numberOf(times, 'times'), seed: numberOf(seed, 'seed') }
}

function readMatch(match: Readonly<Record<string, unknown>>): FaultMatch {
  const known: readonly string[] = [...texts, ...numbers]
  assertNone(Object.fromEntries(Object.entries(match).filter(([name]) => !known.includes(name))), 'match.')
  for (const name of texts) {
    const value = match[name]
    const isText = Array.isArray(value) ? value.every((one) => typeof one === 'string') : typeof value === 'string'
    if (value !== undefined && !isText) throw new TypeError(`match.${name} must be a string or a list of strings`)
  }
  for (const name of numbers) numberOf(match[name], `match.${name}`)
  // Every member has been checked.
  return match as FaultMatch
}

/** The members of an action, and what they are. */
const members: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  type: 'string',
  code: 'number',
  reason: 'string',
  message: 'string',
  of: 'string',
  retryAfterSeconds: 'number',
  webhook: 'string',
  delayMs: 'number',
  when: 'string',
  bytesPerSecond: 'number',
  afterEvents: 'number',
  events: 'number',
  everyMs: 'number',
  all: 'boolean',
  jumpMs: 'number',
}

function readAction(value: unknown): GivenAction {
  const action = recordOf(value, 'do')
  for (const [name, given] of Object.entries(action)) {
    const type = members[name]
    if (type === undefined) throw new TypeError(`do.${name} is not a member of a fault`)
    if (typeof given !== type) throw new TypeError(`do.${name} must be a ${type}`)
  }
  if (!faultTypes.some((type) => type === action['type'])) {
    throw new TypeError(`do.type must be one of ${faultTypes.join(', ')}`)
  }
  // Every member has been checked.
  return action as unknown as GivenAction
}

function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be an object`)
  return value as Readonly<Record<string, unknown>>
}

function numberOf(value: unknown, name: string): number | undefined {
  if (value === undefined || typeof value === 'number') return value
  throw new TypeError(`${name} must be a number`)
}

function assertNone(others: Readonly<Record<string, unknown>>, prefix: string): void {
  const [name] = Object.keys(others)
  if (name !== undefined) throw new TypeError(`${prefix}${name} is not a member of a fault`)
}
