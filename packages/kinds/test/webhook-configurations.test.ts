import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'
import { webhookConfiguration } from '../src/admissionregistration/webhook-configuration.ts'
import { webhooksV1beta1 } from '../src/admissionregistration/webhook-defaults.ts'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const group = 'admissionregistration.k8s.io/v1'
const kinds = [`${group}/ValidatingWebhookConfiguration`, `${group}/MutatingWebhookConfiguration`]
const validating = kinds[0]!
const mutating = kinds[1]!
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const good = {
  name: 'a.example.dev',
  clientConfig: { url: 'https://a.example/hook' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const configuration = (fields: object): object => ({ metadata: { name: 'a' }, webhooks: [{ ...good, ...fields }] })
const url = (text: string): object => ({ clientConfig: { url: text } })
const service = (fields: object): object => ({ clientConfig: { service: { name: 's', namespace: 'n', ...fields } } })
const form = '; desired format: https://host[/path]'
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe.each(kinds)('%s', (kind) => {
  it.each<[string, object, string[]]>([
    ['everything it needs', {}, []],
    ['no name', { name: '' }, ['webhooks[0].name: Required value']],
    [
      'a short name',
      { name: 'a.b' },
      ['webhooks[0].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
    ],
    ['an impossible name', { name: 'A.b.c' }, [`webhooks[0].name: Invalid value: "A.b.c": ${subdomain}`]],
    [
      'an unknown failure policy',
      { failurePolicy: 'X' },
      ['webhooks[0].failurePolicy: Unsupported value: "X": supported values: "Fail", "Ignore"'],
    ],
    [
      'an unknown match policy',
      { matchPolicy: 'X' },
      ['webhooks[0].matchPolicy: Unsupported value: "X": supported values: "Equivalent", "Exact"'],
    ],
    [
      'no word on side effects',
      { sideEffects: undefined },
      ['webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun'],
    ],
    [
      'side effects',
      { sideEffects: 'Some' },
      ['webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
    ],
    [
      'no time',
      { timeoutSeconds: 0 },
      ['webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds'],
    ],
    [
      'too much time',
      { timeoutSeconds: 31 },
      ['webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
    ],
    ['the most time', { timeoutSeconds: 30 }, []],
    [
      'a wrong namespace selector',
      { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'X' }] } },
      ['webhooks[0].namespaceSelector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator'],
    ],
    [
      'a wrong object selector',
      { objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      [
        "webhooks[0].objectSelector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      ],
    ],
    [
      'no review versions',
      { admissionReviewVersions: [] },
      ['webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
    ],
    [
      'unsupported review versions',
      { admissionReviewVersions: ['v2', 'v3'] },
      ['webhooks[0].admissionReviewVersions: Invalid value: ["v2","v3"]: must include at least one of v1, v1beta1'],
    ],
    ['an unsupported review version beside a supported one', { admissionReviewVersions: ['v2', 'v1beta1'] }, []],
    [
      'a review version twice',
      { admissionReviewVersions: ['v1', 'v1'] },
      ['webhooks[0].admissionReviewVersions[1]: Invalid value: "v1": duplicate version'],
    ],
    [
      'an impossible review version',
      { admissionReviewVersions: ['v1', '1'] },
      [
        "webhooks[0].admissionReviewVersions[1]: Invalid value: \"1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'match conditions',
      { matchConditions: [{ name: 'a', expression: 'true' }] },
      ['webhooks[0].matchConditions: Forbidden: match conditions need an expression engine, and none is configured'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, configuration(fields)).errors).toEqual(wanted)
    const live = create(kind, configuration({})).object
    const change = (next: Loose): void => void (next.webhooks = (configuration(fields) as Loose).webhooks)
    expect(update(kind, live, change).errors).toEqual(wanted)
  })

  it.each<[string, object, string[]]>([
    [
      'neither url nor service',
      { clientConfig: {} },
      ['clientConfig: Required value: exactly one of url or service is required'],
    ],
    [
      'both url and service',
      { clientConfig: { url: 'https://a', service: { name: 's', namespace: 'n' } } },
      ['clientConfig: Required value: exactly one of url or service is required'],
    ],
    ['a port and a path', url('https://a.example:8443/x/y'), []],
    ['an address', url('https://[::1]:8443'), []],
    [
      'no encryption',
      url('http://a'),
      [`clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
    ],
    [
      'no scheme',
      url('a/b'),
      [
        `clientConfig.url: Invalid value: "": 'https' is the only allowed URL scheme${form}`,
        `clientConfig.url: Invalid value: "": host must be specified${form}`,
      ],
    ],
    ['no host', url('https:///x'), [`clientConfig.url: Invalid value: "": host must be specified${form}`]],
    [
      'a user',
      url('https://u:p@a'),
      ['clientConfig.url: Invalid value: "u:p": user information is not permitted in the URL'],
    ],
    [
      'a fragment',
      url('https://a#f'),
      ['clientConfig.url: Invalid value: "f": fragments are not permitted in the URL'],
    ],
    [
      'a query',
      url('https://a?q=1'),
      ['clientConfig.url: Invalid value: "q=1": query parameters are not permitted in the URL'],
    ],
    [
      'a name beside a port for a url',
      url('a:b/c:d'),
      [
        `clientConfig.url: Invalid value: "a": 'https' is the only allowed URL scheme${form}`,
        `clientConfig.url: Invalid value: "": host must be specified${form}`,
      ],
    ],
    [
      'a control character',
      url('https://a\n'),
      [
        `clientConfig.url: Required value: url must be a valid URL: parse "https://a\\n": net/url: invalid control character in URL${form}`,
      ],
    ],
    [
      'a colon first',
      url(':a'),
      [`clientConfig.url: Required value: url must be a valid URL: parse ":a": missing protocol scheme${form}`],
    ],
    [
      'an address without scheme',
      url('1.2.3.4:80'),
      [
        `clientConfig.url: Required value: url must be a valid URL: parse "1.2.3.4:80": first path segment in URL cannot contain colon${form}`,
      ],
    ],
    [
      'a port of letters',
      url('https://a:b'),
      [
        `clientConfig.url: Required value: url must be a valid URL: parse "https://a:b": invalid port ":b" after host${form}`,
      ],
    ],
    [
      'half an address',
      url('https://[::1'),
      [`clientConfig.url: Required value: url must be a valid URL: parse "https://[::1": missing ']' in host${form}`],
    ],
    [
      'a space in the host',
      url('https://a b'),
      [
        `clientConfig.url: Required value: url must be a valid URL: parse "https://a b": invalid character " " in host name${form}`,
      ],
    ],
    [
      'half an escape',
      url('https://a/%zz'),
      [
        `clientConfig.url: Required value: url must be a valid URL: parse "https://a/%zz": invalid URL escape "%zz"${form}`,
      ],
    ],
    ['a service', service({}), []],
    ['a service with a path', service({ path: '/a/b-c/', port: 1 }), []],
    ['a service at the root', service({ path: '/' }), []],
    ['a service without name', service({ name: '' }), ['clientConfig.service.namespace: Required value']],
    ['a service without namespace', service({ namespace: '' }), ['clientConfig.service.name: Required value']],
    [
      'a service at port 0',
      service({ port: 0 }),
      ['clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive'],
    ],
    [
      'a path of slashes',
      service({ path: '//' }),
      ['clientConfig.service.path: Invalid value: "//": segment[0] may not be empty'],
    ],
    [
      'a relative path',
      service({ path: 'aa' }),
      [`clientConfig.service.path: Invalid value: "aa": must start with a '/'`],
    ],
    [
      'an empty step',
      service({ path: '/a//b' }),
      ['clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty'],
    ],
    [
      'an impossible step',
      service({ path: '/A' }),
      [`clientConfig.service.path: Invalid value: "/A": segment[0]: ${subdomain}`],
    ],
  ])('reached at %s', (_, fields, wanted) => {
    expect(create(kind, configuration(fields)).errors).toEqual(wanted.map((text) => `webhooks[0].${text}`))
  })

  it.each<[string, object, string[]]>([
    ['all there is', { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], scope: '*' }, []],
    [
      'nothing',
      { operations: [], apiGroups: [], apiVersions: [], resources: [] },
      [
        'operations: Required value',
        'apiGroups: Required value',
        'apiVersions: Required value',
        'resources: Required value',
      ],
    ],
    [
      'all operations and one',
      { operations: ['*', 'CREATE'] },
      [`operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`],
    ],
    [
      'an unknown operation',
      { operations: ['GET'] },
      ['operations[0]: Unsupported value: "GET": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"'],
    ],
    [
      'all groups and one',
      { apiGroups: ['*', 'a'] },
      [`apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other API groups`],
    ],
    [
      'all versions and one',
      { apiVersions: ['*', 'v1'] },
      [`apiVersions: Invalid value: ["*","v1"]: if '*' is present, must not specify other API versions`],
    ],
    ['a version without name', { apiVersions: [''] }, ['apiVersions[0]: Required value']],
    ['a resource without name', { resources: [''] }, ['resources[0]: Required value']],
    ['resources and subresources', { resources: ['pods', 'pods/*', '*/status', 'a/scale'] }, []],
    ['all resources beside subresources', { resources: ['*', 'pods/log'] }, []],
    [
      'all subresources of a resource and one',
      { resources: ['pods/*', 'pods/log'] },
      [`resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`],
    ],
    [
      'a subresource of all resources and of one',
      { resources: ['*/scale', 'a/scale'] },
      [`resources[1]: Invalid value: "a/scale": if '*/scale' is present, must not specify a/scale`],
    ],
    [
      'everything and one',
      { resources: ['*/*', 'a'] },
      [`resources: Invalid value: ["*/*","a"]: if '*/*' is present, must not specify other resources`],
    ],
    [
      'all resources and one',
      { resources: ['*', 'a'] },
      [`resources: Invalid value: ["*","a"]: if '*' is present, must not specify other resources without subresources`],
    ],
    [
      'an unknown scope',
      { scope: 'X' },
      ['scope: Unsupported value: "X": supported values: "*", "Cluster", "Namespaced"'],
    ],
  ])('called for %s', (_, fields, wanted) => {
    const { errors } = create(kind, configuration({ rules: [{ ...rule, ...fields }] }))
    expect(errors).toEqual(wanted.map((text) => `webhooks[0].rules[0].${text}`))
  })

  it('has each name once', () => {
    expect(create(kind, { metadata: { name: 'a' }, webhooks: [good, good] }).errors).toEqual([
      'webhooks[1].name: Duplicate value: "a.example.dev"',
    ])
  })

  it('counts changes in its generation, and prints how many webhooks it has', () => {
    const live = create(kind, configuration({})).object
    expect(live.metadata.generation).toBe(1)
    const change = (next: Loose): void => void (next.webhooks[0].timeoutSeconds = 5)
    expect(update(kind, live, change).object.metadata.generation).toBe(2)
    expect(update(kind, live, (next) => void (next.metadata.labels = { a: 'b' })).object.metadata.generation).toBe(1)
    expect(cells(kind, live)).toMatchObject({ Name: 'a', Webhooks: 1 })
  })

  it('keeps what was stored under older rules', () => {
    const old = (fields: object): ApiObject => ({ ...create(kind, configuration({})).object, ...fields }) as ApiObject
    const labelled = (next: Loose): void => void (next.metadata.labels = { a: 'b' })
    const some = old({ webhooks: [{ ...good, sideEffects: 'Some' }] })
    expect(update(kind, some, labelled).errors).toEqual([])
    expect(update(kind, old({ webhooks: [good, good] }), labelled).errors).toEqual([])
    expect(update(kind, old({ webhooks: [{ ...good, admissionReviewVersions: ['v9'] }] }), labelled).errors).toEqual([])
    const conditional = old({ webhooks: [{ ...good, matchConditions: [{ name: 'a', expression: 'x' }] }] })
    expect(update(kind, conditional, labelled).errors).toEqual([])
  })
})

describe('mutating webhooks', () => {
  it('are called again as they say', () => {
    expect(create(mutating, configuration({ reinvocationPolicy: 'IfNeeded' })).errors).toEqual([])
    expect(create(mutating, configuration({ reinvocationPolicy: 'X' })).errors).toEqual([
      'webhooks[0].reinvocationPolicy: Unsupported value: "X": supported values: "IfNeeded", "Never"',
    ])
  })
})

const checking = (
  await builtInResources(kubernetesVocabulary, {
    checkExpression: (expression, field, errors) => {
      if (expression === 'bad') errors.invalid(field, expression, 'compilation failed')
    },
  })
).find(({ kind }) => kind === 'ValidatingWebhookConfiguration')!

describe('match conditions, where expressions can be evaluated', () => {
  const conditions = (list: readonly object[]): readonly string[] =>
    create(validating, configuration({ matchConditions: list }), { definition: checking }).errors

  it.each<[string, object, string[]]>([
    ['a name and an expression', { name: 'a', expression: ' true ' }, []],
    ['no name', { name: '', expression: 'true' }, ['webhooks[0].matchConditions[0].name: Required value']],
    ['no expression', { name: 'a', expression: ' ' }, ['webhooks[0].matchConditions[0].expression: Required value']],
    [
      'a wrong expression',
      { name: 'a', expression: 'bad' },
      ['webhooks[0].matchConditions[0].expression: Invalid value: "bad": compilation failed'],
    ],
  ])('with %s', (_, condition, wanted) => {
    expect(conditions([condition])).toEqual(wanted)
  })

  it('have unique names, and are at most 64', () => {
    const condition = { name: 'a', expression: 'true' }
    expect(conditions([condition, condition])).toEqual(['webhooks[0].matchConditions[1].name: Duplicate value: "a"'])
    const many = Array.from({ length: 65 }, (__, index) => ({ ...condition, name: `a${index}` }))
    expect(conditions(many)).toEqual(['webhooks[0].matchConditions: Too many: 65: must have at most 64 items'])
  })
})

describe('the rules of v1beta1', () => {
  const older: ResourceDefinition = {
    ...definitionOf(mutating),
    ...webhookConfiguration({
      version: webhooksV1beta1,
      isMutating: true,
      checkExpression: undefined,
      loadExpressions: undefined,
    }),
  } as unknown as ResourceDefinition
  const bare = { name: 'a.example.dev', clientConfig: { service: { name: 's', namespace: 'n' } }, rules: [rule] }

  it('fill in what v1 asks for, and wait longer', () => {
    const { object, errors } = create(mutating, { metadata: { name: 'a' }, webhooks: [bare] }, { definition: older })
    expect(errors).toEqual([])
    expect(object.webhooks[0]).toMatchObject({
      failurePolicy: 'Ignore',
      matchPolicy: 'Exact',
      timeoutSeconds: 30,
      sideEffects: 'Unknown',
      admissionReviewVersions: ['v1beta1'],
      reinvocationPolicy: 'Never',
      clientConfig: { service: { port: 443 } },
      namespaceSelector: {},
      objectSelector: {},
      rules: [{ scope: '*' }],
    })
  })

  it('let names repeat and side effects be', () => {
    const webhooks = [
      { ...bare, sideEffects: 'Some' },
      { ...bare, sideEffects: 'X' },
    ]
    expect(create(mutating, { metadata: { name: 'a' }, webhooks }, { definition: older }).errors).toEqual([
      'webhooks[1].sideEffects: Unsupported value: "X": supported values: "None", "NoneOnDryRun", "Some", "Unknown"',
    ])
  })
})
