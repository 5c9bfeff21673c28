import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from './write.ts'

const group = 'admissionregistration.k8s.io/v1'
const meta = { name: 'p' }
const qualified =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const letterLabel =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const rule = { apiGroups: ['g'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['r'] }
const matchConstraints = { resourceRules: [rule] }
const operations = 'supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"'

describe('validating policies', () => {
  const kind = `${group}/ValidatingAdmissionPolicy`
  const policy = (spec: object): object => ({
    metadata: meta,
    spec: { matchConstraints, validations: [{ expression: 'true' }], ...spec },
  })
  const atLeastOne = 'Required value: validations or auditAnnotations must contain at least one item'

  it.each<[string, object, string[]]>([
    ['what they need', {}, []],
    [
      'nothing',
      { matchConstraints: null, validations: null },
      ['matchConstraints: Required value', `validations: ${atLeastOne}`, `auditAnnotations: ${atLeastOne}`],
    ],
    [
      'empty parts',
      {
        failurePolicy: '',
        paramKind: {},
        matchConstraints: {},
        matchConditions: [{}],
        variables: [{}],
        validations: [{}],
        auditAnnotations: [{}, {}],
      },
      [
        'failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"',
        'paramKind.apiVersion: Required value',
        'paramKind.kind: Required value',
        'matchConstraints.resourceRules: Required value',
        'matchConditions[0].expression: Required value',
        'matchConditions[0].name: Required value',
        'variables[0].name: Required value: name is not specified',
        'variables[0].expression: Required value: expression is not specified',
        'validations[0].expression: Required value: expression is not specified',
        'auditAnnotations[0].key: Invalid value: "p/": name part must be non-empty',
        `auditAnnotations[0].key: Invalid value: "p/": ${qualified}`,
        'auditAnnotations[0].valueExpression: Required value: valueExpression is not specified',
        'auditAnnotations[1].key: Invalid value: "p/": name part must be non-empty',
        `auditAnnotations[1].key: Invalid value: "p/": ${qualified}`,
        'auditAnnotations[1].valueExpression: Required value: valueExpression is not specified',
        'auditAnnotations[1].key: Duplicate value: ""',
      ],
    ],
    [
      'a kind of parameters of three parts',
      { paramKind: { apiVersion: 'a/b/c', kind: 'A_' } },
      [
        'paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        `paramKind.kind: Invalid value: "A_": may have mixed case, but should otherwise match: ${letterLabel}`,
      ],
    ],
    [
      'a kind of parameters without version',
      { paramKind: { apiVersion: 'A/', kind: 'A' } },
      [
        `paramKind.apiVersion: Invalid value: "A": ${subdomain}`,
        'paramKind.apiVersion: Invalid value: "A/": version must be specified',
      ],
    ],
    [
      'a kind of parameters in a bad version',
      { paramKind: { apiVersion: 'a/V1', kind: 'A' } },
      [`paramKind.apiVersion: Invalid value: "V1": ${letterLabel}`],
    ],
    [
      'rules for nothing and for too much',
      {
        matchConstraints: {
          matchPolicy: 'x',
          resourceRules: [{}, { ...rule, resourceNames: ['a/b', 'a', 'a'], operations: ['X', '*'], scope: 'x' }],
          excludeResourceRules: [{ ...rule, operations: [] }],
        },
      },
      [
        'matchPolicy: Unsupported value: "x": supported values: "Equivalent", "Exact"',
        'resourceRules[0].operations: Required value',
        'resourceRules[0].apiGroups: Required value',
        'resourceRules[0].apiVersions: Required value',
        'resourceRules[0].resources: Required value',
        'resourceRules[1].resourceNames[0]: Invalid value: "a/b": may not contain \'/\'',
        'resourceRules[1].resourceNames[2]: Duplicate value: "a"',
        'resourceRules[1].operations: Invalid value: ["X","*"]: if \'*\' is present, must not specify other operations',
        `resourceRules[1].operations[0]: Unsupported value: "X": ${operations}`,
        'resourceRules[1].scope: Unsupported value: "x": supported values: "*", "Cluster", "Namespaced"',
        'excludeResourceRules[0].operations: Required value',
      ].map((text) => `matchConstraints.${text}`),
    ],
    [
      'messages of nothing and of two lines',
      {
        validations: [
          { expression: 'true', message: ' ', messageExpression: ' ', reason: 'Unauthorized' },
          { expression: 'true', message: ' a\nb' },
          { expression: 'true', message: 'a\n', reason: 'Forbidden' },
        ],
      },
      [
        'validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
        'validations[0].message: Invalid value: " ": must be non-empty if specified',
        'validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
        'validations[1].message: Invalid value: " a\\nb": must not contain line breaks',
      ],
    ],
    [
      'variables that are no identifiers',
      {
        variables: [
          { name: 'a-b', expression: '1' },
          { name: 'in', expression: '1' },
          { name: '_a', expression: '1' },
        ],
      },
      [
        'variables[0].name: Invalid value: "a-b": must be a valid CEL identifier',
        'variables[1].name: Invalid value: "in": must be a valid CEL identifier',
      ],
    ],
  ])('with %s', (_, spec, wanted) => {
    const given: Loose = policy(spec)
    expect(create(kind, given).errors).toEqual(wanted.map((text) => `spec.${text}`))
    const live = create(kind, policy({})).object
    expect(update(kind, live, (next) => void (next.spec = given.spec)).errors).toEqual(
      wanted.map((text) => `spec.${text}`),
    )
  })

  it('have at most twenty annotations', () => {
    const auditAnnotations = Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: '1' }))
    expect(create(kind, policy({ auditAnnotations })).errors).toEqual([
      expect.stringMatching(
        /^spec\.auditAnnotations: .*\{"Key":"k0","ValueExpression":"1"\}.*: must not have more than 20/,
      ),
    ])
  })

  it('say in their status what their expressions are warned of', () => {
    const live = create(kind, policy({})).object
    const change = (next: Loose): void => {
      const expressionWarnings = [{}, { fieldRef: 'a[', warning: 'w' }, { fieldRef: 'spec.x[0].y', warning: 'w' }]
      next.status = { typeChecking: { expressionWarnings }, conditions: [{ type: 'a', observedGeneration: -1 }] }
    }
    expect(update(kind, live, change, { subresource: 'status' }).errors).toEqual(
      [
        'typeChecking.expressionWarnings[0].warning: Required value',
        'typeChecking.expressionWarnings[0].fieldRef: Required value',
        'typeChecking.expressionWarnings[1].fieldRef: Invalid value: "a[": invalid JSONPath: unterminated array',
        'conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
        'conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
        'conditions[0].lastTransitionTime: Required value',
        'conditions[0].reason: Required value',
      ].map((text) => `status.${text}`),
    )
  })
})

