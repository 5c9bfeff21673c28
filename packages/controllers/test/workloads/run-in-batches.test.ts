import { expect, it } from 'vitest'
import { runForEach, runInBatches } from '../../src/workloads/run-in-batches.ts'

it('what is done with each at once has ended altogether when the first failure is told', async () => {
  const told: string[] = []
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const running = runForEach(['first', 'second'], async (name) => {
    if (name === 'first') throw new Error('first')
    await gate
    told.push(name)
  })
  const ended = running.catch((error: Error) => void told.push(`told of ${error.message}`))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(told).toEqual([])
  open()
  await ended
  expect(told).toEqual(['second', 'told of first'])
})

it('batches grow as long as they go well', async () => {
  const done: number[] = []
  const running = runInBatches(20, async (index) => {
    done.push(index)
    if (index === 4) throw new Error('enough')
  })
  await expect(running).rejects.toThrow('enough')
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
})
