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
  'a plugin that reads other objects and has rules for another version',
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

const plugin = (over: Partial<AdmissionPlugin>): AdmissionPlugin => ({ name: 'Broken', handles: () => true, ...over })
const defined = (over: Partial<PluginDefinition>): AdmissionPlugin =>
  defineAdmissionPlugin({ name: 'Broken', rules, validate: () => {}, ...over })
const labels = (object: Mutable<ApiObject>): Record<string, string> => (object.metadata.labels ??= {})

type BrokenPlugin = readonly [
  name: string,
  promise: string,
  plugin: () => AdmissionPlugin,
  scene: Partial<AdmissionScene> | undefined,
]
const broken = (
  name: string,
  promise: string,
  make: () => AdmissionPlugin,
  scene?: Partial<AdmissionScene>,
): BrokenPlugin => [name, promise, make, scene]

/** Broken plugins, each in one way, with the beginning of the name of the promise that detects it. */
const brokenPlugins: readonly BrokenPlugin[] = [
  broken('handles nothing', 'is called for every request', () => plugin({ handles: () => false })),
  broken('handles other resources', 'is called for every request', () =>
    plugin({ resources: [{ group: '', resource: 'pods' }] }),
  ),
  broken('changes its answer about what it handles', 'always gives the same answer', () => {
    let isAsked = false
    return plugin({
      handles: (operation) => operation === 'CREATE' || !isAsked,
      validate: () => void (isAsked = true),
    })
  }),
  broken('rejects requests it does not handle', 'does not affect requests', () =>
    plugin({
      validate({ operation, resource }) {
        if (operation === 'DELETE') throw forbidden(resource, 'a', 'it stays')
      },
    }),
  ),
  broken(
    'changes requests it does not handle',
    'does not affect requests',
    () => plugin({ admit: ({ object }) => void (object && (labels(object)['a'] = 'b')) }),
    { others: [{ object: configMap() }] },
  ),
  broken('warns about requests it does not handle', 'does not affect requests', () =>
    plugin({ validate: ({ warn }) => warn('hm') }),
  ),
  broken('throws a TypeError', 'rejects with a StatusError', () =>
    plugin({ validate: ({ oldObject }) => void oldObject!.metadata.name }),
  ),
  broken('throws in a defined plugin', 'rejects with a StatusError', () =>
    defined({ validate: () => Promise.reject(new Error('hm')) }),
  ),
  broken('throws in a defined plugin that ignores failures', 'rejects with a StatusError', () =>
    defined({ failurePolicy: 'Ignore', validate: () => Promise.reject(new Error('hm')) }),
  ),
  broken('changes the old object and ignores the failure', 'does not change the old object', () =>
    plugin({
      validate({ oldObject }) {
        if (oldObject !== undefined) Reflect.set(oldObject.metadata, 'name', 'mine')
      },
    }),
  ),
  broken('puts a part of the old object into the new one', 'leaves an object', () =>
    plugin({
      admit({ object, oldObject }) {
        if (object !== undefined && oldObject !== undefined)
          object.metadata = oldObject.metadata as typeof object.metadata
      },
    }),
  ),
  broken(
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
  broken('changes the object it validates', 'validates without changing', () =>
    plugin({
      validate({ object }) {
        if (object !== undefined) labels(object)['seen'] = 'yes'
      },
    }),
  ),
  broken('adds a finalizer with every call', 'changes nothing when it is called again', () =>
    plugin({
      admit({ object }) {
        if (object !== undefined) (object.metadata.finalizers ??= []).push('example.dev/a')
      },
    }),
  ),
  broken('rejects its own output', 'changes nothing when it is called again', () =>
    plugin({
      admit({ object, resource }) {
        if (object === undefined) return
        if (labels(object)['a'] !== undefined) throw forbidden(resource, 'a', 'it is labelled already')
        labels(object)['a'] = 'b'
      },
    }),
  ),
  broken('rejects in a dry run only', 'gives the same answer in a dry run', () =>
    plugin({
      validate({ dryRun, resource }) {
        if (dryRun) throw forbidden(resource, 'a', 'not twice')
      },
    }),
  ),
  broken('stores something in a dry run', 'gives the same answer in a dry run', () => ({
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
  broken('behaves differently in a server', 'gives the same answer as a function', () => ({
    ...defined({}),
    bind: () => plugin({ admit: ({ object }) => void (object && (labels(object)['a'] = 'b')) }),
  })),
  broken(
    'rejects as a webhook only',
    'gives the same answer as a webhook',
    () =>
      defined({
        validate({ objects, deny }) {
          if (objects === undefined) deny('not here')
        },
      }),
    { requests: [{ object: configMap() }] },
  ),
]

describe('the admission plugin contract', () => {
  it.each(brokenPlugins)('detects a plugin that %s', async (_name, promise, make, scene) => {
    const { run } = admissionPromises.find(({ name }) => name.startsWith(promise))!
    await using trial = await openAdmissionTrial({ plugin: make(), requests, others, ...scene })
    await expect(run(trial)).rejects.toThrow()
  })

  it('binds the plugin to a server with the stored objects and the vocabulary of the scene', async () => {
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
