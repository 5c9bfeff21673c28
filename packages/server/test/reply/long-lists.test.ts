import { createServer, kubernetesVocabulary } from '@pinnace/server'
import { expect, it } from 'vitest'
import { objectReader } from '../../src/storage/object-reader.ts'

const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

function readOf(length: number, remainingItemCount?: number, isContinued = false): string {
  const entry = {
    key: '/a',
    value: new Uint8Array(),
    createRevision: 1n,
    modRevision: 1n,
    labels: {},
    fields: {},
    object: () => ({ ...object, metadata: { name: 'cached' } }),
    parse: () => ({ ...object, metadata: { name: 'parsed' } }),
    at: () => entry,
  }
  const entries = Array.from({ length }, () => entry)
  return objectReader({ entries, remainingItemCount, isContinued })(entry).metadata.name ?? ''
}

it('caches the objects of a list, unless it is longer than the cache', () => {
  expect([1, 4_000, 4_001].map((length) => readOf(length))).toEqual(['cached', 'cached', 'parsed'])
})

it('caches the objects of a page, unless it continues a list and the pages from there are longer than the cache', () => {
  expect([3_500, 3_501].map((remaining) => readOf(500, remaining, true))).toEqual(['cached', 'parsed'])
  // The first one can be asked for again and again.
  expect(readOf(500, 100_000)).toBe('cached')
})

it('answers watches by a field with what concerns their value', async () => {
  await using server = await createServer({ vocabulary: kubernetesVocabulary, preset: 'testing' })
  const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  const container = { name: 'a', image: 'a' }
  const pod = (name: string, nodeName?: string): object => ({
    metadata: { name },
    spec: { containers: [container], ...(nodeName === undefined ? {} : { nodeName }) },
  })
  const seen: string[] = []
  const stop = new AbortController()
  const watching = (async () => {
    for await (const { type, object: found } of pods.watch({
      fieldSelector: 'spec.nodeName=n1',
      signal: stop.signal,
    })) {
      seen.push(`${type} ${found.metadata?.name}`)
      if (type === 'DELETED') return
    }
  })()
  await new Promise((resolve) => void setImmediate(resolve))
  await pods.create(pod('other', 'n2') as never)
  await pods.create(pod('mine', 'n1') as never)
  await pods.create(pod('nowhere') as never)
  await pods.delete('other')
  await pods.delete('mine', { gracePeriodSeconds: 0 })
  await watching
  stop.abort()
  // The pod is marked before it is deleted.
  expect(seen).toEqual(['ADDED mine', 'MODIFIED mine', 'DELETED mine'])
})
