import { expect, it } from 'vitest'
import { runForEach, runInBatches } from '../../src/workloads/run-in-batches.ts'

it('runForEach waits for all tasks before it throws the first error', async () => {
  const log: string[] = []
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const running = runForEach(['first', 'second'], async (name) => {
    if (name === 'first') throw new Error('first')
    await gate
    log.push(name)
  })
  const ended = running.catch((error: Error) => void log.push(`caught ${error.message}`))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(log).toEqual([])
  open()
  await ended
  expect(log).toEqual(['second', 'caught first'])
})

it('runInBatches doubles its batches and stops after the first that fails', async () => {
  const done: number[] = []
  const running = runInBatches(20, async (index) => {
    done.push(index)
    if (index === 4) throw new Error('enough')
  })
  await expect(running).rejects.toThrow('enough')
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
})
