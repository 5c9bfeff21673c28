import type { AdmissionPlugin } from '@pinnace/admission'
import { defineAdmissionPlugin, type PluginDefinition, type RequestToEvaluate } from '@pinnace/admission/define'
import { forbidden, setMember, type ApiObject, type Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { admissionPluginContract, admissionPromises, openAdmissionTrial, type AdmissionScene } from '../src/index.ts'

const configMap = (over: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default', ...over },
})
const requests: readonly RequestToEvaluate[] = [
  { object: configMap() },
  { oldObject: configMap({ labels: { team: 'a' } }), object: configMap({ labels: { team: 'b' } }) },
]
const others: readonly RequestToEvaluate[] = [{ oldObject: configMap() }]
const rules = [
  { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
] as const
const shared = configMap({ name: 'shared', annotations: { set: 'yes' } })

const honest = defineAdmissionPlugin({
  name: 'Honest',
  rules,
  mutate: ({ draft }) => void ((draft.metadata.labels ??= {})['team'] ??= 'none'),
  validate({ object, oldObject, warn, annotate, deny }) {
    annotate('looked', 'yes')
    if (object.metadata.labels?.['team'] === 'none') warn('no team')
    if (oldObject !== undefined) deny('teams stay', { code: 409, reason: 'Conflict' })
  },
})

admissionPluginContract('an honest plugin', { plugin: honest, requests, others }, { describe, it })

admissionPluginContract(
  'one that reads other objects and rules of another version',
  {
    plugin: defineAdmissionPlugin({
      name: 'Reader',
      rules: [
        { ...rules[0], apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], apiVersions: ['v1'] },
      ],
      async mutate({ draft, objects }) {
        const found = await objects?.get({ group: '', resource: 'configmaps' }, 'default', 'shared')
        draft.metadata.annotations = { ...draft.metadata.annotations, ...found?.metadata.annotations }
      },
    }),
    requests: [
      {
        object: {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'a', namespace: 'default' },
          spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
        } as ApiObject,
      },
    ],
    stored: [shared],
    limits: { readsObjects: true },
  },
  { describe, it },
)

const plugin = (over: Partial<AdmissionPlugin>): AdmissionPlugin => ({ name: 'Liar', handles: () => true, ...over })
const defined = (over: Partial<PluginDefinition>): AdmissionPlugin =>
  defineAdmissionPlugin({ name: 'Liar', rules, validate: () => {}, ...over })
const labels = (object: Mutable<ApiObject>): Record<string, string> => (object.metadata.labels ??= {})

type Lie = readonly [
  lie: string,
  promise: string,
  plugin: () => AdmissionPlugin,
  scene: Partial<AdmissionScene> | undefined,
]
const liar = (lie: string, promise: string, make: () => AdmissionPlugin, scene?: Partial<AdmissionScene>): Lie => [
  lie,
  promise,
  make,
  scene,
]

