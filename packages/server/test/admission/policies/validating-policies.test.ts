import { createMetrics } from '@pinnace/metrics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { check, policyScene, sceneOf, type PolicyScene } from './policy-scene.ts'

const costly = 'lists.range(900).all(i, lists.range(250).all(j, true))'
const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** The message of a policy named `p`, or how the request was answered. */
async function judged(scene: PolicyScene, data?: object): Promise<string | number> {
  const { status, json } = await scene.create(data)
  const [, message] = / denied request: (.*)$/s.exec(json.message ?? '') ?? []
  return message ?? status
}

describe('a ValidatingAdmissionPolicy', () => {
  let shared: PolicyScene
  beforeAll(async () => {
    shared = await policyScene()
  })
  afterAll(() => shared.server.close())

  it.each<[string, object, string | number]>([
    ['allows what is true', check("object.data.a == '1'"), 201],
    ['denies what is false', check("object.data.a == '2'"), "failed expression: object.data.a == '2'"],
    ['says its message', check('false', { message: ' no ' }), 'no'],
    ['evaluates its message', check('false', { messageExpression: "'a is ' + object.data.a" }), 'a is 1'],
    ['falls back to its message', check('false', { message: 'no', messageExpression: "'x' + object.data.none" }), 'no'],
    [
      'fails with its expression',
      check('object.data.none == 1'),
      "expression 'object.data.none == 1' resulted in error: no such key: none",
    ],
    ['may ignore failures', { failurePolicy: 'Ignore', ...check('object.data.none == 1') }, 201],
    ['does not ignore what is false', { failurePolicy: 'Ignore', ...check('false') }, 'failed expression: false'],
    [
      'evaluates variables when they are read',
      {
        variables: [
          { name: 'broken', expression: '1 / 0 == 1' },
          { name: 'fine', expression: "object.data.a == '1'" },
        ],
        ...check('variables.fine || variables.broken'),
      },
      201,
    ],
    [
      'tells which variable failed',
      { variables: [{ name: 'v', expression: 'object.data.none' }], ...check("variables.v == 'x'") },
      `expression 'variables.v == 'x'' resulted in error: composited variable "v" fails to evaluate: no such key: none`,
    ],
    [
      'skips requests that its conditions exclude',
      { matchConditions: [{ name: 'c', expression: 'false' }], ...check('false') },
      201,
    ],
    [
      'ends at the limit of one expression',
      check(costly.replace('250', '2500')),
      `expression '${costly.replace('250', '2500')}' resulted in error: operation cancelled: actual cost limit exceeded`,
    ],
    [
      'ends at the budget of a binding',
      { validations: Array.from({ length: 13 }, () => ({ expression: costly })) },
      outOfBudget,
    ],
    [
      'counts variables in the budget',
      {
        variables: Array.from({ length: 13 }, (_, at) => ({ name: `v${at}`, expression: costly })),
        ...check(Array.from({ length: 13 }, (_, at) => `variables.v${at}`).join(' && ')),
      },
      outOfBudget,
    ],
    ['sees the namespace', check("namespaceObject.metadata.name == 'default'"), 201],
    ['asks the authorizer', check("authorizer.requestResource.check('delete').allowed()"), 201],
    [
      'has no authorizer in messages',
      {
        variables: [{ name: 'may', expression: "authorizer.requestResource.check('x').allowed()" }],
        ...check('!variables.may', { message: 'static', messageExpression: "variables.may ? 'a' : 'b'" }),
      },
      'static',
    ],
  ])('%s', async (_, spec, expected) => {
    await shared.validating('p', spec)
    expect(await judged(shared)).toBe(expected)
    await shared.remove('validating', 'p')
  })

  it('takes effect at once, and no longer once it is unbound', async () => {
    const scene = await policyScene()
    await scene.validating('p', check('false'))
    expect(await judged(scene)).toBe('failed expression: false')
    await scene.patch('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p', {
      spec: check('true'),
    })
    expect(await judged(scene)).toBe(201)
    await scene.patch('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p', {
      spec: check('false'),
    })
    await scene.patch('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/p', {
      spec: { policyName: 'another' },
    })
    expect(await judged(scene)).toBe(201)
    await scene.server.close()
  })

  it('sees no name in the requests that delete a collection, and every object', async () => {
    const scene = await policyScene()
    await scene.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    await scene.validating('p', {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['DELETE'], resources: ['configmaps'] }],
      },
      ...check('false', {
        messageExpression: "(has(request.name) ? request.name : 'no name') + ' ' + oldObject.metadata.name",
      }),
    })
    const messageOf = async (path: string): Promise<unknown> =>
      (await call(scene.server, 'DELETE', `/api/v1/namespaces/default/configmaps${path}`)).json.message
    const denied = (name: string, message: string): string =>
      `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: ${message}`
    expect(await messageOf('/a')).toBe(denied('a', 'a a'))
    expect(await messageOf('?fieldSelector=metadata.name%3Da')).toBe(denied('Unknown', 'no name a'))
    await scene.server.close()
  })

  it('is judged in a fork as in its server, and changed there alone', async () => {
    const scene = await policyScene()
    await scene.validating('p', check('false'))
    const fork = sceneOf(await scene.server.fork())
    await fork.patch('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p', { spec: check('true') })
    expect(await judged(fork)).toBe(201)
    expect(await judged(scene)).toBe('failed expression: false')
    await fork.server.close()
    await scene.server.close()
  })

  it('warns, audits and denies as its bindings say, and counts it', async () => {
    const metrics = await createMetrics()
    const scene = await policyScene({ metrics })
    await scene.validating('p', check('false', { message: 'no' }), { validationActions: ['Warn', 'Audit'] })
    const answer = await scene.create()
    expect([answer.status, answer.headers['warning']]).toEqual([
      201,
      [`299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': no"`],
    ])
    const counted = async (): Promise<readonly string[]> =>
      (await metrics.text())
        .split('\n')
        .filter((line: string) => line.startsWith('apiserver_validating_admission_policy_check_total'))
    const labels = (action: string): string =>
      `apiserver_validating_admission_policy_check_total{error_type="invalid_error",policy="p",policy_binding="p",enforcement_action="${action}"} 1`
    expect(await counted()).toEqual([labels('warn'), labels('audit')])
    await scene.server.close()
  })

  it('takes custom resources as parameters, as they are now', async () => {
    const scene = await policyScene()
    const schema = { openAPIV3Schema: { type: 'object', properties: { max: { type: 'integer' } } } }
    await scene.validating(
      'p',
      {
        paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' },
        ...check('int(object.data.a) <= params.max', { messageExpression: "'at most ' + string(params.max)" }),
      },
      { paramRef: { name: 'one', parameterNotFoundAction: 'Deny' } },
    )
    expect(await judged(scene)).toBe(
      "failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'",
    )
    await scene.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'limits.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'limits', kind: 'Limit' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    await expect
      .poll(() => judged(scene))
      .toBe('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction')
    const path = '/apis/example.com/v1/namespaces/default/limits'
    await scene.post(path, { apiVersion: 'example.com/v1', kind: 'Limit', metadata: { name: 'one' }, max: 5 })
    expect(await judged(scene, { a: '9' })).toBe('at most 5')
    await scene.patch(`${path}/one`, { max: 10 })
    expect(await judged(scene, { a: '9' })).toBe(201)
    await scene.server.close()
  })
})
