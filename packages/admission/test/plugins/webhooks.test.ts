import type { ApiObject, GroupVersionKind } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionVersions } from '../../src/index.ts'
import { mutatingAdmissionWebhook } from '../../src/plugins/mutating-admission-webhook.ts'
import { validatingAdmissionWebhook } from '../../src/plugins/validating-admission-webhook.ts'
import { judgeOf, type Judge, type Situation, type Stored } from '../support/judge.ts'

// Tests read any shape of any object.
// oxlint-disable-next-line no-explicit-any
type Json = any

const group = 'admissionregistration.k8s.io'
const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }

/** A webhook without a server: a call of it fails, which shows that it was called. */
const nowhere = (over: Json = {}): Json => ({
  name: 'a.example.com',
  clientConfig: { service: { namespace: 'tools', name: 'hook' } },
  rules: [all],
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  failurePolicy: 'Fail',
  timeoutSeconds: 10,
  ...over,
})

const configured = (resource: string, ...webhooks: readonly Json[]): Stored =>
  ({ group, resource, object: { metadata: { name: 'one' }, webhooks } as ApiObject }) as Stored

const resolveService = (): never => {
  throw new Error('called')
}

const mutatingOf = (webhook: Json, more: Situation = {}): Promise<Judge> =>
  judgeOf(mutatingAdmissionWebhook, {
    resolveService,
    onError: () => {},
    stored: [configured('mutatingwebhookconfigurations', webhook)],
    ...more,
  })
const validatingOf = (webhook: Json, more: Situation = {}): Promise<Judge> =>
  judgeOf(validatingAdmissionWebhook, {
    resolveService,
    onError: () => {},
    stored: [configured('validatingwebhookconfigurations', webhook)],
    ...more,
  })

const called =
  'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://hook.tools.svc:443/?timeout=10s": called'

describe.each([
  ['mutating', mutatingOf],
  ['validating', validatingOf],
])('%s webhooks', (_, of) => {
  it('are called through the service they name', async () => {
    const { judge } = await of(nowhere())
    expect((await judge({})).refusal).toMatchObject({ code: 500, reason: 'InternalError', message: called })
  })

  it('fail the call if all review versions are unknown', async () => {
    const unknown = { admissionReviewVersions: ['v2', 'v9'] }
    const { judge } = await of(nowhere(unknown))
    expect((await judge({})).refusal.message).toBe(
      'Internal error occurred: failed calling webhook "a.example.com": could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
    const lax = await of(nowhere({ ...unknown, failurePolicy: 'Ignore' }))
    expect((await lax.judge({})).refusal).toBeUndefined()
  })

  it('fail the call without a service or URL', async () => {
    const { judge } = await of(nowhere({ clientConfig: {} }))
    expect((await judge({})).refusal.message).toContain(
      'failed to call webhook: webhook configuration must have either service or URL',
    )
  })

  it.each([
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
  ])('are not called about %s', async (kind) => {
    const { judge } = await of(nowhere())
    const about = { kind: { group, version: 'v1', kind }, resource: { group, version: 'v1', resource: 'x' } }
    expect((await judge({ ...about, namespace: '' })).refusal).toBeUndefined()
    // The same kind of another group is a kind like others.
    const other = { kind: { group: 'example.com', version: 'v1', kind } }
    expect((await judge({ ...about, ...other, namespace: '' })).refusal.message).toBe(called)
  })

  it('refuse objects in a missing namespace with a namespace selector', async () => {
    const { judge, store } = await of(nowhere({ namespaceSelector: { matchLabels: { team: 'a' } } }))
    expect((await judge({ namespace: 'none' })).refusal).toMatchObject({
      code: 404,
      message: 'namespaces "none" not found',
    })
    store({ group: '', resource: 'namespaces', object: { metadata: { name: 'none', labels: { team: 'b' } } } })
    expect((await judge({ namespace: 'none' })).refusal).toBeUndefined()
  })

  it('are not called after the deadline of the request', async () => {
    const { judge } = await of(nowhere({ failurePolicy: 'Ignore' }))
    const { refusal } = await judge({ deadlineMs: 0 })
    expect(refusal).toMatchObject({
      code: 504,
      reason: 'Timeout',
      message: 'Timeout: request did not complete within requested timeout',
    })
  })

  it('fail the request if an equivalent object cannot be converted', async () => {
    const v2: GroupVersionKind = { group: '', version: 'v2', kind: 'ConfigMap' }
    const versions: AdmissionVersions = {
      find: () => undefined,
      schema: () => undefined,
      equivalents: () => [{ resource: { group: '', version: 'v2', resource: 'configmaps' }, kind: v2 }],
      convert() {
        throw new Error('no way')
      },
      read: (object) => object as never,
    }
    const rules = [{ ...all, apiVersions: ['v2'] }]
    const { judge } = await of(nowhere({ rules, matchPolicy: 'Equivalent', failurePolicy: 'Ignore' }), { versions })
    expect((await judge({})).refusal).toMatchObject({ code: 500, message: 'Internal error occurred: no way' })
    const exact = await of(nowhere({ rules, matchPolicy: 'Exact' }), { versions })
    expect((await exact.judge({})).refusal).toBeUndefined()
  })

  it('are compiled again after a change', async () => {
    const { judge, store } = await of(nowhere({ rules: [] }))
    expect((await judge({})).refusal).toBeUndefined()
    store(configured('mutatingwebhookconfigurations', nowhere()))
    store(configured('validatingwebhookconfigurations', nowhere()))
    expect((await judge({})).refusal.message).toBe(called)
  })

  it('are synchronous without configurations', async () => {
    const { judge } = await of(undefined, { stored: [] })
    expect(await judge({})).toMatchObject({ refusal: undefined, annotations: {}, warnings: [] })
  })
})

describe('a reinvoked mutating webhook', () => {
  it('is not called if it was not called in the first round', async () => {
    const { judge } = await mutatingOf(nowhere({ reinvocationPolicy: 'IfNeeded' }))
    const reinvocation = { isReinvoked: true, isRequested: false, memory: undefined }
    expect((await judge({ reinvocation })).refusal).toBeUndefined()
  })
})
