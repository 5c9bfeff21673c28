import { createServer, type LogRequest } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'
import { ask } from './support/local-target.ts'

const log = '/api/v1/namespaces/default/pods/web/log'

describe('the options of a log', () => {
  describe('of a simulated pod', () => {
    let started: SimulatedPodServer
    let startMs: number

    beforeAll(async () => {
      started = await startSimulatedPod()
      const { server, clock } = started
      startMs = clock.now()
      const write = (text: string): void => server.pods.log({ namespace: 'default', name: 'web' }, text)
      write('one')
      await clock.advance(10_000)
      write('two')
      await clock.advance(10_000)
      write('three é')
    })

    afterAll(() => started[Symbol.asyncDispose]())

    const timeOf = (afterMs: number): string => new Date(Math.ceil((startMs + afterMs) / 1000) * 1000).toISOString()

    it.each([
      ['', 'one\ntwo\nthree é\n'],
      ['container=main', 'one\ntwo\nthree é\n'],
      ['follow=false', 'one\ntwo\nthree é\n'],
      ['tailLines=2', 'two\nthree é\n'],
      ['tailLines=0', ''],
      ['tailLines=9', 'one\ntwo\nthree é\n'],
      ['sinceSeconds=1', 'three é\n'],
      ['sinceSeconds=15', 'two\nthree é\n'],
      ['sinceSeconds=15&tailLines=1', 'three é\n'],
      ['limitBytes=5', 'one\nt'],
      ['limitBytes=5&tailLines=1', 'three'],
      ['limitBytes=100', 'one\ntwo\nthree é\n'],
    ])('are followed: %s', async (query, expected) => {
      expect((await ask(started, `${log}?${query}`)).body.toString()).toBe(expected)
    })

    it('choose the lines since a time', async () => {
      const since = async (afterMs: number): Promise<string> =>
        (await ask(started, `${log}?sinceTime=${timeOf(afterMs)}`)).body.toString()
      expect(await since(-2000)).toBe('one\ntwo\nthree é\n')
      expect(await since(2000)).toBe('two\nthree é\n')
      expect(await since(12_000)).toBe('three é\n')
      expect(await since(22_000)).toBe('')
    })

    it('limit bytes, not characters', async () => {
      const { body } = await ask(started, `${log}?limitBytes=7&tailLines=1`)
      expect([...body]).toEqual([...Buffer.from('three é').subarray(0, 7)])
    })

    it('write the time before each line', async () => {
      const { body } = await ask(started, `${log}?timestamps=true&sinceSeconds=15`)
      expect(body.toString()).toBe(
        [10_000, 20_000]
          .map(
            (afterMs, index) =>
              `${new Date(startMs + afterMs).toISOString().slice(0, -1)}000000Z ${['two', 'three é'][index]}\n`,
          )
          .join(''),
      )
    })

    it.each([
      ['container=other', 400, 'container other is not valid for pod web'],
      ['previous=true', 400, 'previous terminated container "main" in pod "web" not found'],
      [
        'tailLines=-1',
        422,
        'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
      ],
      ['stream=Stdout', 422, 'PodLogOptions "web" is invalid: stream: Forbidden: may not be specified'],
    ])('are checked: %s', async (query, status, message) => {
      const reply = await ask(started, `${log}?${query}`)
      expect([reply.status, JSON.parse(reply.body.toString())]).toEqual([status, expect.objectContaining({ message })])
    })

    it('show the log of the container before', async () => {
      const { server, clock } = started
      const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
      const containers = [{ name: 'main', image: 'example.dev/main' }]
      const annotations = { 'simulate.pinnace.dev/logs': 'starting\n@5s working' }
      const spec = { nodeName: 'node-1', containers }
      const pod = await pods.create({ metadata: { name: 'again', annotations }, spec } as never)
      const at = (ms: number): string => new Date(clock.now() + ms).toISOString()
      const status = {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'main',
            ready: true,
            restartCount: 1,
            image: 'i',
            imageID: 'i',
            state: { running: { startedAt: at(0) } },
            lastState: { terminated: { exitCode: 1, startedAt: at(-20_000), finishedAt: at(-10_000) } },
          },
        ],
      }
      await pods.updateStatus({ ...pod, status } as never)
      const read = async (query: string): Promise<string> =>
        (await ask(started, `${log.replace('web', 'again')}?${query}`)).body.toString()
      expect(await read('previous=true')).toBe('starting\nworking\n')
      expect(await read('')).toBe('starting\n')
    })
  })

  it('are given to the function of a host', async () => {
    const requests: Partial<LogRequest>[] = []
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      connections: {
        async *log({ pod, signal, ...request }) {
          expect([pod.metadata.name, signal.aborted]).toEqual(['web', false])
          requests.push(request)
          yield Uint8Array.of(0xff)
          yield 'é'
        },
      },
    })
    const names = ['main', 'side']
    const containers = names.map((name) => ({ name, image: 'example.dev/main' }))
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'web' }, spec: { containers } } as never)
    const read = async (query: string): Promise<Buffer> => {
      const reply = await server.fetch(new Request(`http://server${log}?${query}`))
      return Buffer.from(await reply.arrayBuffer())
    }
    expect(await read('container=main')).toEqual(Buffer.of(0xff, 0xc3, 0xa9))
    await read('container=side&follow=true&previous=true&timestamps=true&tailLines=3&limitBytes=4&sinceSeconds=5')
    await read('container=side&sinceTime=2030-01-01T00:00:00Z')
    const none = { follow: false, previous: false, timestamps: false }
    expect(requests).toEqual([
      { ...none, container: 'main' },
      {
        container: 'side',
        follow: true,
        previous: true,
        timestamps: true,
        tailLines: 3,
        limitBytes: 4,
        sinceSeconds: 5,
      },
      { ...none, container: 'side', sinceMs: Date.parse('2030-01-01T00:00:00Z') },
    ])
    await server.close({ graceMs: 0 })
  })
})