/** Plugins that lie, each in one way, and the promise that finds them out. */
const liars: readonly Lie[] = [
  liar('handles nothing', 'is asked about every', () => plugin({ handles: () => false })),
  liar('is about other resources', 'is asked about every', () =>
    plugin({ resources: [{ group: '', resource: 'pods' }] }),
  ),
  liar('changes its mind about what it handles', 'says the same each time', () => {
    let isAsked = false
    return plugin({
      handles: (operation) => operation === 'CREATE' || !isAsked,
      validate: () => void (isAsked = true),
    })
  }),
  liar('refuses what is none of its business', 'has nothing to say', () =>
    plugin({
      validate({ operation, resource }) {
        if (operation === 'DELETE') throw forbidden(resource, 'a', 'it stays')
      },
    }),
  ),
  liar(
    'changes what is none of its business',
    'has nothing to say',
    () => plugin({ admit: ({ object }) => void (object && (labels(object)['a'] = 'b')) }),
    { others: [{ object: configMap() }] },
  ),
  liar('warns of what is none of its business', 'has nothing to say', () =>
    plugin({ validate: ({ warn }) => warn('hm') }),
  ),
  liar('throws what is no Status', 'refuses with a Status', () =>
    plugin({ validate: ({ oldObject }) => void oldObject!.metadata.name }),
  ),
  liar('fails within', 'refuses with a Status', () => defined({ validate: () => Promise.reject(new Error('hm')) })),
  liar('fails and lets that pass', 'refuses with a Status', () =>
    defined({ failurePolicy: 'Ignore', validate: () => Promise.reject(new Error('hm')) }),
  ),
  liar('changes the old object where nobody notices', 'leaves the old object', () =>
    plugin({
      validate({ oldObject }) {
        if (oldObject !== undefined) Reflect.set(oldObject.metadata, 'name', 'mine')
      },
    }),
  ),
  liar('puts a part of the old object into the new one', 'leaves an object', () =>
    plugin({
      admit({ object, oldObject }) {
        if (object !== undefined && oldObject !== undefined)
          object.metadata = oldObject.metadata as typeof object.metadata
      },
    }),
  ),
  liar(
    'puts a part of another object into the new one',
    'leaves an object',
    () => ({
      ...plugin({}),
      bind: ({ objects }) =>
        plugin({
          async admit({ object }) {
            const found = await objects.get({ group: '', resource: 'configmaps' }, 'default', 'shared')
            if (object !== undefined) object.metadata.annotations = found!.metadata.annotations!
          },
        }),
    }),
    { stored: [shared] },
  ),
  liar('changes what it judges', 'judges without changing', () =>
    plugin({
      validate({ object }) {
        if (object !== undefined) labels(object)['seen'] = 'yes'
      },
    }),
  ),
  liar('adds something every time', 'changes nothing the second time', () =>
    plugin({
      admit({ object }) {
        if (object !== undefined) (object.metadata.finalizers ??= []).push('example.dev/a')
      },
    }),
  ),
  liar('refuses what it has made', 'changes nothing the second time', () =>
    plugin({
      admit({ object, resource }) {
        if (object === undefined) return
        if (labels(object)['a'] !== undefined) throw forbidden(resource, 'a', 'it is labelled already')
        labels(object)['a'] = 'b'
      },
    }),
  ),
  liar('refuses on dry run only', 'says the same on dry run', () =>
    plugin({
      validate({ dryRun, resource }) {
        if (dryRun) throw forbidden(resource, 'a', 'not twice')
      },
    }),
  ),
  liar('stores something on dry run', 'says the same on dry run', () => ({
    ...plugin({}),
    bind: ({ objects }) =>
      plugin({
        async validate({ object }) {
          if (object === undefined) return
          await objects.updateStatus({ group: '', resource: 'namespaces' }, '', 'default', (next) =>
            setMember(next as never, 'status', { phase: 'Active', conditions: [{ type: 'Looked', status: 'True' }] }),
          )
        },
      }),
  })),
  liar('is another plugin in a server', 'says the same as a function', () => ({
    ...defined({}),
    bind: () => plugin({ admit: ({ object }) => void (object && (labels(object)['a'] = 'b')) }),
  })),
  liar(
    'refuses as a webhook only',
    'says the same as a webhook',
    () =>
      defined({
        validate({ objects, deny }) {
          if (objects === undefined) deny('not here')
        },
      }),
    { requests: [{ object: configMap() }] },
  ),
]

describe('the contract of admission plugins', () => {
  it.each(liars)('finds out a plugin that %s', async (_lie, promise, make, scene) => {
    const { run } = admissionPromises.find(({ name }) => name.startsWith(promise))!
    await using trial = await openAdmissionTrial({ plugin: make(), requests, others, ...scene })
    await expect(run(trial)).rejects.toThrow()
  })

  it('binds the plugin to a server that holds what is stored, in the words of a vocabulary', async () => {
    await using trial = await openAdmissionTrial({
      plugin: honest,
      requests,
      stored: [
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } },
        { ...shared, metadata: { ...shared.metadata, namespace: 'team' } },
      ],
      server: { vocabulary: 'platform' },
    })
    const { vocabulary, objects } = trial.host
    expect(vocabulary.groupDomain).toBe('platform.io')
    expect(await objects.get({ group: '', resource: 'configmaps' }, 'team', 'shared')).toMatchObject({
      metadata: { annotations: { set: 'yes' } },
    })
    expect(requests.map(trial.isAsked)).toEqual([true, true])
    expect(others.map(trial.isAsked)).toEqual([false])
  })
})
