import type { ApiObject, Random } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { compileStages, type CompiledStage } from '../../../src/workloads/stages/compile-stages.ts'
import { chooseStage, delayOf, isMatching } from '../../../src/workloads/stages/match-stage.ts'
import type { Stage, StageRequirement } from '../../../src/workloads/stages/stage.ts'

const nowMs = Date.parse('2026-01-01T00:00:00Z')

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    labels: { app: 'web', tier: 'front' },
    annotations: { wait: '3s', until: '2026-01-01T00:00:10Z', weight: '7', odd: 'soon' },
  },
  status: { phase: 'Pending', restarts: 2, isLate: false, reason: null },
} as unknown as ApiObject

function compile(stage: Partial<Stage>): CompiledStage {
  const [compiled] = compileStages([{ name: 's', resource: { apiVersion: 'v1', kind: 'Pod' }, steps: [], ...stage }])
  if (compiled === undefined) throw new Error('no stage')
  return compiled
}

/** Yields these fractions in turn. */
function randomOf(...fractions: readonly number[]): Random {
  let next = 0
  return {
    bytes(length) {
      const bytes = new Uint8Array(length)
      new DataView(bytes.buffer).setUint32(0, Math.floor((fractions[next++ % fractions.length] ?? 0) * 2 ** 32))
      return bytes
    },
    uid: () => 'uid',
  }
}

describe('a stage matches', () => {
  it.each<[what: string, selector: NonNullable<Stage['selector']>, matches: boolean]>([
    ['every object without requirements', {}, true],
    ['labels that are all there', { matchLabels: { app: 'web', tier: 'front' } }, true],
    ['no other value of a label', { matchLabels: { app: 'api' } }, false],
    ['no missing label', { matchLabels: { app: 'web', zone: 'a' } }, false],
    ['no label that every object inherits', { matchLabels: { constructor: 'x' } }, false],
    ['annotations', { matchAnnotations: { wait: '3s' } }, true],
    ['no other value of an annotation', { matchAnnotations: { wait: '4s' } }, false],
    ['a value in a list', expressions(['.status.phase', 'In', ['Running', 'Pending']]), true],
    ['no value outside of a list', expressions(['.status.phase', 'In', ['Running']]), false],
    ['a number by its text', expressions(['.status.restarts', 'In', ['2']]), true],
    ['a boolean by its text', expressions(['.status.isLate', 'In', ['false']]), true],
    ['no map in a list', expressions(['.status', 'In', ['[object Object]']]), false],
    ['a value that is not in a list', expressions(['.status.phase', 'NotIn', ['Running']]), true],
    ['a missing value, for NotIn', expressions(['.status.none', 'NotIn', ['Running']]), true],
    ['an object that has a value', expressions(['.status.phase', 'Exists']), true],
    ['no null, for Exists', expressions(['.status.reason', 'Exists']), false],
    ['a missing value, for DoesNotExist', expressions(['.metadata.deletionTimestamp', 'DoesNotExist']), true],
    ['a query that fails, for DoesNotExist', expressions(['.status.phase.none[]', 'DoesNotExist']), true],
    [
      'only objects that meet all requirements',
      { matchLabels: { app: 'web' }, ...expressions(['.status.phase', 'Exists'], ['.status.phase', 'In', ['Failed']]) },
      false,
    ],
  ])('%s', (_, selector, matches) => {
    expect(isMatching(compile({ selector }), pod)).toBe(matches)
  })
})

describe('of the stages that match an object', () => {
  const chosen = (stages: readonly Partial<Stage>[], fraction: number): string | undefined =>
    chooseStage(
      stages.map((stage, index) => compile({ name: `s${index}`, ...stage })),
      pod,
      randomOf(fraction),
    )?.stage.name

  it.each<[what: string, stages: readonly Partial<Stage>[], fraction: number, name: string | undefined]>([
    ['none is chosen where there is none', [{ selector: { matchLabels: { app: 'api' } } }], 0, undefined],
    ['the only one is chosen', [{}, { selector: { matchLabels: { app: 'api' } } }], 0.9, 's0'],
    ['any is chosen where none has a weight', [{}, {}, {}], 0, 's0'],
    ['any is chosen where none has a weight, to the last', [{}, {}, {}], 0.99, 's2'],
    ['one without a weight is never chosen beside one with a weight', [{}, { weight: 1 }], 0, 's1'],
    ['one with a negative weight is never chosen beside one with a weight', [{ weight: -5 }, { weight: 1 }], 0, 's1'],
    ['the first is chosen as often as its weight says', [{ weight: 1 }, { weight: 3 }], 0.24, 's0'],
    ['the second is chosen as often as its weight says', [{ weight: 1 }, { weight: 3 }], 0.26, 's1'],
    [
      'the weight of an annotation counts',
      [{ weight: 1, weightFrom: '.metadata.annotations.weight' }, { weight: 3 }],
      0.69,
      's0',
    ],
    [
      'an annotation that is no number does not',
      [{ weight: 1, weightFrom: '.metadata.annotations.odd' }, { weight: 3 }],
      0.26,
      's1',
    ],
    ['a number of the status counts', [{ weightFrom: '.status.restarts' }, { weight: 2 }], 0.49, 's0'],
  ])('%s', (_, stages, fraction, name) => {
    expect(chosen(stages, fraction)).toBe(name)
  })
})

describe('a stage waits', () => {
  it.each<[what: string, delay: Stage['delay'], fraction: number, ms: number]>([
    ['not at all without a delay', undefined, 0.5, 0],
    ['for its delay', { ms: 500 }, 0.5, 500],
    ['for no negative delay', { ms: -1 }, 0.5, 0],
    ['between the delay and the jitter', { ms: 1_000, jitterMs: 2_000 }, 0.25, 1_250],
    ['for a jitter that is shorter than the delay', { ms: 1_000, jitterMs: 400 }, 0.5, 400],
    ['up to the jitter without a delay', { jitterMs: 1_000 }, 0.5, 500],
    ['for the duration of an annotation', { ms: 1, from: '.metadata.annotations.wait' }, 0.5, 3_000],
    ['until the time of an annotation', { ms: 1, from: '.metadata.annotations.until' }, 0.5, 10_000],
    ['for its delay where an annotation is neither', { ms: 7, from: '.metadata.annotations.odd' }, 0.5, 7],
    ['for its delay where there is no annotation', { ms: 7, from: '.metadata.annotations.none' }, 0.5, 7],
    [
      'between what two annotations say',
      { from: '.metadata.annotations.wait', jitterFrom: '.metadata.annotations.until' },
      0.5,
      6_500,
    ],
  ])('%s', (_, delay, fraction, ms) => {
    const stage = compile(delay === undefined ? {} : { delay })
    expect(delayOf(stage, pod, { nowMs, random: randomOf(fraction) })).toBe(ms)
  })

  it('not for a time that has passed', () => {
    const stage = compile({ delay: { from: '.metadata.annotations.until' } })
    expect(delayOf(stage, pod, { nowMs: nowMs + 60_000, random: randomOf(0) })).toBe(0)
  })
})

function expressions(
  ...requirements: readonly (readonly [
    key: string,
    operator: StageRequirement['operator'],
    values?: readonly string[],
  ])[]
): NonNullable<Stage['selector']> {
  return {
    matchExpressions: requirements.map(([key, operator, values]) => ({ key, operator, ...(values && { values }) })),
  }
}
