import { beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { prepareServer } from './prepared-server.ts'

const core = '/api/v1/namespaces/team'
let server: Server

beforeEach(async () => {
  server = await prepareServer()
})

describe('an Eviction without a name', () => {
  it('evicts no pod', async () => {
    const refused = await call(server, 'POST', `${core}/pods/web/eviction`, { body: {} })
    expect(refused.status).toBe(400)
    expect((await call(server, 'GET', `${core}/pods/web`)).status).toBe(200)
  })
})

describe('an update with another uid', () => {
  it('names the key of the object in the store', async () => {
    const body = { metadata: { name: 'settings', uid: 'x' } }
    const { json } = await call(server, 'PUT', `${core}/configmaps/settings`, { body })
    const { uid } = (await call(server, 'GET', `${core}/configmaps/settings`)).json.metadata
    expect([json.code, json.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "settings": StorageError: invalid object, Code: 4, Key: /registry/configmaps/team/settings, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: ${uid}`,
    ])
  })
})

describe('a delete', () => {
  it('of a job keeps its pods by default, and warns about that', async () => {
    const { json, headers } = await call(server, 'DELETE', '/apis/batch/v1/namespaces/team/jobs/task')
    expect([json.kind, json.metadata.finalizers]).toEqual(['Job', ['orphan']])
    expect(headers['warning']).toEqual([
      '299 - "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning"',
    ])
  })

  it('of a namespace sets no grace period', async () => {
    const { json } = await call(server, 'DELETE', core)
    expect(json.metadata.deletionTimestamp).toBeDefined()
    expect(json.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
  })

  it('of a pod answers the pod as it was marked', async () => {
    const { json } = await call(server, 'DELETE', `${core}/pods/web`)
    expect(json.metadata).toMatchObject({ generation: 2, deletionGracePeriodSeconds: 0 })
    expect(json.metadata.deletionTimestamp).toBeDefined()
  })
})

describe('owner references that repeat', () => {
  it('are removed, with a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'A', name: 'n', uid: 'u' }
    const body = { metadata: { name: 'x', ownerReferences: [owner, owner] } }
    const { json, headers } = await call(server, 'POST', `${core}/configmaps`, { body })
    expect(json.metadata.ownerReferences).toEqual([owner])
    expect(headers['warning']).toEqual([expect.stringContaining('duplicate UID(s) observed: u')])
  })
})

describe('reviews', () => {
  const review = (body: unknown, resource = 'subjectaccessreviews') =>
    call(server, 'POST', `/apis/authorization.k8s.io/v1/${resource}`, { body })

  it('name no kind in their errors', async () => {
    const { json } = await review({ spec: { user: 'u' } })
    expect(json.message).toBe(
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
    expect(json.details.kind).toBeUndefined()
  })

  it.each([
    [
      { fieldSelector: {} },
      'fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required',
    ],
    [
      { labelSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] } },
      'labelSelector.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements',
    ],
    [
      { fieldSelector: { requirements: [{ operator: 'Exists' }] } },
      'fieldSelector.requirements[0].key: Required value: must be specified',
    ],
  ])('validate their selectors: %j', async (selectors, message) => {
    const { status, json } = await review({ spec: { user: 'u', resourceAttributes: selectors } })
    expect([status, json.message]).toEqual([
      422,
      `.authorization.k8s.io "" is invalid: spec.resourceAttributes.${message}`,
    ])
  })

  it('say which selector they ignore', async () => {
    const { json } = await review({
      spec: { user: 'u', resourceAttributes: { labelSelector: { rawSelector: 'a in (' } } },
    })
    expect(json.status.evaluationError).toBe('spec.resourceAttributes.labelSelector ignored due to parse error')
  })

  it('are answered with their kind', async () => {
    const { json } = await review({ spec: { resourceAttributes: {} } }, 'selfsubjectaccessreviews')
    expect([json.apiVersion, json.kind]).toEqual(['authorization.k8s.io/v1', 'SelfSubjectAccessReview'])
    const rules = await review({ spec: { namespace: 'team' } }, 'selfsubjectrulesreviews')
    expect([rules.json.metadata, rules.json.spec]).toEqual([{}, {}])
  })
})

describe('an error', () => {
  it('is indented for people, without a newline at the end', async () => {
    const plain = await call(server, 'GET', `${core}/configmaps/none`)
    expect(plain.text).toBe(`${JSON.stringify(plain.json)}\n`)
    for (const options of [{ headers: { 'user-agent': 'curl/8' } }, { headers: { accept: 'text/html' } }]) {
      const { text, json } = await call(server, 'GET', `${core}/configmaps/none`, options)
      expect(text).toBe(JSON.stringify(json, undefined, 2))
    }
    const pretty = await call(server, 'GET', `${core}/configmaps/none?pretty=true`)
    expect(pretty.text).toBe(JSON.stringify(pretty.json, undefined, 2))
  })
})
