import {
  KubernetesObjectApi,
  PatchStrategy,
  type KubernetesObject,
  type V1ConfigMap,
  type V1Deployment,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from './support/refusal.ts'
import { start, type Started } from './support/start.ts'

const namespace = 'default'
let started: Started
let api: KubernetesObjectApi

beforeAll(async () => {
  started = await start()
  api = KubernetesObjectApi.makeApiClient(started.config)
})
beforeEach(() => started.server.reset())
afterAll(() => started.server.close())

function settings(name: string, data: Record<string, string> = {}, labels: Record<string, string> = {}): V1ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels }, data }
}

function web(name = 'web'): V1Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }] },
      },
    },
  }
}

describe('an object of any kind, found through discovery', () => {
  it('is created, with what the server fills in', async () => {
    const made = await api.create(settings('a', { color: 'blue' }))
    expect(made).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace },
      data: { color: 'blue' },
    })
    expect(made.metadata!.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.metadata!.creationTimestamp).toBeInstanceOf(Date)
    expect(BigInt(made.metadata!.resourceVersion!)).toBeGreaterThan(0n)
  })

  it('is read as it was created', async () => {
    const made = await api.create(settings('a', { color: 'blue' }))
    expect(await api.read(settings('a') as KubernetesObject & { metadata: { name: string } })).toEqual(made)
  })

  it('goes to the default namespace where it names none', async () => {
    const made = await api.create<KubernetesObject>({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'nowhere' },
    })
    expect(made.metadata!.namespace).toBe('default')
  })

  it('is cluster-scoped where its kind is', async () => {
    const made = await api.create<KubernetesObject>({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } })
    expect(made.metadata!.namespace).toBeUndefined()
    expect(await api.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } })).toMatchObject({
      status: { phase: 'Active' },
    })
  })

  it('is of a named group', async () => {
    const made = await api.create(web())
    expect(made.spec).toMatchObject({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 })
    expect(made.spec!.template.spec!.containers[0]).toMatchObject({ imagePullPolicy: 'IfNotPresent' })
  })

  it('gets a unique name from generateName', async () => {
    const made = await api.create<KubernetesObject>({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'run-', namespace },
    })
    expect(made.metadata!.name).toMatch(/^run-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('is not stored by a dry run', async () => {
    const shown = await api.create(settings('a'), undefined, 'All')
    expect(shown.metadata!.uid).toBeDefined()
    expect(
      (await refusal(api.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace } }))).code,
    ).toBe(404)
  })

  it('is replaced, and keeps who it is', async () => {
    const made = await api.create(settings('a', { color: 'blue' }))
    const replaced = await api.replace({ ...made, data: { color: 'red' } })
    expect(replaced.data).toEqual({ color: 'red' })
    expect(replaced.metadata!.uid).toBe(made.metadata!.uid)
    expect(BigInt(replaced.metadata!.resourceVersion!)).toBeGreaterThan(BigInt(made.metadata!.resourceVersion!))
  })

  it('is not replaced from an older version', async () => {
    const made = await api.create(settings('a', { color: 'blue' }))
    await api.replace({ ...made, data: { color: 'red' } })
    const { code, status } = await refusal(api.replace({ ...made, data: { color: 'green' } }))
    expect(code).toBe(409)
    expect(status).toMatchObject({
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    })
  })

  it('is replaced without a version, whatever is stored', async () => {
    await api.create(settings('a', { color: 'blue' }))
    expect((await api.replace(settings('a', { color: 'grey' }))).data).toEqual({ color: 'grey' })
  })

  it('is deleted, and gone', async () => {
    await api.create(settings('a'))
    const answer = await api.delete(settings('a'))
    expect(answer).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'a', kind: 'configmaps' } })
    expect((await refusal(api.delete(settings('a')))).status.message).toBe('configmaps "a" not found')
  })

  it('is deleted only where the preconditions hold', async () => {
    const made = await api.create(settings('a'))
    const wrong = api.delete(settings('a'), undefined, undefined, undefined, undefined, undefined, {
      preconditions: { uid: 'another' },
    })
    expect((await refusal(wrong)).code).toBe(409)
    const right = { preconditions: { uid: made.metadata!.uid!, resourceVersion: made.metadata!.resourceVersion! } }
    expect((await api.delete(settings('a'), undefined, undefined, undefined, undefined, undefined, right)).status).toBe(
      'Success',
    )
  })

  it('stays while it has a finalizer, and goes with the last one', async () => {
    const held = settings('a')
    await api.create({ ...held, metadata: { ...held.metadata, finalizers: ['example.dev/hold'] } })
    await api.delete(held)
    const dying = await api.read<V1ConfigMap>({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace },
    })
    expect(dying.metadata!.deletionTimestamp).toBeInstanceOf(Date)
    await api.patch(
      { ...held, metadata: { name: 'a', namespace, finalizers: null as never } },
      undefined,
      undefined,
      undefined,
      undefined,
      PatchStrategy.MergePatch,
    )
    expect(
      (await refusal(api.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace } }))).code,
    ).toBe(404)
  })
})

