import { describe, expect, it } from 'vitest'
import { withoutChance } from '../judge/without-chance.ts'

const settle = (body: unknown): unknown => withoutChance({ status: 200, headers: {}, body }).body

it.each([
  [
    { status: { resourceRules: [{ verbs: ['b'] }, { verbs: ['a'] }], nonResourceRules: ['y', 'x'], others: [2, 1] } },
    { status: { resourceRules: [{ verbs: ['a'] }, { verbs: ['b'] }], nonResourceRules: ['x', 'y'], others: [2, 1] } },
  ],
  [
    { status: { reason: 'RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "a" to Group "g"' } },
    { status: { reason: 'RBAC: allowed by <binding>' } },
  ],
  [
    { message: 'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (196).' },
    {
      message: 'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (<version>).',
    },
  ],
  [
    { message: 'Invalid value: "{\\"resourceVersion\\":\\"123\\"}": x' },
    { message: 'Invalid value: "{\\"resourceVersion\\":\\"<version>\\"}": x' },
  ],
  [
    {
      kind: 'FlowSchema',
      metadata: { managedFields: [{ manager: 'a' }, { manager: 'api-priority-and-fairness-config-consumer-v1' }] },
      status: { conditions: [{ type: 'Dangling', status: 'True' }] },
    },
    { kind: 'FlowSchema', metadata: { managedFields: [{ manager: 'a' }] }, status: {} },
  ],
  [
    {
      kind: 'Status',
      message: 'Pod "p" is invalid: [spec.limits[b]: x, spec.limits[a]: y, spec.name: z]',
      details: {
        causes: [
          { field: 'spec.limits[b]', message: 'x' },
          { field: 'spec.limits[a]', message: 'y' },
          { field: 'spec.name', message: 'z' },
        ],
      },
    },
    {
      kind: 'Status',
      message: 'Pod "p" is invalid: [<causes>]',
      details: {
        causes: [
          { field: 'spec.limits[a]', message: 'y' },
          { field: 'spec.limits[b]', message: 'x' },
          { field: 'spec.name', message: 'z' },
        ],
      },
    },
  ],
  [
    {
      kind: 'CustomResourceDefinition',
      metadata: {
        finalizers: ['a', 'customresourcecleanup.apiextensions.k8s.io'],
        managedFields: [{ fieldsV1: { 'k:{"type":"Terminating"}': {}, 'k:{"type":"NamesAccepted"}': {} } }],
      },
      status: { conditions: [{ type: 'NamesAccepted' }, { type: 'Established' }, { type: 'Terminating' }] },
    },
    {
      kind: 'CustomResourceDefinition',
      metadata: { finalizers: ['a'], managedFields: [{ fieldsV1: { 'k:{"type":"NamesAccepted"}': {} } }] },
      status: { conditions: [{ type: 'NamesAccepted' }] },
    },
  ],
])('%j has nothing that one server answers differently each time', (body, expected) => {
  expect(settle(body)).toEqual(expected)
})

describe('what is a matter of the build, of time and of chance', () => {
  const body = (text: unknown): unknown => withoutChance({ status: 200, headers: {}, body: text }).body

  it.each([
    [
      { gitVersion: 'v1', major: '1' },
      { gitVersion: 'v2', major: '1' },
    ],
    ['too old resource version: <version> (12)', 'too old resource version: <version> (7)'],
    ['80:30001/TCP', '80:30002/TCP'],
    [
      { events: [{ type: 'ADDED', object: {} }] },
      {
        events: [
          { type: 'ADDED', object: {} },
          { type: 'BOOKMARK', object: { metadata: {} } },
        ],
      },
    ],
  ])('is the same: %j', (left, right) => {
    expect(body(left)).toEqual(body(right))
  })

  it('is the order of owners in messages about a patched object', () => {
    const message = (managers: readonly string[]): string => {
      const object = { metadata: { managedFields: managers.map((manager) => ({ manager })) } }
      return ` "" is invalid: patch: Invalid value: ${JSON.stringify(JSON.stringify(object))}: strict decoding error: x`
    }
    expect(body(message(['a', 'b']))).toEqual(body(message(['b', 'a'])))
    expect(body(message(['a', 'b']))).not.toEqual(body(message(['a', 'c'])))
  })

  it('is not the bookmark at the end of the state', () => {
    const event = { type: 'BOOKMARK', object: { metadata: { annotations: { a: 'b' } } } }
    expect(body({ events: [event] })).toEqual({ events: [event] })
  })
})
