import { describe, expect, it } from 'vitest'
import { eventually } from '../src/index.ts'

const quick = { timeoutMs: 30, intervalMs: 1 }

/** The error a promise is rejected with. */
async function rejection(promise: Promise<unknown>): Promise<Error & { readonly actual?: unknown }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('the promise was not rejected')
  return error
}

describe('eventually', () => {
  it('returns the first value that equals the expected one, compared deeply', async () => {
    let reads = 0
    expect(await eventually(() => ({ reads: ++reads }), { reads: 3 })).toEqual({ reads: 3 })
    expect(reads).toBe(3)
  })

  it('returns the first value that the function accepts', async () => {
    let reads = 0
    expect(
      await eventually(
        async () => ++reads,
        (value) => value > 4,
      ),
    ).toBe(5)
  })

  it('reads once when the first value is accepted, with any limit', async () => {
    expect(await eventually(() => 'there', 'there', { timeoutMs: 0 })).toBe('there')
  })

  it('repeats a read that throws', async () => {
    let reads = 0
    const read = (): string => {
      if (++reads < 3) throw new Error('not found')
      return 'found'
    }
    expect(await eventually(read, 'found')).toBe('found')
  })

  it('fails with the last value and the expected value', async () => {
    let reads = 0
    const error = await rejection(eventually(() => [++reads > 1 ? 'late' : 'early'], ['never'], quick))
    expect(error.message).toBe("not as expected within 30 ms\nexpected: [ 'never' ]\nlast: [ 'late' ]")
    expect(error).toMatchObject({ name: 'EventuallyError', actual: ['late'], expected: ['never'] })
  })

  it('fails with the text of the function and the last value', async () => {
    const error = await rejection(
      eventually(
        () => 2,
        (value) => value === 3,
        quick,
      ),
    )
    expect(error.message).toBe('not as expected within 30 ms\nexpected: (value) => value === 3\nlast: 2')
  })

  it('fails with the last error as its cause', async () => {
    const refused = new Error('connection refused')
    const error = await rejection(eventually(() => Promise.reject(refused), 1, quick))
    expect(error.cause).toBe(refused)
    expect(error.message).toContain('last: the error Error: connection refused')
  })

  it('bounds the description of a large value', async () => {
    const error = await rejection(eventually(() => 'x'.repeat(100_000), 'y', quick))
    expect(error.message.length).toBeLessThan(4200)
  })

  it('rejects when the function that accepts throws', async () => {
    const accept = (): boolean => {
      throw new TypeError('no items')
    }
    await expect(eventually(() => 1, accept, quick)).rejects.toThrow('no items')
  })
})
