import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { isReplyStream, systemRandom, type HttpRequest, type ReplySink, type ReplyStream } from '@pinnace/meta'
import type { HttpContext } from '../../src/http/http-context.ts'
import { HttpIncomingRequest } from '../../src/http/http-incoming-request.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const request = { method: 'GET', target: '/', header: () => undefined } as Partial<HttpRequest> as HttpRequest
const context = { random: systemRandom } as Partial<HttpContext> as HttpContext

it('does not keep what a stream was made from in memory until it ends, but reports its end', async () => {
  const ended: number[] = []
  const listeners: (() => void)[] = []
  const observer = {
    answered: () => undefined,
    sent: () => undefined,
    started: (code: number) => ({ ended: () => void ended.push(code) }),
  }
  const sink = { onClose: (listener: () => void) => void listeners.push(listener) } as Partial<ReplySink> as ReplySink
  const begin = async (): Promise<WeakRef<ReplyStream>> => {
    const body: ReplyStream = { start: () => undefined }
    const reply = await new HttpIncomingRequest(context, request).complete({ status: 200, headers: {}, body }, observer)
    if (isReplyStream(reply.body)) reply.body.start(sink)
    return new WeakRef(body)
  }
  const body = await begin()
  // A WeakRef holds its target until the end of the turn.
  await new Promise((resolve) => void setImmediate(resolve))
  collectGarbage()
  expect(body.deref()).toBeUndefined()
  for (const listener of listeners) listener()
  expect(ended).toEqual([200])
})
