import { describe, expect, it } from 'vitest'
import { createServer, type AuditEvent, type Server, type ServerOptions } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const start = (options: ServerOptions = {}): Promise<Server> =>
  createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',

    ...options,
  })
const post = (server: Server, path: string, body: object): Promise<Answer> => call(server, 'POST', path, { body })
const label = 'pod-security.kubernetes.io'
const namespace = (name: string, labels: Readonly<Record<string, string>>): object => ({
  metadata: {
    name,
    labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [`${label}/${key}`, value])),
  },
})
const bad = { hostPID: true, containers: [{ name: 'c', image: 'i' }] }
const warnings = ({ headers }: Answer): readonly string[] =>
  [headers['warning'] ?? []].flat().map((value) => JSON.parse(value.slice('299 - '.length)) as string)

describe('PodSecurity over HTTP', () => {
  it('refuses pods, warns of templates, and of what is there when the level rises', async () => {
    const server = await start()
    await post(server, '/api/v1/namespaces', namespace('n', { warn: 'baseline' }))

    const loose = await post(server, '/api/v1/namespaces/n/pods', { metadata: { name: 'a' }, spec: bad })
    expect(loose.status).toBe(201)
    expect(warnings(loose)).toEqual(['would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)'])

    const risen = await call(server, 'PATCH', '/api/v1/namespaces/n', {
      body: { metadata: { labels: { [`${label}/enforce`]: 'restricted', [`${label}/enforce-version`]: 'v1.18' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(risen.status).toBe(200)
    expect(warnings(risen)).toEqual([
      'existing pods in namespace "n" violate the new PodSecurity enforce level "restricted:v1.18"',
      'a: host namespaces, allowPrivilegeEscalation != false, runAsNonRoot != true',
    ])

    const strict = await post(server, '/api/v1/namespaces/n/pods', { metadata: { generateName: 'b-' }, spec: bad })
    expect([strict.status, strict.json.reason]).toEqual([403, 'Forbidden'])
    expect(strict.json.message).toMatch(
      /^pods "b-\w{5}" is forbidden: violates PodSecurity "restricted:v1\.18": host namespaces \(hostPID=true\), allowPrivilegeEscalation != false \(container "c" must set securityContext\.allowPrivilegeEscalation=false\), runAsNonRoot != true/,
    )
    expect(warnings(strict)).toEqual([])

    const labels = { app: 'd' }
    const deployment = await post(server, '/apis/apps/v1/namespaces/n/deployments', {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: bad } },
    })
    expect(deployment.status).toBe(201)
    expect(warnings(deployment)).toEqual([
      'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)',
    ])
  })

  it('judges what a debugging client adds', async () => {
    const server = await start()
    await post(server, '/api/v1/namespaces', namespace('n', { enforce: 'baseline' }))
    const spec = { containers: [{ name: 'c', image: 'i' }] }
    expect((await post(server, '/api/v1/namespaces/n/pods', { metadata: { name: 'a' }, spec })).status).toBe(201)
    const debug = (securityContext: object): Promise<Answer> =>
      call(server, 'PATCH', '/api/v1/namespaces/n/pods/a/ephemeralcontainers', {
        body: { spec: { ephemeralContainers: [{ name: 'e', image: 'i', securityContext }] } },
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
      })
    expect((await debug({ privileged: true })).json.message).toBe(
      'pods "a" is forbidden: violates PodSecurity "baseline:latest": privileged (container "e" must not set securityContext.privileged=true)',
    )
    expect((await debug({})).status).toBe(200)
  })

  it('refuses labels that say nothing, and reads its configuration', async () => {
    const value = {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { enforce: 'baseline' },
      exemptions: { namespaces: ['kube-system'] },
    }
    const admissionControl = { enable: ['PodSecurity'], configuration: [{ name: 'PodSecurity', value }] }
    const server = await start({ admissionControl })
    expect((await post(server, '/api/v1/namespaces', namespace('n', { enforce: 'strict' }))).json).toMatchObject({
      code: 422,
      message: `Namespace "n" is invalid: metadata.labels[${label}/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted`,
    })
    const pod = { metadata: { name: 'a' }, spec: bad }
    expect((await post(server, '/api/v1/namespaces/default/pods', pod)).status).toBe(403)
    expect((await post(server, '/api/v1/namespaces/kube-system/pods', pod)).status).toBe(201)
  })

  it('warns of everything that is wrong, however long that gets', async () => {
    const server = await start()
    await post(server, '/api/v1/namespaces', namespace('n', { warn: 'restricted' }))
    const spec = { containers: ['one', 'two', 'three'].map((name) => ({ name, image: 'i' })) }
    const [warning, ...others] = warnings(
      await post(server, '/api/v1/namespaces/n/pods', { metadata: { name: 'a' }, spec }),
    )
    const names = 'containers "one", "two", "three"'
    expect(others).toEqual([])
    expect(warning).toBe(
      [
        'would violate PodSecurity "restricted:latest": ',
        `allowPrivilegeEscalation != false (${names} must set securityContext.allowPrivilegeEscalation=false), `,
        `unrestricted capabilities (${names} must set securityContext.capabilities.drop=["ALL"]), `,
        `runAsNonRoot != true (pod or ${names} must set securityContext.runAsNonRoot=true), `,
        `seccompProfile (pod or ${names} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`,
      ].join(''),
    )
  })

  it('says in the audit record what was enforced, and what was wrong', async () => {
    const events: AuditEvent[] = []
    const audit = {
      policy: { rules: [{ level: 'Metadata' as const, omitStages: ['RequestReceived' as const] }] },
      sinks: [{ write: (batch: readonly AuditEvent[]) => void events.push(...batch) }],
    }
    const server = await start({ audit })
    await post(server, '/api/v1/namespaces', namespace('n', { audit: 'baseline', 'audit-version': 'v1.30' }))
    const made = await post(server, '/api/v1/namespaces/n/pods', { metadata: { name: 'a' }, spec: bad })
    expect([made.status, warnings(made)]).toEqual([201, []])
    expect(events.at(-1)?.annotations).toMatchObject({
      [`${label}/enforce-policy`]: 'privileged:latest',
      [`${label}/audit-violations`]: 'would violate PodSecurity "baseline:v1.30": host namespaces (hostPID=true)',
    })
  })

  it('counts what it decides', async () => {
    const server = await start({ metrics: true })
    await post(server, '/api/v1/namespaces', namespace('n', { enforce: 'baseline', 'enforce-version': 'v1.99' }))
    await post(server, '/api/v1/namespaces/n/pods', { metadata: { name: 'a' }, spec: bad })
    await post(server, '/api/v1/namespaces/default/pods', { metadata: { name: 'a' }, spec: bad })
    const { text } = await call(server, 'GET', '/metrics')
    const lines = text.split('\n').filter((line) => line.startsWith('pod_security_evaluations_total'))
    expect(lines.toSorted()).toEqual([
      'pod_security_evaluations_total{decision="allow",policy_level="privileged",policy_version="latest",mode="enforce",request_operation="create",resource="pod",subresource=""} 1',
      'pod_security_evaluations_total{decision="allow",policy_level="privileged",policy_version="latest",mode="enforce",request_operation="update",resource="pod",subresource=""} 0',
      'pod_security_evaluations_total{decision="deny",policy_level="baseline",policy_version="future",mode="enforce",request_operation="create",resource="pod",subresource=""} 1',
    ])
  })
})