describe('lists', () => {
  beforeEach(async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await api.create(settings(name, {}, { parity: index % 2 === 0 ? 'even' : 'odd' }))
    }
  })
  const names = (list: { readonly items: readonly KubernetesObject[] }) =>
    list.items.map(({ metadata }) => metadata!.name)

  it('hold what is there, in the order of names', async () => {
    const list = await api.list('v1', 'ConfigMap', namespace)
    expect(names(list)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' })
    expect(list.metadata!.resourceVersion).toMatch(/^\d+$/)
  })

  it('are narrowed by labels', async () => {
    const odd = await api.list('v1', 'ConfigMap', namespace, undefined, undefined, undefined, undefined, 'parity=odd')
    expect(names(odd)).toEqual(['b', 'd'])
    const notOdd = await api.list(
      'v1',
      'ConfigMap',
      namespace,
      undefined,
      undefined,
      undefined,
      undefined,
      'parity notin (odd)',
    )
    expect(names(notOdd)).toEqual(['a', 'c', 'e'])
  })

  it('are narrowed by fields', async () => {
    const one = await api.list('v1', 'ConfigMap', namespace, undefined, undefined, undefined, 'metadata.name=c')
    expect(names(one)).toEqual(['c'])
  })

  it('span namespaces', async () => {
    await api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } })
    await api.create({ ...settings('z'), metadata: { name: 'z', namespace: 'team' } })
    expect(names(await api.list('v1', 'ConfigMap'))).toContain('z')
    expect(names(await api.list('v1', 'ConfigMap', 'team'))).toEqual(['z'])
  })

  it('come in pages of one snapshot, whatever is written between them', async () => {
    const first = await api.list('v1', 'ConfigMap', namespace, undefined, undefined, undefined, undefined, undefined, 2)
    expect(names(first)).toEqual(['a', 'b'])
    expect(first.metadata).toMatchObject({ remainingItemCount: 3 })
    await api.create(settings('bb'))
    await api.delete(settings('e'))
    const second = await api.list(
      'v1',
      'ConfigMap',
      namespace,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      2,
      first.metadata!._continue,
    )
    const third = await api.list(
      'v1',
      'ConfigMap',
      namespace,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      2,
      second.metadata!._continue,
    )
    expect([...names(second), ...names(third)]).toEqual(['c', 'd', 'e'])
    expect(third.metadata!._continue ?? '').toBe('')
    expect(new Set([first, second, third].map(({ metadata }) => metadata!.resourceVersion)).size).toBe(1)
  })
})

describe('patches', () => {
  beforeEach(async () => {
    await api.create(settings('a', { color: 'blue', size: '1' }))
    await api.create(web())
  })
  const patch = <T extends KubernetesObject>(
    spec: unknown,
    type: PatchStrategy,
    manager?: string,
    force?: boolean,
  ): Promise<T> => api.patch<T>(spec as T, undefined, undefined, manager, force, type)
  const image = (object: V1Deployment) =>
    object.spec!.template.spec!.containers.map(({ name, image: from }) => `${name}=${from}`)

  it('merge, where null removes', async () => {
    const patched = await patch<V1ConfigMap>(
      { ...settings('a'), data: { color: null, shape: 'round' } },
      PatchStrategy.MergePatch,
    )
    expect(patched.data).toEqual({ size: '1', shape: 'round' })
  })

  it('merge lists of a built-in kind by key, strategically', async () => {
    const spec = { template: { spec: { containers: [{ name: 'side', image: 'example.dev/side:1' }] } } }
    expect(image(await patch<V1Deployment>({ ...web(), spec }, PatchStrategy.StrategicMergePatch))).toEqual([
      'side=example.dev/side:1',
      'main=example.dev/web:1',
    ])
  })

  it('replace lists by a plain merge', async () => {
    const spec = { template: { spec: { containers: [{ name: 'only', image: 'example.dev/only:1' }] } } }
    expect(image(await patch<V1Deployment>({ ...web(), spec }, PatchStrategy.MergePatch))).toEqual([
      'only=example.dev/only:1',
    ])
  })

  it('apply what a manager wants, and create what is not there', async () => {
    const wanted = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied', namespace },
      data: { color: 'blue' },
    }
    const made = await patch<V1ConfigMap>(wanted, PatchStrategy.ServerSideApply, 'one')
    expect(made.data).toEqual({ color: 'blue' })
    expect(made.metadata!.managedFields).toMatchObject([{ manager: 'one', operation: 'Apply' }])
  })

  it('take back by apply what the manager no longer wants', async () => {
    const applied = (data: object) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied', namespace },
      data,
    })
    await patch(applied({ color: 'blue', size: '2' }), PatchStrategy.ServerSideApply, 'one')
    expect((await patch<V1ConfigMap>(applied({ color: 'blue' }), PatchStrategy.ServerSideApply, 'one')).data).toEqual({
      color: 'blue',
    })
  })

  it('are refused by apply where another manager owns the field, until forced', async () => {
    const applied = (color: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied', namespace },
      data: { color },
    })
    await patch(applied('blue'), PatchStrategy.ServerSideApply, 'one')
    const { code, status } = await refusal(patch(applied('red'), PatchStrategy.ServerSideApply, 'two'))
    expect(code).toBe(409)
    expect(status.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.color')
    expect(status.details!.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.color' },
    ])
    expect((await patch<V1ConfigMap>(applied('red'), PatchStrategy.ServerSideApply, 'two', true)).data).toEqual({
      color: 'red',
    })
  })

  it('need a field manager to apply', async () => {
    const { code, status } = await refusal(patch(settings('a', { color: 'red' }), PatchStrategy.ServerSideApply))
    expect(code).toBe(422)
    expect(status.message).toContain('fieldManager: Required value: is required for apply patch')
  })

  it('of an object that is not there are refused', async () => {
    expect((await refusal(patch(settings('none', { a: 'b' }), PatchStrategy.MergePatch))).status.message).toBe(
      'configmaps "none" not found',
    )
  })
})
