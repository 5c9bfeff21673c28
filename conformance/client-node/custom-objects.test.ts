import { CustomObjectsApi, KubernetesObjectApi, PatchStrategy, setHeaderOptions, Watch } from '@kubernetes/client-node'
import { defineResource, listMap, z } from '@pinnace/resources/define'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.ts'
import { refusal } from './support/refusal.ts'
import { start, type Started } from './support/start.ts'

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({
      size: z.int32().default(1),
      parts: listMap(z.object({ name: z.string(), count: z.int32() }), ['name']).optional(),
    }),
    status: z.object({ ready: z.boolean().optional() }).optional(),
  }),
  subresources: { status: true },
})
const of = { group: 'example.dev', version: 'v1', namespace: 'default', plural: 'widgets' }
let started: Started
let api: CustomObjectsApi

interface Shown {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string; readonly generation: number }
  readonly spec: { readonly size: number; readonly parts?: readonly object[] }
  readonly status?: { readonly ready?: boolean }
}

beforeAll(async () => {
  started = await start({ resources: [Widget] })
  api = started.config.makeApiClient(CustomObjectsApi)
})
beforeEach(() => started.server.reset())
afterAll(() => started.server.close())

const make = async (name: string, spec: object = {}): Promise<Shown> =>
  (await api.createNamespacedCustomObject({
    ...of,
    body: { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name }, spec },
  })) as Shown

describe('a kind the host declares', () => {
  it('is created and read, with its defaults', async () => {
    const made = await make('w')
    expect(made.spec).toEqual({ size: 1 })
    expect(await api.getNamespacedCustomObject({ ...of, name: 'w' })).toEqual(made)
  })

  it('is listed, in a namespace and over all', async () => {
    await make('a')
    await make('b')
    const list = (await api.listNamespacedCustomObject(of)) as { kind: string; items: unknown[] }
    expect(list).toMatchObject({ kind: 'WidgetList', apiVersion: 'example.dev/v1' })
    expect(list.items).toHaveLength(2)
    expect(
      ((await api.listCustomObjectForAllNamespaces({ ...of, resourcePlural: 'widgets' } as never)) as typeof list)
        .items,
    ).toHaveLength(2)
  })

  it('is replaced from the version that was read', async () => {
    const made = await make('w')
    const body = { ...made, spec: { size: 2 } }
    expect(((await api.replaceNamespacedCustomObject({ ...of, name: 'w', body })) as Shown).spec.size).toBe(2)
    expect((await refusal(api.replaceNamespacedCustomObject({ ...of, name: 'w', body }))).code).toBe(409)
  })

  it('is patched by operations and by merge, and not strategically', async () => {
    await make('w', { size: 4 })
    const operations = [{ op: 'replace', path: '/spec/size', value: 5 }]
    expect(((await api.patchNamespacedCustomObject({ ...of, name: 'w', body: operations })) as Shown).spec.size).toBe(5)
    const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
    expect(
      ((await api.patchNamespacedCustomObject({ ...of, name: 'w', body: { spec: { size: 6 } } }, merge)) as Shown).spec
        .size,
    ).toBe(6)
    const strategic = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch)
    const { code, status } = await refusal(
      api.patchNamespacedCustomObject({ ...of, name: 'w', body: { spec: { size: 7 } } }, strategic),
    )
    expect(code).toBe(415)
    expect(status.reason).toBe('UnsupportedMediaType')
  })

  it('is applied by fields, its keyed lists item by item', async () => {
    const apply = (manager: string, part: object) =>
      api.patchNamespacedCustomObject(
        {
          ...of,
          name: 'w',
          body: { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { parts: [part] } },
          fieldManager: manager,
        },
        setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
      ) as Promise<Shown>
    await apply('one', { name: 'x', count: 1 })
    expect((await apply('two', { name: 'y', count: 2 })).spec.parts).toEqual([
      { name: 'x', count: 1 },
      { name: 'y', count: 2 },
    ])
  })

  it('has a status of its own', async () => {
    await make('w')
    const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
    const ready = (await api.patchNamespacedCustomObjectStatus(
      { ...of, name: 'w', body: { status: { ready: true } } },
      merge,
    )) as Shown
    expect(ready.status).toEqual({ ready: true })
    expect(ready.metadata.generation).toBe(1)
  })

  it('is refused where its schema says no', async () => {
    const { code, status } = await refusal(make('w', { size: 'big' }))
    expect(code).toBe(422)
    expect(status.details!.causes![0]!.field).toBe('spec.size')
  })

  it('is deleted, one and all', async () => {
    for (const name of ['a', 'b', 'c']) await make(name)
    expect(await api.deleteNamespacedCustomObject({ ...of, name: 'a' })).toMatchObject({ status: 'Success' })
    await api.deleteCollectionNamespacedCustomObject(of)
    expect(((await api.listNamespacedCustomObject(of)) as { items: unknown[] }).items).toEqual([])
  })

  it('is found by discovery, like any other', async () => {
    const objects = KubernetesObjectApi.makeApiClient(started.config)
    const made = await objects.create({
      apiVersion: 'example.dev/v1',
      kind: 'Widget',
      metadata: { name: 'w' },
      spec: { size: 3 },
    } as never)
    expect(made).toMatchObject({ spec: { size: 3 } })
  })

  it('is watched', async () => {
    const seen: string[] = []
    const watch = await new Watch(started.config).watch(
      '/apis/example.dev/v1/namespaces/default/widgets',
      {},
      (type, object: { metadata: { name: string } }) => seen.push(`${type} ${object.metadata.name}`),
      () => {},
    )
    await make('w')
    await api.deleteNamespacedCustomObject({ ...of, name: 'w' })
    await eventually('two events', () => seen.length === 2)
    watch.abort()
    expect(seen).toEqual(['ADDED w', 'DELETED w'])
  })
})
