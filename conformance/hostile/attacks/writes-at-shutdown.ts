import { Agent, request } from 'node:https'
import { connect } from 'node:http2'
import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { many, pause } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps'
const authorization = `Bearer ${tokens['admin']}`

export const attack: Attack = {
  title: 'SIGTERM while 20 clients write and 10 watch: every acknowledged write is seen, every watch ends',
  limits: { residentMiB: 250 },
  server: () => ({}),
  async run(target, judge) {
    const session = connect(target.url, { rejectUnauthorized: false })
    session.on('error', () => undefined)
    const watches = Array.from({ length: 10 }, () => {
      const stream = session.request({ ':path': `${path}?watch=true&resourceVersion=0`, authorization })
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('error', () => undefined)
      return new Promise<{ readonly text: string; readonly code: number }>((resolve) =>
        stream.on('close', () => resolve({ text, code: stream.rstCode })),
      )
    })
    await pause(300)
    const agent = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false })
    const acknowledged: string[] = []
    const outcomes = new Set<string>()
    const write = (name: string): Promise<void> =>
      new Promise((resolve) => {
        const headers = { authorization, 'content-type': 'application/json' }
        const outgoing = request(new URL(path, target.url), { agent, method: 'POST', headers })
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          outcomes.add(error.code ?? error.message)
          resolve()
        })
        outgoing.on('response', (incoming) => {
          if (incoming.statusCode === 201) acknowledged.push(name)
          incoming.resume()
          incoming.on('close', resolve)
        })
        outgoing.end(JSON.stringify({ metadata: { name } }))
      })
    const writers = many(20, 20, async (writer) => {
      for (let index = 0; outcomes.size === 0 && index < 5_000; index++) await write(`written-${writer}-${index}`)
    })
    await pause(target.pick(1_000, 300))
    const before = new Set(acknowledged)
    process.kill(target.pid, 'SIGTERM')
    await writers
    const ended = await Promise.all(watches)
    judge.note(`${acknowledged.length.toLocaleString('en-US')} writes acknowledged`)
    judge.expectEach(
      ended.map(({ code }) => code),
      [0],
      'the ends of watches',
    )
    for (const [index, { text }] of ended.entries()) {
      const missing = acknowledged.filter((name) => !text.includes(`"name":"${name}"`))
      const early = missing.filter((name) => before.has(name)).length
      judge.expect(early === 0, `watch ${index} has not seen ${early} writes that were acknowledged before the signal`)
      // Writes that are committed after the watches have ended are read when they resume, over a durable store. A client
      // can make two: one that was under way, and one on a connection that was open before the port was closed.
      judge.expect(missing.length <= 40, `watch ${index} has not seen ${missing.length} acknowledged writes`)
    }
    judge.expectEach([...outcomes], ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'], 'requests after the signal')
  },
}
