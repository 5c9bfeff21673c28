import { defineAdmissionPolicy } from '@pinnace/admission/define'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { policyScene, type PolicyScene } from './policy-scene.ts'

const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]
const limit = defineAdmissionPolicy({
  name: 'limit',
  rules,
  conditions: { 'has-data': 'has(object.data)' },
  variables: { a: 'int(object.data.a)' },
  validations: [{ expression: 'variables.a <= 5', messageExpression: "'at most 5, not ' + string(variables.a)" }],
})
const mark = defineAdmissionPolicy({
  name: 'mark',
  rules,
  mutations: [
    { apply: "Object{metadata: Object.metadata{labels: {'marked': 'yes'}}}" },
    { jsonPatch: "[JSONPatch{op: 'add', path: '/data/b', value: 'x'}]" },
  ],
})

/** Both answers of a scene. */
async function answers(scene: PolicyScene): Promise<unknown> {
  const [accepted, rejected] = [await scene.create({ a: '1' }), await scene.create({ a: '9' })]
  await scene.server.close()
  return [accepted.json.metadata.labels, accepted.json.data, rejected.json]
}

describe('a policy of a host', () => {
  it('does in its server what its objects do in another', async () => {
    const own = await answers(await policyScene({ admission: [limit, mark] }))
    const other = await policyScene()
    const documents = [...limit.toYaml().split('---\n'), ...mark.toYaml().split('---\n')]
    const headers = { 'content-type': 'application/yaml' }
    for (const [index, { kind }] of [...limit.objects, ...mark.objects].entries()) {
      const path = `/apis/admissionregistration.k8s.io/v1/${kind?.toLowerCase().replace(/y$/, 'ie')}s`
      const answer = await call(other.server, 'POST', path, { headers, body: documents[index] })
      expect([answer.status, answer.json.kind]).toEqual([201, kind])
    }
    expect(await answers(other)).toEqual(own)
    expect(own).toEqual([
      { marked: 'yes' },
      { a: '1', b: 'x' },
      expect.objectContaining({
        code: 422,
        message:
          "configmaps \"m\" is forbidden: ValidatingAdmissionPolicy 'limit' with binding 'limit' denied request: at most 5, not 9",
      }),
    ])
  })

  it('has the bindings that are defined', () => {
    const { objects } = defineAdmissionPolicy({
      name: 'two',
      rules,
      validations: [{ expression: 'true' }],
      bindings: [{ validationActions: ['Warn'] }, { validationActions: ['Audit'] }],
    })
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ValidatingAdmissionPolicy two',
      'ValidatingAdmissionPolicyBinding two',
      'ValidatingAdmissionPolicyBinding two-2',
    ])
  })

  it('is a TypeError where an expression does not compile', () => {
    const broken = (variables: Record<string, string>, expression: string): (() => unknown) => {
      return () => defineAdmissionPolicy({ name: 'p', rules, variables, validations: [{ expression }] })
    }
    expect(broken({}, '1')).toThrow('admission policy "p": "1": must evaluate to bool but got int (see')
    expect(broken({ v: '1 +' }, 'variables.v == 1')).toThrow('admission policy "p": "1 +": compilation failed')
    expect(() => defineAdmissionPolicy({ name: 'p', rules, mutations: [{ apply: 'object' }] })).toThrow(
      'admission policy "p": "object": must evaluate to Object but got dyn',
    )
  })
})
