import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditEvent } from '@pinnace/audit'
import { check, policyScene, type PolicyScene } from './policy-scene.ts'

let scene: PolicyScene
let events: AuditEvent[]
beforeEach(async () => {
  events = []
  scene = await policyScene({
    audit: { policy: { rules: [{ level: 'Metadata' }] }, sinks: [{ write: (batch) => void events.push(...batch) }] },
  })
})
afterEach(() => scene.server.close())

const annotated = (...annotations: readonly (readonly [key: string, valueExpression: string])[]): object => ({
  auditAnnotations: annotations.map(([key, valueExpression]) => ({ key, valueExpression })),
})

/** The status of a write, its message, and the annotations of policies in its audit event. */
async function written(data?: object): Promise<readonly unknown[]> {
  events.length = 0
  const { status, json } = await scene.create(data)
  const { annotations = {} } = events.findLast(({ stage }) => stage === 'ResponseComplete') ?? {}
  const own = Object.entries(annotations).filter(([key]) => key.startsWith('p/') || key.startsWith('validation.policy'))
  return [status, status === 201 ? '' : json.message, Object.fromEntries(own)]
}

it('audit annotations of a policy are written under its name, without those that are null or blank', async () => {
  await scene.validating('p', annotated(['a', "'a is ' + object.data.a"], ['null', 'null'], ['blank', "' '"]))
  expect(await written()).toEqual([201, '', { 'p/a': 'a is 1' }])
})

it('audit annotations are written for requests that the policy denies too', async () => {
  await scene.validating('p', { ...annotated(['a', "'seen'"]), ...check('false', { message: 'no' }) })
  const [status, , annotations] = await written()
  expect([status, annotations]).toEqual([422, { 'p/a': 'seen' }])
})

it('audit annotations of several bindings are joined, each value once', async () => {
  const params = (name: string, value: string): Promise<unknown> =>
    scene.post('/api/v1/namespaces/default/configmaps', { metadata: { name }, data: { value } })
  await params('one', 'x')
  await params('two', 'y')
  await params('three', 'x')
  await scene.validating(
    'p',
    { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, ...annotated(['a', 'string(params.data.value)']) },
    { paramRef: { name: 'one', parameterNotFoundAction: 'Deny' } },
  )
  for (const name of ['two', 'three']) {
    await scene.post('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings', {
      metadata: { name: `q-${name}` },
      spec: { policyName: 'p', validationActions: ['Deny'], paramRef: { name, parameterNotFoundAction: 'Deny' } },
    })
  }
  expect(await written()).toEqual([201, '', { 'p/a': 'x, y' }])
})

it('audit annotations that fail deny the request, or are ignored with the failure policy Ignore', async () => {
  await scene.validating('p', annotated(['a', 'string(object.data.none)']))
  expect(await written()).toEqual([
    422,
    `configmaps "m" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: expression 'string(object.data.none)' resulted in error: no such key: none`,
    {},
  ])
  await scene.remove('validating', 'p')
  await scene.validating('p', {
    failurePolicy: 'Ignore',
    ...annotated(['a', 'string(object.data.none)'], ['b', "'x'"]),
  })
  expect(await written()).toEqual([201, '', { 'p/b': 'x' }])
})

it('audit annotations of more than 10 KiB are cut', async () => {
  await scene.validating('p', annotated(['a', 'string(object.data.a)']))
  expect(await written({ a: 'x'.repeat(20_000) })).toEqual([201, '', { 'p/a': 'x'.repeat(10_240) }])
})

it('violations of a binding with the action Audit are an annotation', async () => {
  await scene.validating('p', check('false', { message: 'no' }), { validationActions: ['Audit'] })
  const failure = { message: 'no', policy: 'p', binding: 'p', expressionIndex: 0, validationActions: ['Audit'] }
  expect(await written()).toEqual([
    201,
    '',
    { 'validation.policy.admission.k8s.io/validation_failure': JSON.stringify([failure]) },
  ])
})

it('violations are written with the escapes of JSON in Go', async () => {
  await scene.validating('p', check('false', { message: '<a & b>' }), { validationActions: ['Audit'] })
  const [, , annotations] = await written()
  expect(annotations).toEqual({
    'validation.policy.admission.k8s.io/validation_failure': expect.stringContaining('"\\u003ca \\u0026 b\\u003e"'),
  })
})
