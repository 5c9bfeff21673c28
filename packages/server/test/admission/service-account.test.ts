import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const accounts = '/api/v1/namespaces/default/serviceaccounts'
const pods = '/api/v1/namespaces/default/pods'
const start = (): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', admissionControl: { enable: ['ServiceAccount'] } })
const pod = (spec: object = {}): object => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

describe('service accounts of pods over HTTP', () => {
  it('come with a token that the pod validates with', async () => {
    const server = await start()
    await call(server, 'POST', accounts, {
      body: { metadata: { name: 'default' }, imagePullSecrets: [{ name: 'pull' }] },
    })
    const { status, json } = await call(server, 'POST', pods, { body: pod() })
    expect(status).toBe(201)
    const [volume] = json.spec.volumes
    expect(json.spec).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      imagePullSecrets: [{ name: 'pull' }],
      containers: [
        {
          volumeMounts: [
            { name: volume.name, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
          ],
        },
      ],
    })
    expect(volume.projected.sources).toHaveLength(3)
    expect((await call(server, 'GET', `${pods}/p`)).json).toEqual(json)
  })

  it('are refused where there is none of that name', async () => {
    const { status, json } = await call(await start(), 'POST', pods, { body: pod({ serviceAccountName: 'x' }) })
    expect([status, json.message]).toEqual([
      403,
      'pods "p" is forbidden: error looking up service account default/x: serviceaccount "x" not found',
    ])
  })

  it('hold ephemeral containers to their secrets', async () => {
    const server = await start()
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
    await call(server, 'POST', accounts, { body: { metadata: { name: 'default', annotations } } })
    await call(server, 'POST', pods, { body: pod() })
    const body = (name: string): object => ({
      spec: { ephemeralContainers: [{ name: 'e', image: 'i', envFrom: [{ [name]: { name: 's' } }] }] },
    })
    const headers = { 'content-type': 'application/strategic-merge-patch+json' }
    const path = `${pods}/p/ephemeralcontainers`
    const refused = await call(server, 'PATCH', path, { headers, body: body('secretRef') })
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'pods "p" is forbidden: ephemeral container e with envFrom referencing secret.secretName="s" is not allowed because service account default does not reference that secret',
    ])
    expect((await call(server, 'PATCH', path, { headers, body: body('configMapRef') })).status).toBe(200)
  })
})
