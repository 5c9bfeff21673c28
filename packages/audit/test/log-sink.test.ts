import { describe, expect, it } from 'vitest'
import { createLogSink, type AuditEvent } from '../src/index.ts'

const event: AuditEvent = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'a635ea0e',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/default/configmaps',
  verb: 'list',
  user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
  impersonatedUser: { username: 'jane"x', groups: ['a,b'] },
  sourceIPs: ['127.0.0.1'],
  userAgent: 'curl/7.88.1',
  objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 403 },
  requestReceivedTimestamp: '2026-11-22T22:51:38.043193Z',
  stageTimestamp: '2026-11-22T22:51:38.050000Z',
}

function written(format: 'json' | 'legacy', events: readonly AuditEvent[]): string {
  const texts: string[] = []
  void createLogSink({ format, writer: { write: (text) => void texts.push(text) } }).write(events)
  return texts.join('')
}

describe('a log sink', () => {
  it('writes a line for each event', () => {
    const lines = written('json', [event, event]).split('\n')
    expect(lines.map((line) => (line === '' ? '' : JSON.parse(line)))).toEqual([event, event, ''])
  })

  // The lines are those of kube-apiserver with --audit-log-format=legacy.
  it('writes the legacy format', () => {
    expect(written('legacy', [event])).toBe(
      '2026-11-22T22:51:38.043193Z AUDIT: id="a635ea0e" stage="ResponseComplete" ip="127.0.0.1" method="list" user="admin" groups="\\"system:masters\\",\\"system:authenticated\\"" as="jane\\"x" asgroups="\\"a,b\\"" user-agent="curl/7.88.1" namespace="default" uri="/api/v1/namespaces/default/configmaps" response="403"\n',
    )
    const { impersonatedUser: _as, objectRef: _object, responseStatus: _status, sourceIPs: _ips, ...rest } = event
    expect(written('legacy', [{ ...rest, user: {} }])).toBe(
      '2026-11-22T22:51:38.043193Z AUDIT: id="a635ea0e" stage="ResponseComplete" ip="<unknown>" method="list" user="<none>" groups="<none>" as="<self>" asgroups="<lookup>" user-agent="curl/7.88.1" namespace="<none>" uri="/api/v1/namespaces/default/configmaps" response="<deferred>"\n',
    )
  })
})
