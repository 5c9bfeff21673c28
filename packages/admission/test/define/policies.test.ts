import { Buffer } from 'node:buffer'
import type { ApiObject } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../server/test/support/call.ts'
import { defineAdmissionPolicy, evaluate, serveWebhook, webhookConfiguration } from '../../src/define/define.ts'

const rules = [
  { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] },
]
const deployment = (replicas: number, metadata: object = {}): ApiObject =>
  ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'team', ...metadata },
    spec: { replicas, template: { spec: { containers: [{ name: 'web', image: 'web' }] } } },
  }) as ApiObject
const limit = defineAdmissionPolicy({
  name: 'limit',
  rules,
  validations: [
    { expression: 'object.spec.replicas <= 5', messageExpression: "'not ' + string(object.spec.replicas)" },
  ],
  auditAnnotations: [{ key: 'replicas', valueExpression: 'string(object.spec.replicas)' }],
})
const sidecar = defineAdmissionPolicy({
  name: 'sidecar',
  rules,
  mutations: [
    {
      apply:
        "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'proxy', image: 'proxy'}]}}}}",
    },
    { jsonPatch: "[JSONPatch{op: 'replace', path: '/spec/replicas', value: object.spec.replicas + 1}]" },
  ],
})
const bounded = defineAdmissionPolicy({
  name: 'bounded',
  rules,
  paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
  validations: [{ expression: 'object.spec.replicas <= int(params.data.max)' }],
  bindings: [{ paramRef: { name: 'bounds', parameterNotFoundAction: 'Deny' } }],
})
const bounds = (max: string): ApiObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bounds', namespace: 'team' }, data: { max } }) as ApiObject

describe('evaluate of a policy', () => {
  it('returns what a validating policy says, without a server', async () => {
    const object = deployment(9)
    const accepted = await evaluate(limit, { object: deployment(3) }, { clock: createFakeClock() })
    expect(accepted).toMatchObject({
      allowed: true,
      patch: [],
      auditAnnotations: { 'limit/replicas': '3' },
      status: undefined,
      trace: [
        { step: 'match', rule: 0, resource: { group: 'apps', version: 'v1', resource: 'deployments' } },
        { step: 'validate', outcome: 'accepted' },
      ],
    })
    const rejected = await evaluate(limit, { object })
    expect(rejected).toMatchObject({
      allowed: false,
      status: {
        code: 422,
        reason: 'Invalid',
        message:
          "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'limit' with binding 'limit' denied request: not 9",
      },
      trace: [{ step: 'match' }, { step: 'validate', outcome: 'denied' }],
    })
    expect(object).toEqual(deployment(9))
  })

  it('returns the object of a mutating policy and the changes, by the schema of the kind', async () => {
    const object = deployment(2)
    const { allowed, patch, trace, object: mutated } = await evaluate(sidecar, { object })
    expect([allowed, trace.at(-1)]).toEqual([true, { step: 'mutate', outcome: 'changed' }])
    expect(mutated).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          spec: { containers: [{ name: 'web' }, { name: 'proxy', image: 'proxy' }] },
        },
      },
    })
    expect(patch.map(({ path }) => path)).toContain('/spec/replicas')
    expect(object).toEqual(deployment(2))
  })

  it('merges into a custom kind, and rejects a part that the kind does not have', async () => {
    const label = (fields: string): Promise<unknown> =>
      evaluate(
        defineAdmissionPolicy({
          name: 'm',
          rules: anything,
          mutations: [{ apply: `Object{spec: Object.spec{${fields}}}` }],
        }),
        {
          object: {
            apiVersion: 'example.dev/v1',
            kind: 'Backup',
            metadata: { name: 'a' },
            spec: { keep: 1 },
          } as ApiObject,
        },
      )
    const anything = [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }]
    expect(await label("target: 'db'")).toMatchObject({ allowed: true, object: { spec: { keep: 1, target: 'db' } } })
    const unknown = defineAdmissionPolicy({ name: 'u', rules, mutations: [{ apply: 'Object{nothing: true}' }] })
    expect(await evaluate(unknown, { object: deployment(1) })).toMatchObject({
      allowed: false,
      status: { message: expect.stringContaining('.nothing: field not declared in schema') },
    })
  })

  it('says why a request does not match', async () => {
    const selective = defineAdmissionPolicy({
      name: 'selective',
      rules,
      objectSelector: { matchLabels: { a: 'b' } },
      namespaceSelector: { matchLabels: { team: 'x' } },
      validations: [{ expression: 'false' }],
    })
    const labeled = deployment(1, { labels: { a: 'b' } })
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels: { team: 'x' } } }
    const reason = async (object: ApiObject, objects: readonly ApiObject[] = []): Promise<unknown> =>
      (await evaluate(selective, { object }, { objects })).trace[0]
    expect(await reason({ ...labeled, kind: 'StatefulSet' })).toEqual({ step: 'match', mismatch: 'rules' })
    expect(await reason(deployment(1))).toEqual({ step: 'match', mismatch: 'objectSelector' })
    expect(await reason(labeled)).toEqual({ step: 'match', mismatch: 'namespaceSelector' })
    expect(await reason(labeled, [namespace])).toMatchObject({ step: 'match', rule: 0 })
  })

  it('reads parameters, the namespace and decisions from its options', async () => {
    const { allowed } = await evaluate(bounded, { object: deployment(3) }, { objects: [bounds('3')] })
    const above = await evaluate(bounded, { object: deployment(4) }, { objects: [bounds('3')] })
    const none = await evaluate(bounded, { object: deployment(1) })
    expect([allowed, above.status?.message, none.status?.message]).toEqual([
      true,
      expect.stringContaining('failed expression: object.spec.replicas <= int(params.data.max)'),
      expect.stringContaining('no params found for policy binding with `Deny` parameterNotFoundAction'),
    ])
    const access = defineAdmissionPolicy({
      name: 'access',
      rules,
      validations: [
        { expression: "authorizer.requestResource.check('delete').allowed()" },
        { expression: "namespaceObject.metadata.name == 'team'" },
      ],
    })
    const authorize = ({ verb }: { readonly verb: string }) => ({
      effect: verb === 'delete' ? ('allow' as const) : ('noOpinion' as const),
      reason: '',
    })
    expect(await evaluate(access, { object: deployment(1) }, { authorize })).toMatchObject({ allowed: true })
    expect(await evaluate(access, { object: deployment(1) })).toMatchObject({ allowed: false })
  })

  it('follows the failure policy, as in a server', async () => {
    const failing = (failurePolicy: 'Fail' | 'Ignore') =>
      defineAdmissionPolicy({ name: 'f', rules, failurePolicy, validations: [{ expression: 'object.spec.none == 1' }] })
    expect(await evaluate(failing('Ignore'), { object: deployment(1) })).toMatchObject({ allowed: true })
    expect(await evaluate(failing('Fail'), { object: deployment(1) })).toMatchObject({
      allowed: false,
      status: {
        message: expect.stringContaining("expression 'object.spec.none == 1' resulted in error: no such key: none"),
      },
    })
  })
})

