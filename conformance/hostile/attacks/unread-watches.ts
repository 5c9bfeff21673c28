import { connect } from 'node:http2'
import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { many, until } from '../tools/many.ts'

const path = '/api/v1/namespaces/unread/configmaps'
const watchPath = `${path}?watch=true&resourceVersion=0`
const authorization = `Bearer ${tokens['admin']}`

export const attack: Attack = {
  title: '190 watches that are not read, 30,000 events of 1 KB, and one watch that is read',
  limits: { residentMiB: 500, stopMs: 250 },
  async prepare(target) {
    await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'unread' } } })
    await target.send({ method: 'POST', path, body: { metadata: { name: 'changed' } } })
  },
  async run(target, judge) {
    const half = target.pick(95, 5)
    const session = connect(target.url, { rejectUnauthorized: false })
    session.on('error', () => undefined)
    for (let index = 0; index < half; index++) {
      session
        .request({ ':path': watchPath, authorization })
        .on('error', () => undefined)
        .pause()
    }
    const sockets = await many(half, 16, async () => {
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(`GET ${watchPath} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
      return socket
    })
    const reading = connect(target.url, { rejectUnauthorized: false })
    const versions: number[] = []
    let rest = ''
    const stream = reading.request({ ':path': watchPath, authorization })
    stream.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) versions.push(Number(/"resourceVersion":"(\d+)"/.exec(line)?.[1]))
    })
    judge.expect(await until(() => versions.length === 1, 10_000), 'the watch is not answered')
    const writes = target.pick(30_000, 200)
    const text = 'x'.repeat(1_000)
    const statuses = await many(writes, 16, async (index) => {
      const body = { data: { text, index: String(index) } }
      const type = 'application/merge-patch+json'
      return (await target.send({ method: 'PATCH', path: `${path}/changed`, body, type })).status
    })
    judge.expectEach(statuses, [200], 'patches')
    await until(() => versions.length >= writes + 1, 30_000)
    judge.note(`${versions.length.toLocaleString('en-US')} events read`)
    judge.expect(versions.length === writes + 1, `${versions.length} events were read of ${writes + 1}`)
    judge.expect(
      versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0)),
      'events are out of order',
    )
    session.destroy()
    reading.destroy()
    for (const socket of sockets) socket.destroy()
    await target.send({ method: 'DELETE', path: `${path}/changed` })
  },
}
