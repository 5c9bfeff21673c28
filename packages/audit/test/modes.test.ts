import { kubernetesVocabulary, parseRequestInfo, type Metrics } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createAuditor, UnauditedRequest, type AuditLoss, type AuditMode, type Auditor } from '../src/index.ts'

interface Scene {
  readonly auditor: Auditor
  readonly clock: ReturnType<typeof createFakeClock>
  readonly counted: Map<string, number>
  readonly lost: AuditLoss[]
  readonly sink: { failure: Error | undefined; written: number; release: () => void }
}

function scene(mode: AuditMode): Scene {
  const clock = createFakeClock()
  const counted = new Map<string, number>()
  const lost: AuditLoss[] = []
  const sink = { failure: undefined as Error | undefined, written: 0, release: () => {} }
  const counter = ({ name }: { readonly name: string }): ReturnType<Metrics['counter']> => {
    const add = (labels: readonly string[], by = 1): void => {
      const key = [name, ...labels].join(' ')
      counted.set(key, (counted.get(key) ?? 0) + by)
    }
    return { add, of: (labels) => ({ add: (by) => add(labels, by) }) }
  }
  const auditor = createAuditor({
    policy: { rules: [{ level: 'Metadata' }] },
    sinks: [
      {
        name: 'log',
        mode,
        async write() {
          await new Promise<void>((resolve) => (sink.release = resolve))
          if (sink.failure !== undefined) throw sink.failure
          sink.written++
        },
      },
    ],
    clock,
    vocabulary: kubernetesVocabulary,
    metrics: { counter } as unknown as Metrics,
    onLost: (loss) => lost.push(loss),
  })
  return { auditor, clock, counted, lost, sink }
}

function begin(auditor: Auditor): NonNullable<ReturnType<Auditor['begin']>> {
  const requestURI = '/api/v1/namespaces/default/configmaps/a'
  const info = parseRequestInfo('GET', requestURI)
  const context = auditor.begin({ info, requestURI, auditId: 'id', user: { username: 'jane', groups: [], extra: {} } })
  if (context === undefined) throw new Error('the request is not audited')
  return context
}

describe('a sink in the mode', () => {
  it('batch lets no request wait, and counts what it loses', async () => {
    const { auditor, sink, counted, lost, clock } = scene('batch')
    expect(begin(auditor).received).toBeUndefined()
    sink.failure = new Error('full')
    sink.release()
    await clock.advance(0)
    expect(counted.get('apiserver_audit_error_total log')).toBe(1)
    expect([lost, auditor.isBlocking, auditor.failure()]).toEqual([
      [{ count: 1, error: sink.failure }],
      false,
      undefined,
    ])
  })

  it('blocking lets requests wait, and serves them when an event is lost', async () => {
    const { auditor, sink, counted, clock } = scene('blocking')
    const context = begin(auditor)
    let isStored = false
    const stored = Promise.resolve(context.received).then(() => (isStored = true))
    await clock.advance(0)
    expect(isStored).toBe(false)
    sink.failure = new Error('full')
    sink.release()
    await stored
    expect([auditor.isBlocking, auditor.failure()]).toEqual([true, sink.failure])
    sink.failure = undefined
    const completed = context.complete({ code: 200 })
    sink.release()
    await completed
    expect([auditor.failure(), sink.written, counted.get('apiserver_audit_error_total log')]).toEqual([undefined, 1, 1])
  })

  it('blocking-strict rejects the request whose first event is lost, and records no more of it', async () => {
    const { auditor, sink, counted, clock } = scene('blocking-strict')
    const context = begin(auditor)
    const rejected = expect(Promise.resolve(context.received)).rejects.toBeInstanceOf(UnauditedRequest)
    sink.failure = new Error('full')
    sink.release()
    await rejected
    context.complete({ code: 500 })
    await clock.advance(0)
    expect(Object.fromEntries(counted)).toEqual({
      apiserver_audit_event_total: 1,
      'apiserver_audit_level_total Metadata': 1,
      'apiserver_audit_error_total log': 1,
      apiserver_audit_requests_rejected_total: 1,
    })
  })

  it('logs losses at once, then once a minute with their number', async () => {
    const { auditor, sink, lost, clock } = scene('batch')
    sink.failure = new Error('full')
    const lose = async (): Promise<void> => {
      begin(auditor)
      sink.release()
      await clock.advance(0)
    }
    for (let time = 0; time < 5; time++) await lose()
    expect(lost.map(({ count }) => count)).toEqual([1])
    await clock.advance(60_000)
    expect(lost.map(({ count }) => count)).toEqual([1, 4])
    await clock.advance(120_000)
    await lose()
    expect(lost.map(({ count }) => count)).toEqual([1, 4, 1])
  })
})
