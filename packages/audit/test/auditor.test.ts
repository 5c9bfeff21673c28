import { kubernetesVocabulary, parseRequestInfo, type Clock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createAuditor, type AuditContext, type AuditEvent, type AuditRule } from '../src/index.ts'

const clock: Clock = { now: () => 1_000, monotonic: () => 0, soon: () => {}, after: () => ({ cancel: () => {} }) }

interface Scene {
  readonly events: AuditEvent[]
  readonly context: AuditContext
}

function begin(rule: AuditRule, requestURI = '/api/v1/namespaces/default/configmaps/a', method = 'PUT'): Scene {
  const events: AuditEvent[] = []
  const auditor = createAuditor({
    policy: { rules: [rule] },
    sinks: [{ write: (batch) => void events.push(...batch) }],
    clock,
    vocabulary: kubernetesVocabulary,
    onLost: () => {},
  })
  const context = auditor.begin({
    info: parseRequestInfo(method, requestURI),
    requestURI,
    auditId: 'id',
    user: { username: 'jane', groups: [], extra: {} },
  })
  if (context === undefined) throw new Error('the request is not audited')
  return { events, context }
}

describe('an audit context', () => {
  it('records a request that did not come over a network, without addresses', () => {
    const { events, context } = begin({ level: 'Metadata' })
    context.complete({ code: 200 })
    expect(events).toEqual([
      {
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        level: 'Metadata',
        auditID: 'id',
        stage: 'RequestReceived',
        requestURI: '/api/v1/namespaces/default/configmaps/a',
        verb: 'update',
        user: { username: 'jane', groups: [], extra: {} },
        objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
        requestReceivedTimestamp: '1970-01-01T00:00:01.000000Z',
        stageTimestamp: '1970-01-01T00:00:01.000000Z',
      },
      expect.objectContaining({ stage: 'ResponseComplete', responseStatus: { metadata: {}, code: 200 } }),
    ])
  })

  it.each([
    ['bytes', (object: object) => Buffer.from(JSON.stringify(object))],
    ['a function', (object: object) => (): object => object],
  ])('records request and response objects given as %s', (_form, given) => {
    const { events, context } = begin({ level: 'RequestResponse' })
    context.setRequestObject(given({ kind: 'ConfigMap', data: { a: '1' } }))
    context.complete({ code: 200, body: given({ kind: 'ConfigMap', data: { a: '2' } }) })
    expect(events.at(-1)).toMatchObject({
      requestObject: { data: { a: '1' } },
      responseObject: { data: { a: '2' } },
      responseStatus: { code: 200 },
    })
  })

  it('does not make objects that are not recorded', () => {
    const { events, context } = begin({ level: 'Metadata' })
    const make = (): never => {
      throw new Error('not needed')
    }
    context.setRequestObject(make)
    context.complete({ code: 404, status: { status: 'Failure', reason: 'NotFound', message: 'gone' }, body: make })
    expect(events.at(-1)!.responseStatus).toEqual({
      metadata: {},
      code: 404,
      status: 'Failure',
      reason: 'NotFound',
      message: 'gone',
    })
  })

  it('reads the response status from a body of kind Status, and from no other', () => {
    const complete = (body: object): AuditEvent['responseStatus'] => {
      const { events, context } = begin({ level: 'Metadata' })
      context.complete({ code: 200, body: Buffer.from(JSON.stringify(body)) })
      return events.at(-1)!.responseStatus
    }
    expect(complete({ kind: 'Status', status: 'Success' })).toEqual({ metadata: {}, code: 200, status: 'Success' })
    expect(complete({ kind: 'ConfigMap', data: { kind: 'Status' }, status: 'Success' })).toEqual({
      metadata: {},
      code: 200,
    })
  })

  it('leaves out managed fields of objects and of the items of lists', () => {
    const { events, context } = begin({ level: 'RequestResponse', omitManagedFields: true })
    const object = { metadata: { name: 'a', managedFields: [] } }
    context.setRequestObject(() => object)
    context.complete({ code: 200, body: () => ({ items: [object] }) })
    expect(events.at(-1)).toMatchObject({
      requestObject: { metadata: { name: 'a' } },
      responseObject: { items: [{ metadata: { name: 'a' } }] },
    })
    expect(JSON.stringify(events)).not.toContain('managedFields')
  })

  it('emits ResponseStarted for a stream, and ResponseComplete at its end', () => {
    const { events, context } = begin({ level: 'Metadata', omitStages: ['RequestReceived'] })
    context.started(200)
    expect(events.map(({ stage }) => stage)).toEqual(['ResponseStarted'])
    context.complete({ code: 200 })
    expect(events.map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete'])
  })

  it('keeps the first value of an annotation and leaves out those above its level', () => {
    const { events, context } = begin({ level: 'Metadata' })
    context.annotate('a', '1', 'Metadata')
    context.annotate('a', '2', 'Metadata')
    context.annotate('b', '1', 'Request')
    expect(context.isDecided).toBe(false)
    context.decide('forbid', 'no')
    expect(context.isDecided).toBe(true)
    context.complete({ code: 403 })
    expect(events.at(-1)!.annotations).toEqual({
      a: '1',
      'authorization.k8s.io/decision': 'forbid',
      'authorization.k8s.io/reason': 'no',
    })
  })

  it('completes the object reference from the body; what the path says comes first', () => {
    const { events, context } = begin({ level: 'Metadata' }, '/api/v1/namespaces/default/configmaps', 'POST')
    context.setObject({ name: 'b', namespace: 'other', uid: 'u', resourceVersion: '7' })
    context.complete({ code: 201 })
    expect(events.map(({ objectRef }) => objectRef)).toEqual([
      { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      { resource: 'configmaps', namespace: 'default', name: 'b', uid: 'u', apiVersion: 'v1', resourceVersion: '7' },
    ])
  })

  it('records an empty reason of a decision', () => {
    const { events, context } = begin({ level: 'Metadata' })
    context.decide('allow', '')
    context.complete({ code: 200 })
    expect(events.at(-1)!.annotations).toEqual({
      'authorization.k8s.io/decision': 'allow',
      'authorization.k8s.io/reason': '',
    })
  })

  it('records the user that is impersonated beside the one who is authenticated', () => {
    const { events, context } = begin({ level: 'Metadata' })
    context.impersonate({ username: 'joe', groups: [], extra: {} })
    context.complete({ code: 200 })
    expect(events.at(-1)).toMatchObject({ user: { username: 'jane' }, impersonatedUser: { username: 'joe' } })
  })

  it.each(['/api/v1/namespaces/default/secrets/s', '/api/v1/namespaces/default/serviceaccounts/a/token'])(
    'never records the bodies of %s',
    (requestURI) => {
      const { events, context } = begin({ level: 'RequestResponse' }, requestURI)
      expect(context.isAudited('Request')).toBe(false)
      context.setRequestObject(() => ({ data: 'secret' }))
      context.complete({ code: 200, body: Buffer.from('{"data":"secret"}') })
      expect(JSON.stringify(events)).not.toContain('"secret"')
    },
  )
})
