import { StatusError } from '@pinnace/meta'
import { createTestServer, eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'
import { twentyKinds } from './support/twenty-kinds.ts'

const holder = 'example.dev/held'
const writers = 8
const count = process.env['PINNACE_LONG'] === '1' ? 10_000 : 3_000

it(`a namespace of ${count} objects of 20 kinds is emptied, some with finalizers, while other clients write`, async () => {
  await using server = await createTestServer()
  const client = server.connect()
  const kinds = twentyKinds(server.vocabulary)
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(20)
  const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
  await namespaces.create({ metadata: { name: 'full' } })
  await namespaces.create({ metadata: { name: 'beside' } })
  const stays = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('beside')
  await stays.create({ metadata: { name: 'stays' } })
  for (let number = 0; number < count; number++) {
    const { content, ...kind } = kinds[number % 20]!
    const metadata = { name: `object-${number}`, ...(number % 100 < 20 ? { finalizers: [holder] } : {}) }
    await client
      .resource(kind)
      .namespace('full')
      .create({ metadata, ...content })
  }

  // Every write that was let in, and when: nothing may be let in after the namespace has been seen to go.
  const stop = new AbortController()
  let isTerminating = false
  let created = 0
  let refused = 0
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !stop.signal.aborted; number++) {
      const { content, ...kind } = kinds[(writer + number) % 20]!
      const began = isTerminating
      try {
        await client
          .resource(kind)
          .namespace('full')
          .create({ metadata: { name: `late-${writer}-${number}`, finalizers: [holder] }, ...content })
        expect(began).toBe(false)
        created++
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        expect([403, 404]).toContain(error.code)
        refused++
      }
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
  const writing = Array.from({ length: writers }, (_, writer) => write(writer))
  await using _writers = {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(writing)
    },
  }
  const patience = { timeoutMs: 200_000 }
  await eventually(
    () => created,
    (found) => found >= 200,
    patience,
  )

  await using running = startControllers({ client, controllers: ['namespace-controller'] })
  await running.started
  await namespaces.delete('full')
  isTerminating = true

  // Another controller, which removes its finalizer when it is ready.
  const removeFinalizers = async (): Promise<boolean> => {
    let held = 0
    for (const { apiVersion, kind } of kinds) {
      const objects = client.metadata({ apiVersion, kind }).namespace('full')
      for (const { metadata } of (await objects.list()).items) {
        if (metadata.deletionTimestamp === undefined || metadata.finalizers === undefined) continue
        held++
        await objects.patch(metadata.name!, { metadata: { finalizers: null } })
      }
    }
    return held > 0
  }
  const isGone = async (): Promise<boolean> =>
    (await namespaces.list()).items.every(({ metadata }) => metadata.name !== 'full')
  await eventually(removeFinalizers, true, patience)
  await eventually(
    async () => {
      await removeFinalizers()
      return isGone()
    },
    true,
    patience,
  )
  await eventually(
    () => refused,
    (found) => found >= 200,
    patience,
  )
  stop.abort()
  await Promise.all(writing)
  for (const { apiVersion, kind } of kinds) {
    const left = (await client.metadata({ apiVersion, kind }).list()).items
    expect(left.filter(({ metadata }) => metadata.namespace === 'full')).toEqual([])
  }
  expect((await stays.list()).items.map(({ metadata }) => metadata.name)).toEqual(['stays'])
}, 300_000)
