// Conversions that fail: the errors that clients receive, and the requests that still succeed.
import { type ApiObject, StatusError } from '@pinnace/meta'
import type { ConvertObjects, ResourceDefinition } from '@pinnace/resources'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { later, oldWidget, widget } from './widgets.ts'

const newer = '/apis/example.dev/v1/namespaces/default/widgets'
const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'
const refusal = new StatusError('InternalError', 'conversion webhook for example.dev/v1, Kind=Widget failed: no')
let server: Server
let isBroken: boolean
let conversions: (readonly ApiObject[])[]

beforeEach(async () => {
  isBroken = false
  conversions = []
  const hub = widget('v1')
  const versions = later(hub, oldWidget(hub)) as readonly unknown[] as readonly ResourceDefinition[]
  const { convert } = versions[0]!.conversion as { readonly convert: ConvertObjects }
  const conversion = {
    convert: async (objects: readonly ApiObject[], apiVersion: string) => {
      conversions.push(objects)
      if (isBroken) throw refusal
      return convert(objects, apiVersion)
    },
  }
  const resources = versions.map((version) => ({ ...version, conversion })) as readonly ResourceDefinition<never>[]
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources })
  for (const name of ['a', 'b']) {
    await call(server, 'POST', newer, { body: { metadata: { name }, spec: { size: 5, unit: 'cm' } } })
  }
})

describe('a conversion that fails', () => {
  it.each([
    ['GET', `${older}/a`],
    ['GET', older],
    ['PUT', `${older}/a`],
    ['POST', older],
    ['DELETE', `${older}/a`],
  ])('refuses %s %s with what it says', async (method, target) => {
    isBroken = true
    const body = { metadata: { name: target === older ? 'c' : 'a' }, spec: {} }
    const { status, json } = await call(server, method, target, method === 'GET' ? {} : { body })
    expect([status, json.message]).toEqual([500, refusal.message])
  })

  it('leaves the version that is stored alone', async () => {
    isBroken = true
    expect((await call(server, 'GET', `${newer}/a`)).status).toBe(200)
    expect((await call(server, 'GET', newer)).json.items).toHaveLength(2)
  })

  it('ends a watch with the error, after what was there before it', async () => {
    const watch = await openWatch(server, `${older}?watch=true`)
    const untroubled = await openWatch(server, `${newer}?watch=true`)
    await watch.until(2)
    isBroken = true
    await call(server, 'POST', newer, { body: { metadata: { name: 'c' }, spec: {} } })
    await watch.ended
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ERROR'])
    expect(watch.events[2].object).toMatchObject({ kind: 'Status', code: 500, message: refusal.message })
    await untroubled.until(3)
    expect(untroubled.events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED'])
    untroubled.leave()
  })

  it('ends a watch in the process with the error', async () => {
    const client = server.client(oldWidget(widget('v1'))).namespace('default')
    const events: string[] = []
    const watching = (async () => {
      for await (const { type } of client.watch()) {
        events.push(type)
        if (events.length === 2) {
          isBroken = true
          await call(server, 'POST', newer, { body: { metadata: { name: 'c' }, spec: {} } })
        }
      }
    })()
    await expect(watching).rejects.toThrow(refusal.message)
    expect(events).toEqual(['ADDED', 'ADDED'])
  })
})

describe('a conversion that is waited for', () => {
  it('is asked once for a list, and once for an event, however many watch', async () => {
    conversions.length = 0
    await call(server, 'GET', older)
    expect(conversions.map((objects) => objects.length)).toEqual([2])
    const watches = await Promise.all([1, 2, 3].map(() => openWatch(server, `${older}?watch=true&resourceVersion=0`)))
    await Promise.all(watches.map((watch) => watch.until(2)))
    conversions.length = 0
    await call(server, 'POST', newer, { body: { metadata: { name: 'c' }, spec: {} } })
    await Promise.all(watches.map((watch) => watch.until(3)))
    expect(conversions.map((objects) => objects.length)).toEqual([1])
    for (const watch of watches) watch.leave()
  })

  it('keeps the order of events', async () => {
    const watch = await openWatch(server, `${older}?watch=true`)
    await watch.until(2)
    for (let size = 1; size <= 20; size++) {
      await call(server, 'PATCH', `${newer}/a`, {
        body: { spec: { size } },
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    }
    await watch.until(21)
    const lengths = watch.events.slice(2).map(({ object }) => Number.parseInt(object.spec.length, 10))
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right))
    expect(lengths.at(-1)).toBe(20)
    watch.leave()
  })
})