describe('mutating policies', () => {
  const kind = `${group}/MutatingAdmissionPolicy`
  const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }
  const policy = (spec: object): object => ({
    metadata: meta,
    spec: { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never', ...spec },
  })

  it.each<[string, object, string[]]>([
    ['what they need', {}, []],
    [
      'nothing',
      { matchConstraints: null, mutations: null, reinvocationPolicy: '' },
      [
        'matchConstraints: Required value',
        'mutations: Required value: mutations must contain at least one item',
        'reinvocationPolicy: Required value',
      ],
    ],
    [
      'deletions to mutate, and an unknown policy',
      {
        matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE', 'X'] }] },
        reinvocationPolicy: 'x',
      },
      [
        `matchConstraints.resourceRules[0].operations[1]: Unsupported value: "X": ${operations}`,
        'matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
        'matchConstraints.resourceRules.operations: Unsupported value: "X": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
        'reinvocationPolicy: Unsupported value: "x": supported values: "IfNeeded", "Never"',
      ],
    ],
    [
      'mutations of every wrong form',
      {
        mutations: [
          {},
          { patchType: 'X' },
          { patchType: 'JSONPatch' },
          { patchType: 'JSONPatch', jsonPatch: { expression: ' ' }, applyConfiguration: {} },
          { patchType: 'ApplyConfiguration', applyConfiguration: {}, jsonPatch: {} },
        ],
      },
      [
        'mutations[0].patchType: Required value',
        'mutations[1].patchType: Unsupported value: "X": supported values: "ApplyConfiguration", "JSONPatch"',
        'mutations[2].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'mutations[3].jsonPatch.expression: Required value',
        'mutations[3].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
        'mutations[4].applyConfiguration.expression: Required value',
        'mutations[4].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
      ],
    ],
  ])('with %s', (_, spec, wanted) => {
    const given: Loose = policy(spec)
    expect(create(kind, given).errors).toEqual(wanted.map((text) => `spec.${text}`))
    const live = create(kind, policy({})).object
    expect(update(kind, live, (next) => void (next.spec = given.spec)).errors).toEqual(
      wanted.map((text) => `spec.${text}`),
    )
  })
})

