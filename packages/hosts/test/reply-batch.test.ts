import { describe, expect, it } from 'vitest'
import { ReplyBatch } from '../src/reply-batch.ts'

const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('the replies of a turn', () => {
  it('are sent at its end, in their order', async () => {
    const batch = new ReplyBatch()
    const sent: number[] = []
    await endOfTurn()
    for (const number of [1, 2, 3]) batch.add(() => sent.push(number))
    await Promise.resolve()
    expect(sent).toEqual([])
    await endOfTurn()
    expect(sent).toEqual([1, 2, 3])
    batch.add(() => sent.push(4))
    await endOfTurn()
    expect(sent).toEqual([1, 2, 3, 4])
  })

  it('are sent at once where a connection is about to end, and not again', async () => {
    const batch = new ReplyBatch()
    const sent: number[] = []
    batch.add(() => sent.push(1))
    batch.sendAll()
    expect(sent).toEqual([1])
    await endOfTurn()
    expect(sent).toEqual([1])
  })

  it('do not wait for others that take long', () => {
    const batch = new ReplyBatch()
    const sent: number[] = []
    batch.add(() => sent.push(1))
    const endMs = performance.now() + 5
    while (performance.now() < endMs);
    batch.add(() => sent.push(2))
    expect(sent).toEqual([1, 2])
  })
})
