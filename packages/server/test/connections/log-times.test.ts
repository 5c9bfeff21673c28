import { createServer, type Server } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('sinceTime of a log', () => {
  let server: Server
  let sinceMs: number | undefined

  beforeAll(async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      connections: {
        log(request) {
          sinceMs = request.sinceMs
          return (async function* () {})()
        },
      },
    })
    const containers = [{ name: 'main', image: 'example.dev/main' }]
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'web' }, spec: { containers } } as never)
  })

  afterAll(() => server.close({ graceMs: 0 }))

  async function ask(query: string): Promise<{ readonly status: number; readonly message: string }> {
    sinceMs = undefined
    const reply = await server.fetch(new Request(`http://server/api/v1/namespaces/default/pods/web/log?${query}`))
    const text = await reply.text()
    const { message = '' } = (text === '' ? {} : JSON.parse(text)) as { readonly message?: string }
    return { status: reply.status, message }
  }

  it.each([
    ['2006-01-02T15:04:05Z', '2006-01-02T15:04:05Z'],
    ['2006-01-02T15:04:05.5Z', '2006-01-02T15:04:05Z'],
    ['2006-01-02T15:04:05,5Z', '2006-01-02T15:04:05Z'],
    ['2006-01-02T1:04:05Z', '2006-01-02T01:04:05Z'],
    ['2006-01-02T15:04:05+07:00', '2006-01-02T08:04:05Z'],
    ['2006-01-02T15:04:05-24:00', '2006-01-03T15:04:05Z'],
    ['', '0001-01-01T00:00:00Z'],
    ['null', '0001-01-01T00:00:00Z'],
  ])('%j is %s', async (text, expected) => {
    expect(await ask(`sinceTime=${encodeURIComponent(text)}`)).toEqual({ status: 200, message: '' })
    expect(sinceMs).toBe(Date.parse(expected))
  })

  // As kube-apiserver 1.36 answers them.
  const layout = 'as "2006-01-02T15:04:05Z07:00": cannot parse'
  it.each([
    ['x', `parsing time "x" ${layout} "x" as "2006"`],
    ['a"b', `parsing time "a\\"b" ${layout} "a\\"b" as "2006"`],
    ['é', `parsing time "\\xc3\\xa9" ${layout} "\\xc3\\xa9" as "2006"`],
    ['2006', `parsing time "2006" ${layout} "" as "-"`],
    ['2006-01-02', `parsing time "2006-01-02" ${layout} "" as "T"`],
    ['2006-13-01T00:00:00Z', 'parsing time "2006-13-01T00:00:00Z": month out of range'],
    ['2006-02-30T00:00:00Z', 'parsing time "2006-02-30T00:00:00Z": day out of range'],
    ['2006-01-02T25:04:05Z', 'parsing time "2006-01-02T25:04:05Z": hour out of range'],
    ['2006-01-02T1:64:05Z', 'parsing time "2006-01-02T1:64:05Z": minute out of range'],
    ['2006-01-02T:04:05Z', `parsing time "2006-01-02T:04:05Z" ${layout} ":04:05Z" as "15"`],
    ['2006-01-02T15:04:05', `parsing time "2006-01-02T15:04:05" ${layout} "" as "Z07:00"`],
    ['2006-01-02T15:04:05.Z', `parsing time "2006-01-02T15:04:05.Z" ${layout} ".Z" as "Z07:00"`],
    ['2006-01-02T15:04:05Zx', 'parsing time "2006-01-02T15:04:05Zx": extra text: "x"'],
    ['2006-01-02T15:04:05+25:00', 'parsing time "2006-01-02T15:04:05+25:00": time zone offset hour out of range'],
    ['NULL', `parsing time "NULL" ${layout} "NULL" as "2006"`],
  ])('%j is 400', async (text, message) => {
    expect(await ask(`sinceTime=${encodeURIComponent(text)}`)).toEqual({ status: 400, message })
  })

  it('is rejected beside sinceSeconds, even if it is empty', async () => {
    const both = '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'
    for (const time of ['', 'null', '2006-01-02T15:04:05Z']) {
      const { status, message } = await ask(`sinceTime=${time}&sinceSeconds=5`)
      expect([status, message]).toEqual([422, `PodLogOptions "web" is invalid: ${both}`])
    }
    expect((await ask('sinceTime=x&tailLines=-1')).status).toBe(400)
  })
})
