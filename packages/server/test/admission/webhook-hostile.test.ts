import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { mutate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import { patched, type Json } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

const segment = fc.constantFrom(
  'metadata',
  'data',
  'labels',
  'annotations',
  'managedFields',
  'ownerReferences',
  'finalizers',
  'name',
  'uid',
  'resourceVersion',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '-',
  '0',
  '',
  '~0~1',
)
const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.map((one) => `/${one}`).join(''))
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'other'),
    path,
    from: path,
    value: fc.oneof(fc.jsonValue(), fc.constant({ polluted: 'yes' })),
  },
  { requiredKeys: ['op'] },
)

describe('a hostile webhook', () => {
  it('changes what it may, or fails the request, and nothing else', async () => {
    let patch: readonly Json[] = []
    const { server, hooks } = await scene({ '/m': () => ({ allowed: true, ...patched(...patch) }) })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        patch = operations
        const name = `a${count++}`
        const { status, json } = await call(server, 'POST', configMaps, {
          body: { metadata: { name, labels: { k: 'v' } }, data: { k: 'v' } },
        })
        expect(json.kind).toBe(status === 201 ? 'ConfigMap' : 'Status')
        if (status === 201) {
          const stored = await call(server, 'GET', `${configMaps}/${json.metadata.name}`)
          expect(stored.json).toEqual(json)
          expect(json.metadata.namespace).toBe('default')
        } else expect([400, 409, 413, 422, 500]).toContain(status)
        expect(({} as Json).polluted).toBeUndefined()
        expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
      }),
      { numRuns: 150 },
    )
    expect((await call(server, 'GET', configMaps)).status).toBe(200)
  })

  it('may answer any JSON', async () => {
    let text = ''
    const { server, hooks } = await scene({ '/m': (_, response) => void response.end(text) })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    const response = fc.record(
      {
        uid: fc.jsonValue(),
        allowed: fc.jsonValue(),
        status: fc.jsonValue(),
        patch: fc.oneof(
          fc.jsonValue(),
          fc.string().map((one) => Buffer.from(one).toString('base64')),
        ),
        patchType: fc.constantFrom('JSONPatch', '', null, 1),
        warnings: fc.jsonValue(),
        auditAnnotations: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const review = fc.record({
      apiVersion: fc.constantFrom('admission.k8s.io/v1', 'v1', 1, null),
      kind: fc.constantFrom('AdmissionReview', 'Status', 1),
      response: fc.oneof(response, fc.jsonValue()),
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(review, fc.jsonValue()), async (value) => {
        text = JSON.stringify(value)
        const answer = await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
        // Nothing that does not name the question allows anything.
        expect([answer.status, answer.json.reason]).toEqual([500, 'InternalError'])
      }),
      { numRuns: 100 },
    )
  })
})
