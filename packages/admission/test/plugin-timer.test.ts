import { forbidden, noMetrics, type Metrics } from '@pinnace/meta'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createAdmissionChain, type AdmissionChain, type AdmissionPlugin } from '../src/index.ts'
import { attributes } from './support/attributes.ts'

/** Metrics that write down what is observed. */
function remembering(): Metrics & { readonly seen: string[] } {
  const seen: string[] = []
  return {
    ...noMetrics,
    seen,
    histogram({ name }) {
      const observe = (labels: readonly string[], seconds: number): void =>
        void seen.push(`${name.slice('apiserver_admission_'.length)} ${labels.join(' ')} ${seconds}`)
      return { observe, of: (labels) => ({ observe: (seconds) => observe(labels, seconds) }) }
    },
  }
}

interface Held {
  readonly metrics: ReturnType<typeof remembering>
  readonly clock: FakeClock
  readonly chain: AdmissionChain
}

const step = 'step_admission_duration_seconds'
const controller = 'controller_admission_duration_seconds'

describe('plugin metrics', () => {
  const chainOf = (...plugins: readonly AdmissionPlugin[]): Held => {
    const metrics = remembering()
    const clock = createFakeClock()
    return { metrics, clock, chain: createAdmissionChain({ plugins, metrics, clock }) }
  }
  const plugin = (over: Partial<AdmissionPlugin>): AdmissionPlugin => ({ name: 'P', handles: () => true, ...over })

  it('is counted by plugin and by step, whether they wait or not', async () => {
    const held: Held = chainOf(
      plugin({ name: 'Slow', admit: () => held.clock.advance(2000) }),
      plugin({ name: 'Quick', admit: () => {}, validate: () => {} }),
    )
    await held.chain.admit(attributes())
    await held.chain.validate(attributes())
    expect(held.metrics.seen).toEqual([
      `${controller} Slow admit CREATE false 2`,
      `${controller} Quick admit CREATE false 0`,
      `${step} admit CREATE false 2`,
      `${controller} Quick validate CREATE false 0`,
      `${step} validate CREATE false 0`,
    ])
  })

  it.each([
    ['refuses', forbidden({ group: '', resource: 'pods' }, 'a', 'no'), 'true'],
    ['fails', new Error('oh'), 'false'],
  ])('records a plugin that %s, synchronous or not', async (_, error, rejected) => {
    const { chain, metrics } = chainOf(
      plugin({
        admit() {
          throw error
        },
        validate: () => Promise.reject(error),
      }),
    )
    expect(() => chain.admit(attributes())).toThrow(error)
    await expect(chain.validate(attributes())).rejects.toBe(error)
    expect(metrics.seen).toEqual(
      ['admit', 'validate'].flatMap((phase) => [
        `${controller} P ${phase} CREATE ${rejected} 0`,
        `${step} ${phase} CREATE ${rejected} 0`,
      ]),
    )
  })

  it('records nothing if no plugin runs', async () => {
    const { chain, metrics } = chainOf(plugin({ handles: () => false, admit: () => {} }))
    await chain.admit(attributes())
    expect(metrics.seen).toEqual([])
  })
})