describe('bindings of policies', () => {
  const exclusive = 'Forbidden: name and selector are mutually exclusive'

  it.each<[string, object, string[]]>([
    ['a policy', {}, []],
    ['no policy', { policyName: '' }, ['policyName: Required value']],
    ['no name of a policy', { policyName: 'A' }, [`policyName: Invalid value: "A": ${subdomain}`]],
    [
      'empty parameters',
      { paramRef: {} },
      [
        'paramRef: Required value: one of name or selector must be specified',
        'paramRef.parameterNotFoundAction: Required value',
      ],
    ],
    [
      'parameters by name and by selector',
      { paramRef: { name: 'a/b', selector: { matchLabels: { 'a b': 'c' } }, parameterNotFoundAction: 'X' } },
      [
        'paramRef.name: Invalid value: "a/b": may not contain \'/\'',
        `paramRef.name: ${exclusive}`,
        `paramRef.selector.matchLabels: Invalid value: "a b": ${qualified}`,
        `paramRef.selector: ${exclusive}`,
        'paramRef.parameterNotFoundAction: Unsupported value: "X": supported values: "Deny", "Allow"',
      ],
    ],
    [
      'an empty rule',
      { matchResources: { resourceRules: [{}] } },
      ['operations', 'apiGroups', 'apiVersions', 'resources'].map(
        (name) => `matchResources.resourceRules[0].${name}: Required value`,
      ),
    ],
  ])('with %s', (_, spec, wanted) => {
    const given = (fields: object): object => ({ metadata: meta, spec: { policyName: 'p', ...fields, ...spec } })
    const messages = wanted.map((text) => `spec.${text}`)
    expect(create(`${group}/MutatingAdmissionPolicyBinding`, given({})).errors).toEqual(messages)
    const validating = given({ validationActions: ['Deny'] })
    expect(create(`${group}/ValidatingAdmissionPolicyBinding`, validating).errors).toEqual(messages)
  })

  it.each<[string[], string[]]>([
    [['Warn', 'Audit'], []],
    [[], [': Required value: at least one validation action is required']],
    [
      ['Deny', 'Deny', 'x', 'Warn'],
      [
        '[1]: Duplicate value: "Deny"',
        '[2]: Unsupported value: "x": supported values: "Audit", "Deny", "Warn"',
        ': Invalid value: ["Deny","Deny","x","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ],
    ],
  ])('of a validating policy do %j', (validationActions, wanted) => {
    const given = { metadata: meta, spec: { policyName: 'p', validationActions } }
    expect(create(`${group}/ValidatingAdmissionPolicyBinding`, given).errors).toEqual(
      wanted.map((text) => `spec.validationActions${text}`),
    )
  })
})
