import { isEqualJson, parseDuration, parseTime, randomBetween, type ApiObject, type Random } from '@pinnace/meta'
import type { CompiledRequirement, CompiledStage } from './compile-stages.ts'
import type { Query } from './query/query.ts'
import { runQuery } from './query/run-query.ts'

/** Whether a stage matches an object. */
export function isMatching({ stage, requirements }: CompiledStage, object: ApiObject): boolean {
  const { matchLabels, matchAnnotations } = stage.selector ?? {}
  const { labels, annotations } = object.metadata
  return (
    containsAll(labels, matchLabels) &&
    containsAll(annotations, matchAnnotations) &&
    requirements.every((requirement) => isMet(requirement, object))
  )
}

/** The stage that is made next of those that match an object, at random by weight. */
// upstream: kwok, lifecycle.Match – stages without weight take part only while none has one
export function chooseStage(
  stages: readonly CompiledStage[],
  object: ApiObject,
  random: Random,
): CompiledStage | undefined {
  const matching = stages.filter((stage) => isMatching(stage, object))
  if (matching.length < 2) return matching[0]
  const weights = matching.map((stage) => Math.max(0, weightOf(stage, object)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return matching[Math.floor(randomBetween(random, 0, matching.length))]
  let left = randomBetween(random, 0, total)
  return matching.find((_, index) => (left -= weights[index] ?? 0) < 0) ?? matching.at(-1)
}

/** Milliseconds that a stage waits before it changes an object. */
// upstream: kwok, Stage.Delay – a jitter that is shorter than the delay is the delay
export function delayOf(
  { stage, delayFrom, jitterFrom }: CompiledStage,
  object: ApiObject,
  facts: {
    readonly nowMs: number
    readonly random: Random
  },
): number {
  const { ms = 0, jitterMs } = stage.delay ?? {}
  const delay = waitFrom(delayFrom, object, facts.nowMs) ?? ms
  const jitter = waitFrom(jitterFrom, object, facts.nowMs) ?? jitterMs
  if (jitter === undefined) return Math.max(0, delay)
  return Math.max(0, jitter <= delay ? jitter : randomBetween(facts.random, delay, jitter))
}

function containsAll(
  all: Readonly<Record<string, string>> = {},
  wanted: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(all, key) && isEqualJson(all[key], value))
}

function isMet({ query, operator, values }: CompiledRequirement, object: ApiObject): boolean {
  const found = runQuery(query, object) ?? []
  switch (operator) {
    case 'In':
      return found.some((value) => isOneOf(value, values))
    case 'NotIn':
      return !found.some((value) => isOneOf(value, values))
    case 'Exists':
      return found.some(isPresent)
    case 'DoesNotExist':
      return !found.some(isPresent)
  }
}

function isOneOf(value: unknown, values: ReadonlySet<string>): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) && values.has(String(value))
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined
}

function weightOf({ stage, weightFrom }: CompiledStage, object: ApiObject): number {
  const [value] = weightFrom === undefined ? [] : (runQuery(weightFrom, object) ?? [])
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : (stage.weight ?? 0)
}

/** The time that a query yields: until a moment, or a duration. */
function waitFrom(query: Query | undefined, object: ApiObject, nowMs: number): number | undefined {
  const [value] = query === undefined ? [] : (runQuery(query, object) ?? [])
  if (typeof value !== 'string' || value === '') return undefined
  const moment = parseTime(value)
  return moment === undefined ? parseDuration(value) : moment - nowMs
}
