import { PassThrough } from 'node:stream'
import { systemClock } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { paceConnections } from '../src/paced-connections.ts'

function turn(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.soon(resolve)
  })
}

it('connections that come together begin a few in a turn, in their order, without those that have closed', async () => {
  const sockets = Array.from({ length: 10 }, () => new PassThrough())
  const begun: number[] = []
  const begin = paceConnections<PassThrough>(3, (socket) => begun.push(sockets.indexOf(socket)))
  for (const socket of sockets) begin(socket)
  expect(begun).toEqual([0, 1, 2])
  sockets[4]?.destroy()
  await turn()
  expect(begun).toEqual([0, 1, 2, 3, 5])
  while (begun.length < 9) await turn()
  expect(begun).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9])
})

it('a connection that comes alone begins at once, again and again', async () => {
  let begun = 0
  const begin = paceConnections<PassThrough>(1, () => begun++)
  for (let count = 1; count <= 3; count++) {
    begin(new PassThrough())
    expect(begun).toBe(count)
    await turn()
    await turn()
  }
})