const review = (object: ApiObject, over: object = {}): object => ({
  kind: 'AdmissionReview',
  apiVersion: 'admission.k8s.io/v1',
  request: {
    uid: 'u1',
    kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
    resource: { group: 'apps', version: 'v1', resource: 'deployments' },
    operation: 'CREATE',
    namespace: 'team',
    name: 'web',
    userInfo: { username: 'ann' },
    object,
    oldObject: null,
    dryRun: false,
    options: null,
    ...over,
  },
})

type Handler = ReturnType<typeof serveWebhook>

async function post(
  handle: Handler,
  target: string,
  body: object,
): Promise<{ readonly response: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const reply = await handle(toRequest('POST', target, { body, headers }))
  return JSON.parse(Buffer.from(reply.body as Uint8Array).toString())
}

describe('serveWebhook of a policy', () => {
  it('answers reviews as the policy judges', async () => {
    const handle = serveWebhook(limit)
    expect(await post(handle, '/validate', review(deployment(3)))).toMatchObject({
      response: { uid: 'u1', allowed: true, auditAnnotations: { replicas: '3' } },
    })
    expect(await post(handle, '/validate', review(deployment(9)))).toMatchObject({
      response: { allowed: false, status: { code: 422, message: expect.stringContaining('denied request: not 9') } },
    })
  })

  it('answers the changes of a mutating policy as a JSON patch', async () => {
    const { response } = await post(serveWebhook(sidecar), '/mutate', review(deployment(1)))
    expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch' })
    const patch = JSON.parse(Buffer.from(String(response['patch']), 'base64').toString())
    expect(patch).toContainEqual({ op: 'replace', path: '/spec/replicas', value: 2 })
  })

  it('sees the kind of the request beside the kind that matched', async () => {
    const kinds = defineAdmissionPolicy({
      name: 'kinds',
      rules,
      validations: [
        { expression: 'false', messageExpression: "request.requestKind.version + ' as ' + request.kind.version" },
      ],
    })
    const requestKind = { group: 'apps', version: 'v1beta1', kind: 'Deployment' }
    const requestResource = { group: 'apps', version: 'v1beta1', resource: 'deployments' }
    const { response } = await post(
      serveWebhook(kinds),
      '/validate',
      review(deployment(1), { requestKind, requestResource }),
    )
    expect(response['status']).toMatchObject({ message: expect.stringMatching(/denied request: v1beta1 as v1$/) })
  })

  it('is a TypeError where the policy reads what a webhook does not have', async () => {
    const reads = (expression: string) => defineAdmissionPolicy({ name: 'r', rules, validations: [{ expression }] })
    expect(() => serveWebhook(bounded)).toThrow('admission policy "bounded" has parameters: serveWebhook needs objects')
    expect(() => serveWebhook(reads("namespaceObject.metadata.name == ''"))).toThrow('needs objects')
    expect(() => serveWebhook(reads("authorizer.path('/a').check('get').allowed()"))).toThrow('needs authorize')
    const handle = serveWebhook(bounded, { objects: [bounds('3')] })
    expect(await post(handle, '/validate', review(deployment(4)))).toMatchObject({ response: { allowed: false } })
  })

  it('has a webhook configuration', () => {
    const [validating] = webhookConfiguration(limit, { url: 'https://10.0.0.7:8443' })
    const [mutating] = webhookConfiguration(sidecar, { url: 'https://10.0.0.7:8443' })
    expect([validating?.kind, validating?.webhooks[0]?.rules]).toEqual(['ValidatingWebhookConfiguration', rules])
    expect([mutating?.kind, mutating?.webhooks[0]?.clientConfig.url]).toEqual([
      'MutatingWebhookConfiguration',
      'https://10.0.0.7:8443/mutate',
    ])
  })
})
