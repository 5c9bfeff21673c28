import { EventEmitter } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { systemClock } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { createHttp2Sessions } from '../src/http2-sessions.ts'
import { RequestTurns } from '../src/request-turns.ts'
import { createSessionEnds } from '../src/session-ends.ts'

const turn = (): Promise<void> => new Promise((resolve) => systemClock.soon(resolve))

it('what a session does when its connection closes is done for one session in a turn', async () => {
  const endsInTurns = createSessionEnds()
  const sockets = Array.from({ length: 3 }, () => new EventEmitter() as Socket)
  const seen: string[] = []
  for (const [index, socket] of sockets.entries()) {
    socket.on('close', () => seen.push(`connection ${index}`))
    endsInTurns(socket, () => socket.on('close', (hadError) => seen.push(`session ${index} ${String(hadError)}`)))
  }
  for (const socket of sockets) socket.emit('close', true)
  const now = ['connection 0', 'session 0 true', 'connection 1', 'connection 2']
  expect(seen).toEqual(now)
  await turn()
  expect(seen).toEqual([...now, 'session 1 true'])
  await turn()
  expect(seen).toEqual([...now, 'session 1 true', 'session 2 true'])
})

it('the streams of sessions whose connections close at once are aborted in turns', async () => {
  const count = 5
  const aborts: number[] = []
  const opened: unknown[] = []
  const sockets: Socket[] = []
  let turns = 0
  const sessions = createHttp2Sessions(
    (request) => {
      opened.push(request)
      request.signal.addEventListener('abort', () => aborts.push(turns))
      return new Promise(() => undefined)
    },
    { clock: systemClock, turns: new RequestTurns() },
  )
  const server = createServer((socket) => {
    sockets.push(socket)
    sessions.begin(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: count }, () => askTwice(port))
  while (opened.length < 2 * count) await turn()
  for (const socket of sockets) socket.destroy()
  for (; aborts.length < 2 * count && turns < 1_000; turns++) await turn()
  expect(aborts).toHaveLength(2 * count)
  expect(new Set(aborts).size).toBe(count)
  for (const client of clients) client.destroy()
  sessions.destroy()
  await new Promise((resolve) => server.close(resolve))
})

function askTwice(port: number): ClientHttp2Session {
  const client = connectHttp2(`http://127.0.0.1:${port}`)
  client.on('error', () => undefined)
  for (let index = 0; index < 2; index++) client.request({ ':path': '/' }).on('error', () => undefined)
  return client
}
