import { request } from 'node:https'
import { connect } from 'node:http2'
import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { createLargeList, listPath } from '../tools/large-list.ts'
import { pause } from '../tools/many.ts'

const authorization = `Bearer ${tokens['admin']}`

export const attack: Attack = {
  title: 'SIGTERM while three lists of 20 MB are read over each protocol, beside watches',
  limits: { residentMiB: 350 },
  server: () => ({}),
  prepare: (target) => createLargeList(target, target.pick(20, 2)),
  async run(target, judge) {
    const whole = (await target.send({ path: listPath })).text.length
    /** Reads 64 KiB, waits for the signal, and reads the rest. */
    const overHttp1 = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const outgoing = request(new URL(path, target.url), { rejectUnauthorized: false, headers: { authorization } })
        outgoing.on('error', (error) => resolve(error.message))
        outgoing.on('response', (incoming) => {
          let bytes = 0
          incoming.on('data', (chunk: Buffer) => (bytes += chunk.length))
          incoming.once('data', () => {
            incoming.pause()
            setTimeout(() => incoming.resume(), 500)
          })
          incoming.on('end', () => resolve(incoming.complete ? `${bytes} bytes` : 'cut'))
          incoming.on('error', (error) => resolve(error.message))
        })
        outgoing.end()
      })
    const session = connect(target.url, { rejectUnauthorized: false })
    session.on('error', () => undefined)
    const overHttp2 = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const stream = session.request({ ':path': path, authorization })
        let bytes = 0
        let isEnded = false
        stream.on('data', (chunk: Buffer) => (bytes += chunk.length))
        stream.once('data', () => {
          stream.pause()
          setTimeout(() => stream.resume(), 500)
        })
        stream.on('end', () => (isEnded = true))
        stream.on('error', (error: Error) => resolve(error.message))
        stream.on('close', () =>
          resolve(isEnded && stream.rstCode === 0 ? `${bytes} bytes` : `reset ${stream.rstCode}`),
        )
      })
    const lists = Array.from({ length: 3 }, () => [overHttp1(listPath), overHttp2(listPath)]).flat()
    const watchPath = `${listPath}?watch=true&resourceVersion=0&limit=1&fieldSelector=metadata.name%3Dnone`
    const watches = [overHttp1(watchPath), overHttp2(watchPath)]
    await pause(300)
    process.kill(target.pid, 'SIGTERM')
    judge.expectEach(await Promise.all(lists), [`${whole} bytes`], 'lists')
    judge.expectEach(await Promise.all(watches), ['0 bytes'], 'watches')
  },
}
