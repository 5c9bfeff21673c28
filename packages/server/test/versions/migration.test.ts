import type { MemoryStore } from '@pinnace/store/memory'
import { createMemoryStore } from '@pinnace/store/memory'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { later, oldWidget, widget } from './widgets.ts'

const newer = '/apis/example.dev/v1/namespaces/default/widgets'
const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'
const widgets = { group: 'example.dev', resource: 'widgets' }
const merge = { 'content-type': 'application/merge-patch+json' }
let store: MemoryStore

/** A server of another release over the same store. */
function release(storageVersion: string, served = true, when = 'at once'): Promise<Server> {
  const hub = widget(storageVersion)
  const versions = [hub, oldWidget(hub, served)]
  const resources = when === 'later' ? later(...versions) : versions
  return createServer({ vocabulary: 'kubernetes', preset: 'testing', store, resources })
}

async function storedVersion(name: string): Promise<string> {
  const entry = await store.get(`/registry/example.dev/widgets/default/${name}`)
  return (JSON.parse(Buffer.from(entry!.value).toString()) as { apiVersion: string }).apiVersion
}

beforeEach(() => {
  store = createMemoryStore()
})

describe('another storage version', () => {
  it('reads what was stored before, and writes the new one', async () => {
    const first = await release('v1beta1')
    await call(first, 'POST', newer, { body: { metadata: { name: 'a' }, spec: { size: 5, unit: 'cm' } } })
    expect(await storedVersion('a')).toBe('example.dev/v1beta1')
    const second = await release('v1')
    expect((await call(second, 'GET', `${newer}/a`)).json.spec).toEqual({ size: 5, unit: 'cm' })
    await call(second, 'POST', older, { body: { metadata: { name: 'b' }, spec: { length: '7m' } } })
    expect(await storedVersion('b')).toBe('example.dev/v1')
    // Going back reads what the newer release wrote.
    expect((await call(first, 'GET', `${older}/b`)).json.spec).toEqual({ length: '7m' })
    const { json } = await call(second, 'GET', newer)
    expect(json.items.map((item: { readonly spec: object }) => item.spec)).toEqual([
      { size: 5, unit: 'cm' },
      { size: 7, unit: 'm' },
    ])
  })

  it.each([newer, older])('is written by an update of nothing through %s, and then once only', async (target) => {
    const first = await release('v1beta1')
    await call(first, 'POST', newer, { body: { metadata: { name: 'a' }, spec: {} } })
    const second = await release('v1')
    const { json } = await call(second, 'GET', `${target}/a`)
    const rewritten = await call(second, 'PUT', `${target}/a`, { body: json })
    expect(await storedVersion('a')).toBe('example.dev/v1')
    expect(rewritten.json).toMatchObject({ spec: json.spec, metadata: { generation: 1 } })
    expect(rewritten.json.metadata.resourceVersion).not.toBe(json.metadata.resourceVersion)
    const again = await call(second, 'PUT', `${target}/a`, { body: rewritten.json })
    expect(again.json.metadata.resourceVersion).toBe(rewritten.json.metadata.resourceVersion)
  })

  it.each(['at once', 'later'])('is migrated to while watches of both versions go on, converted %s', async (when) => {
    const first = await release('v1beta1', true, when)
    for (const name of ['a', 'b']) {
      await call(first, 'POST', newer, { body: { metadata: { name }, spec: { size: 5, unit: 'cm', color: 'red' } } })
    }
    const second = await release('v1', true, when)
    const watches = await Promise.all(
      [first, second].flatMap((server) => [newer, older].map((target) => openWatch(server, `${target}?watch=true`))),
    )
    await Promise.all(watches.map((watch) => watch.until(2)))
    expect(await second.migrateStorage(widgets)).toEqual({
      storageVersion: 'example.dev/v1',
      examined: 2,
      rewritten: 2,
      failed: [],
    })
    expect(await storedVersion('a')).toBe('example.dev/v1')
    await call(first, 'PATCH', `${older}/a`, { body: { spec: { length: '6cm' } }, headers: merge })
    expect(await storedVersion('a')).toBe('example.dev/v1beta1')
    await call(second, 'DELETE', `${newer}/b`)
    await Promise.all(watches.map((watch) => watch.until(6)))
    const inNew = { size: 5, unit: 'cm', color: 'red' }
    const inOld = { length: '5cm', colour: 'red' }
    for (const [index, watch] of watches.entries()) {
      const [spec, changed] = index % 2 === 0 ? [inNew, { ...inNew, size: 6 }] : [inOld, { ...inOld, length: '6cm' }]
      expect(watch.events.map(({ type, object }) => [type, object.metadata.name, object.spec])).toEqual([
        ['ADDED', 'a', spec],
        ['ADDED', 'b', spec],
        ['MODIFIED', 'a', spec],
        ['MODIFIED', 'b', spec],
        ['MODIFIED', 'a', changed],
        ['DELETED', 'b', spec],
      ])
      watch.leave()
    }
    expect(await second.migrateStorage(widgets)).toMatchObject({ examined: 1, rewritten: 1 })
    expect(await second.migrateStorage(widgets)).toMatchObject({ examined: 1, rewritten: 0 })
  })

  it('says what it could not convert, and goes on', async () => {
    const first = await release('v1beta1')
    await call(first, 'POST', older, { body: { metadata: { name: 'good' }, spec: {} } })
    const spoiled = Buffer.from('{"kind":"Widget","apiVersion":"example.dev/v0","metadata":{"name":"bad"}}')
    await store.put(
      '/registry/example.dev/widgets/default/bad',
      { before: spoiled.toString().replace('}}', ',"resourceVersion":"'), after: '"}}' },
      { modRevision: 0n },
    )
    const second = await release('v1')
    const { examined, rewritten, failed } = await second.migrateStorage(widgets)
    expect([examined, rewritten]).toEqual([2, 1])
    expect(failed).toMatchObject([{ namespace: 'default', name: 'bad' }])
    expect(failed[0]!.error.message).toBe(
      'Internal error occurred: conversion of objects of version example.dev/v0 is not known',
    )
  })

  it('is refused for what is not stored here', async () => {
    const server = await release('v1')
    await expect(server.migrateStorage({ group: 'example.dev', resource: 'gadgets' })).rejects.toThrow(
      'this server does not store gadgets of group "example.dev"',
    )
  })
})

describe('a version that is not served any more', () => {
  it('vanishes, and what is stored in it stays readable', async () => {
    const first = await release('v1beta1')
    await call(first, 'POST', older, { body: { metadata: { name: 'a' }, spec: { length: '5cm' } } })
    const second = await release('v1', false)
    expect((await call(second, 'GET', `${older}/a`)).status).toBe(404)
    expect((await call(second, 'GET', '/apis/example.dev')).json.versions).toHaveLength(1)
    expect((await call(second, 'GET', `${newer}/a`)).json.spec).toEqual({ size: 5, unit: 'cm' })
  })

  it('still names the fields its clients own', async () => {
    const first = await release('v1beta1')
    await call(first, 'POST', `${older}?fieldManager=old`, {
      body: { metadata: { name: 'a' }, spec: { colour: 'red' } },
    })
    const second = await release('v1', false)
    const body = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { color: 'blue' } }
    const answer = await call(second, 'PATCH', `${newer}/a?fieldManager=new`, {
      body,
      headers: { 'content-type': 'application/apply-patch+yaml' },
    })
    expect([answer.status, answer.json.details.causes[0].message]).toEqual([
      409,
      'conflict with "old" using example.dev/v1beta1',
    ])
  })
})
