import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { systemClock } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { writeSlices } from '../src/write-slices.ts'

it('writes a long body in many turns of the event loop, although its client takes all at once', async () => {
  const mebibyte = 1024 * 1024
  let bytes = 0
  let bytesOfTurn = 0
  let mostInTurn = 0
  const target = new Writable({
    highWaterMark: 1,
    write(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength
      bytesOfTurn += chunk.byteLength
      mostInTurn = Math.max(mostInTurn, bytesOfTurn)
      done()
    },
  })
  const newTurn = (): void => {
    bytesOfTurn = 0
    if (!target.writableFinished) systemClock.soon(newTurn)
  }
  newTurn()
  const limit = { clock: systemClock, stallTimeoutMs: 60_000 }
  const block = new Uint8Array(mebibyte)
  const body = Array.from({ length: 32 }, () => block)
  writeSlices(target, body, limit, () => target.destroy())
  await finished(target)
  expect(bytes).toBe(32 * mebibyte)
  expect(mostInTurn).toBeLessThanOrEqual(5 * mebibyte)
})
