import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { serviceAccount } from '../../src/plugins/service-account/service-account.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

const account = (name: string, over: object = {}, metadata: object = {}): ApiObject =>
  ({ metadata: { name, namespace: 'default', ...metadata }, ...over }) as ApiObject

const enforcing = account(
  'strict',
  { secrets: [{ name: 'known' }], imagePullSecrets: [{ name: 'pull' }] },
  { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
)

async function judge(
  pod: Parameters<typeof podRequest>[0],
  accounts: readonly ApiObject[] = [account('default')],
  over: Partial<AdmissionAttributes> = {},
): Promise<Verdict> {
  const stored = accounts.map((object) => ({ group: '', resource: 'serviceaccounts', object }))
  return (await judgeOf(serviceAccount, { stored })).judge(podRequest(pod, over))
}

const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'

describe('ServiceAccount', () => {
  it('gives a pod the default account, and a token in every container', async () => {
    const { object, refusal } = await judge({ spec: { initContainers: [{ name: 'i', image: 'i' }] } })
    expect(refusal).toBeUndefined()
    const { name } = object.spec.volumes[0]
    expect(name).toMatch(/^kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    const volumeMounts = [{ name, readOnly: true, mountPath }]
    expect(object.spec).toEqual({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      initContainers: [{ name: 'i', image: 'i', volumeMounts }],
      containers: [{ name: 'c', image: 'i', volumeMounts }],
      volumes: [
        {
          name,
          projected: {
            defaultMode: 420,
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              {
                downwardAPI: {
                  items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
                },
              },
            ],
          },
        },
      ],
    })
  })

  it('uses an existing token volume, and keeps mounts at its path', async () => {
    const own = { name: 'mine', mountPath }
    const containers = [{ name: 'c', volumeMounts: [own] }, { name: 'd' }]
    const volumes = [{ name: 'kube-api-access-own' }]
    const { object } = await judge({ spec: { containers, volumes } })
    expect(object.spec.volumes).toEqual(volumes)
    expect(object.spec.containers[0].volumeMounts).toEqual([own])
    expect(object.spec.containers[1].volumeMounts).toEqual([{ name: 'kube-api-access-own', readOnly: true, mountPath }])
  })

  it('adds no volume if no container mounts it', async () => {
    const { object } = await judge({ spec: { containers: [{ name: 'c', volumeMounts: [{ name: 'm', mountPath }] }] } })
    expect(object.spec.volumes).toBeUndefined()
  })

  it.each([
    ['the pod says so', { automountServiceAccountToken: false }, {}, false],
    ['the account says so', {}, { automountServiceAccountToken: false }, false],
    [
      'the account says so and the pod wants it',
      { automountServiceAccountToken: true },
      { automountServiceAccountToken: false },
      true,
    ],
  ])('mounts no token where %s', async (_what, spec, over, isMounted) => {
    const { object } = await judge({ spec }, [account('default', over)])
    expect(object.spec.volumes !== undefined).toBe(isMounted)
  })

  it('copies the pull secrets of the account to a pod that has none', async () => {
    const accounts = [account('default', { imagePullSecrets: [{ name: 'p' }] })]
    expect((await judge({}, accounts)).object.spec.imagePullSecrets).toEqual([{ name: 'p' }])
    const own = { spec: { imagePullSecrets: [{ name: 'own' }] } }
    expect((await judge(own, accounts)).object.spec.imagePullSecrets).toEqual([{ name: 'own' }])
  })

  it('refuses a pod whose account does not exist', async () => {
    expect((await judge({ spec: { serviceAccountName: 'x' } })).refusal).toMatchObject({
      code: 403,
      message: 'pods "a" is forbidden: error looking up service account default/x: serviceaccount "x" not found',
    })
  })

  it('waits for the default account of a new namespace for a limited time', async () => {
    const court = await judgeOf(serviceAccount)
    const late = court.judge(podRequest({}))
    await court.clock.advance(300)
    court.store({ group: '', resource: 'serviceaccounts', object: account('default') })
    await court.clock.advance(300)
    expect((await late).object.spec.serviceAccountName).toBe('default')

    const other = court.judge(podRequest({ metadata: { namespace: 'n' } }, { namespace: 'n' }))
    await court.clock.advance(2000)
    expect((await other).refusal).toMatchObject({
      message: 'pods "a" is forbidden: error looking up service account n/default: serviceaccount "default" not found',
    })
    expect(court.clock.pending).toBe(0)
  })

  it('stops waiting when the client disconnects', async () => {
    const court = await judgeOf(serviceAccount)
    const caller = new AbortController()
    const left = court.judge(podRequest({}, { signal: caller.signal }))
    await court.clock.advance(50)
    caller.abort(new Error('gone'))
    expect((await left).refusal).toMatchObject({ message: 'gone' })
    expect(court.clock.pending).toBe(0)
  })

  it('ignores updates', async () => {
    const { object, refusal } = await judge({}, [], { operation: 'UPDATE' })
    expect(refusal).toBeUndefined()
    expect(object.spec.serviceAccountName).toBeUndefined()
  })
})

describe('mirror pods', () => {
  const metadata = { annotations: { 'kubernetes.io/config.mirror': 'x' } }

  it('are not changed', async () => {
    const { object, refusal } = await judge({ metadata }, [])
    expect(refusal).toBeUndefined()
    expect(object.spec).toEqual({ containers: [{ name: 'c', image: 'i' }] })
  })

  it.each([
    ['an account', { serviceAccountName: 'x' }, 'a mirror pod may not reference service accounts'],
    ['a secret', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    ['pull secrets', { imagePullSecrets: [{ name: 's' }] }, 'a mirror pod may not reference secrets'],
    [
      'a secret in the environment',
      { containers: [{ name: 'c', envFrom: [{ secretRef: { name: 's' } }] }] },
      'a mirror pod may not reference secrets',
    ],
    [
      'a token',
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
  ])('may not name %s', async (_what, spec, message) => {
    expect((await judge({ metadata, spec }, [])).refusal).toMatchObject({
      message: `pods "a" is forbidden: ${message}`,
    })
  })
})

describe('the annotation enforce-mountable-secrets', () => {
  const end = 'is not allowed because service account strict does not reference that secret'
  const spec = { serviceAccountName: 'strict' }
  const env = (name: string): object[] => [{ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } }]
  const envFrom = (name: string): object[] => [{ secretRef: { name } }]

  it('allows a pod to use secrets the account lists', async () => {
    const { refusal } = await judge(
      {
        spec: {
          ...spec,
          volumes: [
            { name: 'v', secret: { secretName: 'known' } },
            { name: 'w', projected: { sources: [{ secret: { name: 'known' } }] } },
          ],
          initContainers: [{ name: 'i', env: env('known'), envFrom: envFrom('known') }],
          containers: [{ name: 'c', env: env('known'), envFrom: envFrom('known') }],
          imagePullSecrets: [{ name: 'pull' }],
        },
      },
      [enforcing],
    )
    expect(refusal).toBeUndefined()
  })

  it.each([
    ['a volume', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }, `volume with secret.secretName="s" ${end}`],
    [
      'a projected volume',
      { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] },
      `volume with secret.secretName="s" ${end}`,
    ],
    [
      'what a volume is reached with',
      { volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name: 's' } } }] },
      `volume with secret.secretName="s" ${end}`,
    ],
    [
      'an init container',
      { initContainers: [{ name: 'i', env: env('s') }] },
      `init container i with envVar E referencing secret.secretName="s" ${end}`,
    ],
    [
      'all of the environment of an init container',
      { initContainers: [{ name: 'i', envFrom: envFrom('s') }] },
      `init container i with envFrom referencing secret.secretName="s" ${end}`,
    ],
    [
      'a container',
      { containers: [{ name: 'c', env: env('s') }] },
      `container c with envVar E referencing secret.secretName="s" ${end}`,
    ],
    [
      'all of the environment of a container',
      { containers: [{ name: 'c', envFrom: envFrom('s') }] },
      `container c with envFrom referencing secret.secretName="s" ${end}`,
    ],
    [
      'the pull secrets',
      { imagePullSecrets: [{ name: 'pull' }, { name: 'known' }] },
      'imagePullSecrets[1].name="known" is not allowed because service account strict does not reference that imagePullSecret',
    ],
  ])('refuses another secret in %s', async (_what, over, message) => {
    expect((await judge({ spec: { ...spec, ...over } }, [enforcing])).refusal).toMatchObject({
      message: `pods "a" is forbidden: ${message}`,
    })
  })

  it.each([
    ['variable', { env: env('s') }, `ephemeral container e with envVar E referencing secret.secretName="s" ${end}`],
    [
      'environment',
      { envFrom: envFrom('s') },
      `ephemeral container e with envFrom referencing secret.secretName="s" ${end}`,
    ],
  ])('refuses an ephemeral container with the %s of another secret', async (_what, over, message) => {
    const pod = { spec: { ...spec, ephemeralContainers: [{ name: 'e', ...over }] } }
    const request = { operation: 'UPDATE', subresource: 'ephemeralcontainers' } as const
    expect((await judge(pod, [enforcing], request)).refusal).toMatchObject({
      message: `pods "a" is forbidden: ${message}`,
    })
    expect((await judge(pod, [account('strict')], request)).refusal).toBeUndefined()
  })

  it('refuses an ephemeral container in a pod without an account', async () => {
    const request = { operation: 'UPDATE', subresource: 'ephemeralcontainers' } as const
    expect((await judge({}, [], request)).refusal).toMatchObject({
      message: 'pods "a" is forbidden: no service account specified for pod default/a',
    })
  })

  it('has no effect unless it is true', async () => {
    const lax = account('strict', {}, { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'yes' } })
    const pod = { spec: { ...spec, volumes: [{ name: 'v', secret: { secretName: 's' } }] } }
    expect((await judge(pod, [lax])).refusal).toBeUndefined()
  })
})
