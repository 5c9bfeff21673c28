import { createTestServer, eventually } from '@pinnace/testing'
import type { ValidatingAdmissionPolicy } from '@pinnace/types/admissionregistration-v1'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['validatingadmissionpolicy-status-controller']

it('expressions of policies are checked against the kinds that they match', async () => {
  await using server = await createTestServer({ vocabulary: 'kubernetes' })
  await using running = startControllers({ client: server.connect(), controllers })
  await running.started
  await server.client({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }).create({
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
        },
      ],
    },
  } as never)
  const policies = server.client<ValidatingAdmissionPolicy>({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
  })
  const rule = (apiGroups: string[], resources: string[]): object => ({
    apiGroups,
    apiVersions: ['v1'],
    operations: ['*'],
    resources,
  })
  const spec = {
    matchConstraints: {
      resourceRules: [rule(['apps', 'example.com'], ['deployments', 'widgets', 'deployments/scale'])],
    },
    variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
    validations: [
      { expression: 'object.replicas > 1', messageExpression: "'no ' + object.spec.nothing" },
      { expression: "object.spec.template.spec.containers.all(c, c.name != '')" },
      { expression: 'object.metadata.name == object.spec.size' },
      { expression: 'variables.replicas < 5 && oldObject.spec.size == 1' },
      { expression: 'has(object.metadata.labels) && object.metadata.creationTimestamp > timestamp(0)' },
    ],
  }
  await policies.create({ metadata: { name: 'p' }, spec } as never)
  const status = async (): Promise<ValidatingAdmissionPolicy['status']> => (await policies.get('p')).status
  await eventually(async () => (await status())?.observedGeneration, 1)
  const deployment = 'apps/v1, Kind=Deployment'
  const widget = 'example.com/v1, Kind=Widget'
  const undefinedField = (kind: string, field: string, expression: string, column: number): string =>
    `${kind}: compilation failed: ERROR: <input>:1:${column}: undefined field '${field}'\n | ${expression}\n | ${'.'.repeat(column - 1)}^\n`
  const warnings = (await status())?.typeChecking?.expressionWarnings ?? []
  expect(warnings.map(({ fieldRef }) => fieldRef)).toEqual([
    'spec.validations[0].expression',
    'spec.validations[0].messageExpression',
    'spec.validations[1].expression',
    'spec.validations[2].expression',
    'spec.validations[3].expression',
  ])
  expect(warnings[0]?.warning).toBe(
    [
      undefinedField(deployment, 'replicas', 'object.replicas > 1', 7),
      undefinedField(widget, 'replicas', 'object.replicas > 1', 7),
    ].join('\n'),
  )
  expect(warnings[2]?.warning).toMatch(/^example.com\/v1, Kind=Widget: .*undefined field 'template'/)
  expect(warnings[3]?.warning).toContain("found no matching overload for '_==_' applied to '(string, int)'")
  await policies.patch('p', { spec: { validations: [{ expression: 'object.spec != null' }] } })
  await eventually(async () => (await status())?.observedGeneration, 2)
  expect((await status())?.typeChecking).toEqual({})
})
