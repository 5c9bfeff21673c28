import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const schemaKind = 'flowcontrol.apiserver.k8s.io/v1/FlowSchema'
const levelKind = 'flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration'

const subjects = [{ kind: 'User', user: { name: 'u' } }]
const resourceRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['n'] }
const rule = { subjects, resourceRules: [resourceRule] }
const flow = (spec: object, name = 'a'): Loose => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: 'l' }, rules: [rule], ...spec },
})
const withRule = (fields: object): Loose => flow({ rules: [{ ...rule, ...fields }] })
const withSubject = (subject: object): Loose => withRule({ subjects: [subject] })
const withResource = (fields: object): Loose => withRule({ resourceRules: [{ ...resourceRule, ...fields }] })
const withUrls = (...nonResourceURLs: string[]): Loose =>
  withRule({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] })

const verbs = '"create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"'
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

describe('a flow schema', () => {
  it.each<[string, Loose, string[]]>([
    ['with a rule', flow({}), []],
    [
      'without a level',
      flow({ priorityLevelConfiguration: {} }),
      ['priorityLevelConfiguration.name: Required value: must reference a priority level'],
    ],
    [
      'of a precedence below one',
      flow({ matchingPrecedence: -1 }),
      ['matchingPrecedence: Invalid value: -1: must be a positive value'],
    ],
    [
      'of too high a precedence',
      flow({ matchingPrecedence: 10_001 }),
      ['matchingPrecedence: Invalid value: 10001: must not be greater than 10000'],
    ],
    [
      'of the first precedence',
      flow({ matchingPrecedence: 1 }),
      ["matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
    ],
    [
      'of an unknown method',
      flow({ distinguisherMethod: { type: 'x' } }),
      ['distinguisherMethod.type: Unsupported value: {"Type":"x"}: supported values: "ByNamespace", "ByUser"'],
    ],
    [
      'of an empty rule',
      flow({ rules: [{}] }),
      [
        'rules[0].subjects: Required value: subjects must contain at least one value',
        'rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
      ],
    ],
    [
      'of an unknown subject',
      withSubject({ kind: 'x', user: { name: '' } }),
      ['rules[0].subjects[0].kind: Unsupported value: "x": supported values: "Group", "ServiceAccount", "User"'],
    ],
    [
      'of a subject that is not there, beside others',
      withSubject({ kind: 'Group', user: { name: 'u' }, serviceAccount: {} }),
      [
        "rules[0].subjects[0].group: Required value: group is required when subject kind is 'Group'",
        "rules[0].subjects[0].serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'",
        "rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User'",
      ],
    ],
    [
      'of a user without name',
      withSubject({ kind: 'User', user: {} }),
      ['rules[0].subjects[0].user.name: Required value'],
    ],
    [
      'of a service account without names',
      withSubject({ kind: 'ServiceAccount', serviceAccount: {} }),
      [
        'rules[0].subjects[0].serviceAccount.name: Required value',
        'rules[0].subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account',
      ],
    ],
    [
      'of every service account',
      withSubject({ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'n' } }),
      [],
    ],
    [
      'of empty resource rules',
      withRule({ resourceRules: [{}] }),
      [
        'rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource',
        'rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
      ],
    ],
    [
      'of wildcards beside others',
      withResource({ verbs: ['*', 'get'], apiGroups: ['*', 'a'], resources: ['*', 'b'], namespaces: ['*', 'n'] }),
      [
        `rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
        `rules[0].resourceRules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other api groups`,
        `rules[0].resourceRules[0].resources: Invalid value: ["*","b"]: if '*' is present, must not specify other resources`,
        `rules[0].resourceRules[0].namespaces: Invalid value: ["*","n"]: if '*' is present, must not specify other namespaces`,
      ],
    ],
    [
      'of unknown verbs and namespaces',
      withResource({ verbs: ['get', 'x'], namespaces: ['A'] }),
      [
        `rules[0].resourceRules[0].verbs: Unsupported value: ["get","x"]: supported values: ${verbs}`,
        `rules[0].resourceRules[0].namespaces[0]: Invalid value: "A": each member of this list must be '*' or a DNS-1123 label; ${label}`,
      ],
    ],
    ['of cluster-wide requests', withResource({ namespaces: [], clusterScope: true }), []],
    ['of paths', withUrls('/', '/a', '/a/*'), []],
    ['of every path', withUrls('*'), []],
    [
      'of no path',
      withUrls(),
      ['rules[0].nonResourceRules[0].nonResourceURLs: Required value: nonResourceURLs must contain at least one value'],
    ],
    [
      'of every path and one',
      withUrls('*', '/a'),
      [
        `rules[0].nonResourceRules[0].nonResourceURLs: Invalid value: ["*","/a"]: if '*' is present, must not specify other non-resource URLs`,
      ],
    ],
    [
      'of impossible paths',
      withUrls('', 'a', '/a b', '//a', '/a*', '/*/*'),
      [
        '"": must not be empty',
        '"a": must start with slash',
        '"/a b": must not contain white-space',
        '"//a": must not contain double slash',
        '"/a*": wildcard can only do suffix matching',
        '"/*/*": wildcard can only do suffix matching',
      ].map((text, index) => `rules[0].nonResourceRules[0].nonResourceURLs[${index}]: Invalid value: ${text}`),
    ],
  ])('%s', (_, object, wanted) => {
    const errors = wanted.map((text) => `spec.${text}`)
    expect(create(schemaKind, object).errors).toEqual(errors)
    const change = (next: Loose): void => void (next.spec = object.spec)
    expect(update(schemaKind, create(schemaKind, flow({})).object, change).errors).toEqual(errors)
  })

  it('stands in tables by precedence, then by name', () => {
    const named = (name: string, matchingPrecedence: number): Loose =>
      create(schemaKind, flow({ matchingPrecedence }, name)).object
    const rows = [named('b', 20), named('c', 5), named('a', 20)].sort(definitionOf(schemaKind).compareRows)
    expect(rows.map(({ metadata }) => metadata.name)).toEqual(['c', 'a', 'b'])
  })

  it('keeps the spec that is fixed', () => {
    const all = ['*']
    const everything = {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'system:masters' } }],
          resourceRules: [{ verbs: all, apiGroups: all, resources: all, namespaces: all, clusterScope: true }],
          nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
        },
      ],
    }
    expect(create(schemaKind, flow(everything, 'exempt')).errors).toEqual([])
    const changed = { ...everything, matchingPrecedence: 2, rules: [{ ...rule, resourceRules: [resourceRule] }] }
    expect(create(schemaKind, flow(changed, 'exempt')).errors).toEqual([
      'spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"exempt"},"MatchingPrecedence":2,"DistinguisherMethod":null,"Rules":[{"Subjects":[{"Kind":"User","User":{"Name":"u"},"Group":null,"ServiceAccount":null}],"ResourceRules":[{"Verbs":["get"],"APIGroups":[""],"Resources":["pods"],"ClusterScope":false,"Namespaces":["n"]}],"NonResourceRules":null}]}: spec of \'exempt\' must equal the fixed value',
    ])
  })
})

describe('a priority level', () => {
  const queuing = { queues: 64, handSize: 6, queueLengthLimit: 50 }
  const level = (limited: object, name = 'a'): Loose => ({
    metadata: { name },
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...limited } },
  })
  const queue = (fields: object): Loose =>
    level({ limitResponse: { type: 'Queue', queuing: { ...queuing, ...fields } } })
  const typed = (spec: object, name = 'a'): Loose => ({ metadata: { name }, spec })

  it.each<[string, Loose, string[]]>([
    ['that rejects', level({}), []],
    ['that queues', queue({}), []],
    ['of no type', typed({}), ['type: Required value']],
    [
      'of an unknown type',
      typed({ type: 'x' }),
      ['type: Unsupported value: "x": supported values: "Exempt", "Limited"'],
    ],
    [
      'that is exempt by another name',
      typed({ type: 'Exempt', limited: {}, exempt: { nominalConcurrencyShares: -1, lendablePercent: 101 } }),
      [
        "type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
        'limited: Forbidden: must be nil if the type is not Limited',
        'exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer',
        'exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
      ],
    ],
    [
      'that is limited by nothing',
      typed({ type: 'Limited', exempt: {} }),
      [
        'exempt: Forbidden: must be nil if the type is Limited',
        'limited: Required value: must not be empty when type is Limited',
      ],
    ],
    [
      'of negative amounts',
      level({ nominalConcurrencyShares: -1, limitResponse: {}, lendablePercent: -1, borrowingLimitPercent: -1 }),
      [
        'limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer',
        'limited.limitResponse.type: Required value',
        'limited.lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive',
        'limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer',
      ],
    ],
    [
      'that rejects and queues',
      level({ limitResponse: { type: 'Reject', queuing } }),
      ['limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited'],
    ],
    [
      'that queues nowhere',
      level({ limitResponse: { type: 'Queue' } }),
      ['limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited'],
    ],
    [
      'that does neither',
      level({ limitResponse: { type: 'x' } }),
      ['limited.limitResponse.type: Unsupported value: "x": supported values: "Queue", "Reject"'],
    ],
    [
      'of negative queues',
      queue({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
      [
        'limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive',
        'limited.limitResponse.queuing.queues: Invalid value: -1: must be positive',
        'limited.limitResponse.queuing.handSize: Invalid value: -1: must be positive',
      ],
    ],
    [
      'of too many queues',
      queue({ queues: 10_000_001, handSize: 1 }),
      ['limited.limitResponse.queuing.queues: Invalid value: 10000001: must not be greater than 10000000'],
    ],
    [
      'of more hands than queues',
      queue({ queues: 2, handSize: 3 }),
      ['limited.limitResponse.queuing.handSize: Invalid value: 3: should not be greater than queues (2)'],
    ],
    [
      'of hands that take too many bits',
      queue({ handSize: 11 }),
      [
        'limited.limitResponse.queuing.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60',
      ],
    ],
  ])('%s', (_, object, wanted) => {
    const errors = wanted.map((text) => `spec.${text}`)
    expect(create(levelKind, object).errors).toEqual(errors)
    const change = (next: Loose): void => void (next.spec = object.spec)
    expect(update(levelKind, create(levelKind, level({})).object, change).errors).toEqual(errors)
  })

  it('keeps the spec that is fixed, but for how much is exempt', () => {
    const exempt = { nominalConcurrencyShares: 5 }
    expect(create(levelKind, typed({ type: 'Exempt', exempt }, 'exempt')).errors).toEqual([])
    expect(create(levelKind, level({ nominalConcurrencyShares: 5 }, 'catch-all')).errors).toEqual([])
    expect(create(levelKind, level({ nominalConcurrencyShares: 6 }, 'catch-all')).errors).toEqual([
      'spec: Invalid value: {"Type":"Limited","Limited":{"NominalConcurrencyShares":6,"LimitResponse":{"Type":"Reject","Queuing":null},"LendablePercent":0,"BorrowingLimitPercent":null},"Exempt":null}: spec of \'catch-all\' must equal the fixed value',
    ])
  })

  it('has no annotation of an older version', () => {
    const key = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'
    const object = { ...level({}), metadata: { name: 'a', annotations: { [key]: '' } } }
    expect(create(levelKind, object).errors).toEqual([
      `metadata.annotations: Forbidden: annotation '${key}' is forbidden`,
    ])
  })

  it('prints numbers, and nothing of a level that is exempt', () => {
    expect(cells(levelKind, queue({ queues: 8 }))).toMatchObject({ Type: 'Limited', Queues: 8, HandSize: 6 })
    expect(cells(levelKind, typed({ type: 'Exempt', exempt: { nominalConcurrencyShares: 3 } }))).toMatchObject({
      NominalConcurrencyShares: '<none>',
    })
    expect(definitionOf(schemaKind).columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'Name string',
      'PriorityLevel string',
      'MatchingPrecedence string',
      'DistinguisherMethod string',
      'Age string',
      'MissingPL string',
    ])
  })
})

describe('a status of flow control', () => {
  it.each([
    [schemaKind, flow({})],
    [levelKind, { metadata: { name: 'a' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }],
  ])('has a condition of each type once: %s', (kind, object) => {
    const live = create(kind, object).object
    const conditions = [{ type: 'A' }, { type: 'A' }, {}]
    const change = (next: Loose): void => void (next.status = { conditions })
    expect(update(kind, live, change, { subresource: 'status' }).errors).toEqual([
      'status.conditions[1].type: Duplicate value: "A"',
      'status.conditions[2].type: Required value',
    ])
  })
})
