import { createTestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'
import type { AuditEvent } from '../../src/index.ts'
import { parseAuditPolicy } from '../../src/index.ts'
import { kubernetesVocabulary } from '@pinnace/meta'
import { call } from '../support/call.ts'

it('a deprecated version says so: to its client, in the audit record and in the metrics', async () => {
  const events: AuditEvent[] = []
  const policy = parseAuditPolicy(
    { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] },
    kubernetesVocabulary,
  )
  const sink = { write: (written: readonly AuditEvent[]) => void events.push(...written) }
  await using server = await createTestServer({
    runtimeConfig: 'api/beta',
    metrics: true,
    audit: { policy, sinks: [sink] },
  })
  const old = await call(server, 'GET', '/apis/certificates.k8s.io/v1beta1/certificatesigningrequests')
  expect(old.headers['warning']).toEqual([
    '299 - "certificates.k8s.io/v1beta1 CertificateSigningRequest is deprecated in v1.19+, unavailable in v1.22+; use certificates.k8s.io/v1 CertificateSigningRequest"',
  ])
  expect(events.at(-1)!.annotations).toMatchObject({ 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.22' })
  const current = await call(server, 'GET', '/apis/certificates.k8s.io/v1/certificatesigningrequests')
  expect(current.headers).not.toHaveProperty('warning')
  expect(events.at(-1)!.annotations).not.toHaveProperty('k8s.io/deprecated')
  const { text } = await call(server, 'GET', '/metrics')
  expect(text.split('\n').filter((line) => line.includes('deprecated_apis'))).toEqual([
    '# HELP apiserver_requested_deprecated_apis [STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    '# TYPE apiserver_requested_deprecated_apis gauge',
    'apiserver_requested_deprecated_apis{group="certificates.k8s.io",version="v1beta1",resource="certificatesigningrequests",subresource="",removed_release="1.22"} 1',
  ])
})
