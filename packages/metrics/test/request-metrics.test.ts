import { parseRequestInfo, type Clock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createMetrics, createRequestMetrics, type RequestMetrics } from '../src/index.ts'

interface Scene {
  readonly requests: RequestMetrics
  /** The samples of one metric, without those of its buckets. */
  samplesOf(name: string): Promise<string[]>
  advance(ms: number): void
}

async function open(): Promise<Scene> {
  let nowMs = 0
  const clock: Clock = { now: () => nowMs, monotonic: () => nowMs, soon: () => {}, after: () => ({ cancel: () => {} }) }
  const metrics = await createMetrics()
  const isServed = ({ resource }: { readonly resource: string }): boolean => resource === 'pods'
  return {
    requests: createRequestMetrics({ metrics, clock, isServed }),
    async samplesOf(name) {
      const lines = (await metrics.text()).split('\n')
      return lines.filter((line) => line.startsWith(name) && !line.includes('_bucket'))
    },
    advance: (ms) => void (nowMs += ms),
  }
}

const pod = parseRequestInfo('GET', '/api/v1/namespaces/default/pods/a')
const labels = 'group="",version="v1",resource="pods",subresource="",scope="resource",component="apiserver"'

describe('createRequestMetrics', () => {
  it('counts and times a request that did not come over HTTP', async () => {
    const { requests, samplesOf, advance } = await open()
    advance(250)
    requests.answered({ info: pod, isApply: false, code: 200, startedMs: 0 })
    expect(await samplesOf('apiserver_request_total')).toEqual([
      `apiserver_request_total{verb="GET",dry_run="",${labels},code="200"} 1`,
    ])
    expect(await samplesOf('apiserver_request_duration_seconds_sum')).toEqual([
      `apiserver_request_duration_seconds_sum{verb="GET",dry_run="",${labels}} 0.25`,
    ])
    expect(await samplesOf('apiserver_response_sizes')).toEqual([])
  })

  it('counts a server-side apply as APPLY and any other patch as PATCH', async () => {
    const { requests, samplesOf } = await open()
    const info = parseRequestInfo('PATCH', '/api/v1/namespaces/default/pods/a?dryRun=All')
    requests.answered({ info, isApply: true, code: 200, startedMs: 0 })
    requests.answered({ info, isApply: false, code: 200, startedMs: 0 })
    expect(await samplesOf('apiserver_request_total')).toEqual([
      `apiserver_request_total{verb="APPLY",dry_run="All",${labels},code="200"} 1`,
      `apiserver_request_total{verb="PATCH",dry_run="All",${labels},code="200"} 1`,
    ])
  })

  it('counts a stream as long-running until it ends, and as answered then', async () => {
    const { requests, samplesOf } = await open()
    const info = parseRequestInfo('GET', '/api/v1/pods?watch=true')
    const ended = requests.started({ info, isApply: false, code: 200, startedMs: 0 })
    expect(await samplesOf('apiserver_longrunning_requests')).toEqual([expect.stringMatching(/ 1$/)])
    expect(await samplesOf('apiserver_request_total')).toEqual([])
    ended()
    expect(await samplesOf('apiserver_longrunning_requests')).toEqual([expect.stringMatching(/ 0$/)])
    expect(await samplesOf('apiserver_request_total')).toHaveLength(1)
  })

  it('has one series for all resources that are not served, and one for all unknown paths', async () => {
    const { requests, samplesOf } = await open()
    for (const target of ['/api/v1/things', '/apis/example.dev/v1/things', '/a', '/b']) {
      requests.answered({
        info: parseRequestInfo('GET', target),
        method: 'GET',
        isApply: false,
        code: 404,
        startedMs: 0,
      })
    }
    expect(await samplesOf('apiserver_request_total')).toEqual([
      expect.stringMatching(/verb="LIST".*resource="".* 2$/),
      expect.stringMatching(/verb="GET".*subresource="".* 2$/),
    ])
  })
})
