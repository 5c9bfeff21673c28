import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const meta = { name: 'a', namespace: 'n' }
const standard = 'must be a standard resource type or fully qualified'

describe('limit ranges', () => {
  const range = (...limits: object[]): object => ({ metadata: meta, spec: { limits } })
  const container = (fields: object): object => ({ type: 'Container', ...fields })

  it.each<[string, object, string[]]>([
    ['nothing', { type: 'Pod' }, []],
    ['amounts in order', container({ min: { cpu: '1' }, max: { cpu: '4' }, default: { cpu: '3' } }), []],
    ['a custom type', { type: 'a.example/B', max: { storage: '1' } }, []],
    ['an unknown type', { type: 'X' }, ['type: Invalid value: "X": must be a standard limit type or fully qualified']],
    [
      'an impossible type',
      { type: '' },
      [
        'type: Invalid value: "": name part must be non-empty',
        `type: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
    ],
    [
      'an unknown resource',
      container({ min: { gold: '1' } }),
      [
        `min[gold]: Invalid value: "gold": ${standard}`,
        'min[gold]: Invalid value: "gold": must be a standard resource for containers',
        // What is filled in is looked at too.
        `defaultRequest[gold]: Invalid value: "gold": ${standard}`,
        'defaultRequest[gold]: Invalid value: "gold": must be a standard resource for containers',
      ],
    ],
    [
      'storage of containers',
      { type: 'Pod', max: { storage: '1' } },
      ['max[storage]: Invalid value: "storage": must be a standard resource for containers'],
    ],
    ['storage of claims', { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }, []],
    [
      'claims without storage',
      { type: 'PersistentVolumeClaim', max: { memory: '1' } },
      ['limits: Required value: either minimum or maximum storage value is required, but neither was provided'],
    ],
    [
      'defaults for pods',
      { type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } },
      [
        "default: Forbidden: may not be specified when `type` is 'Pod'",
        "defaultRequest: Forbidden: may not be specified when `type` is 'Pod'",
      ],
    ],
    [
      'more at least than at most',
      { type: 'Pod', min: { cpu: '2' }, max: { cpu: '1500m' } },
      ['min[cpu]: Invalid value: "2": min value 2 is greater than max value 1500m'],
    ],
    [
      'a default request under the least',
      container({ min: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      ['defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1'],
    ],
    [
      'defaults over the most',
      container({ max: { cpu: '1' }, default: { cpu: '2' } }),
      [
        'defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than max value 1',
        'default[cpu]: Invalid value: "1": default value 2 is greater than max value 1',
      ],
    ],
    [
      'a default request over the default limit',
      container({ default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
      ['defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value 1'],
    ],
    [
      'a default limit under the least',
      container({ min: { cpu: '2' }, default: { cpu: '1' }, defaultRequest: { cpu: '1' } }),
      [
        'defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
        'default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
      ],
    ],
    [
      'a ratio under one',
      { type: 'Pod', maxLimitRequestRatio: { cpu: '500m' } },
      ['maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1'],
    ],
    [
      'a ratio that can be',
      { type: 'Pod', min: { cpu: '1' }, max: { cpu: '3' }, maxLimitRequestRatio: { cpu: '3' } },
      [],
    ],
    [
      'a ratio that cannot be',
      { type: 'Pod', min: { cpu: '3' }, max: { cpu: '4' }, maxLimitRequestRatio: { cpu: '1500m' } },
      ['maxLimitRequestRatio[cpu]: Invalid value: "1500m": ratio 1500m is greater than max/min = 1.333333'],
    ],
    [
      'a ratio of very large amounts',
      { type: 'Pod', min: { memory: '4Ei' }, max: { memory: '7Ei' }, maxLimitRequestRatio: { memory: '2' } },
      ['maxLimitRequestRatio[memory]: Invalid value: "2": ratio 2 is greater than max/min = 1.750000'],
    ],
    [
      'two defaults for what is not overcommitted',
      container({ default: { 'a.example/b': '2' }, defaultRequest: { 'a.example/b': '1' } }),
      [
        'defaultRequest[a.example/b]: Invalid value: "1": default value 2 must equal to defaultRequest value 1 in a.example/b',
      ],
    ],
  ])('with %s', (_, limit, wanted) => {
    const lines = wanted.map((text) => `spec.limits[0].${text}`)
    expect(create('v1/LimitRange', range(limit)).errors).toEqual(lines)
    const live = create('v1/LimitRange', range()).object
    expect(update('v1/LimitRange', live, (next) => void (next.spec = { limits: [limit] })).errors).toEqual(lines)
  })

  it('have one limit of each type', () => {
    expect(create('v1/LimitRange', range({ type: 'Pod' }, { type: 'Pod' })).errors).toEqual([
      'spec.limits[1].type: Duplicate value: "Pod"',
    ])
  })

  it('fill in defaults for containers only', () => {
    const limits = { min: { memory: '1' }, max: { cpu: '4' } }
    const { object } = create('v1/LimitRange', range(container(limits), { type: 'Pod', ...limits }))
    expect(object.spec.limits).toEqual([
      container({ ...limits, default: { cpu: '4' }, defaultRequest: { memory: '1', cpu: '4' } }),
      { type: 'Pod', ...limits },
    ])
  })

  it('get a random name where they have none', () => {
    const { object, errors } = create('v1/LimitRange', { metadata: { namespace: 'n' }, spec: { limits: [] } })
    expect(errors).toEqual([])
    expect(object.metadata.name).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('print when they were made', () => {
    expect(Object.keys(cells('v1/LimitRange', range()))).toEqual(['Name', 'Created At'])
  })
})

describe('resource quotas', () => {
  const quota = (spec: object): object => ({ metadata: meta, spec })
  const kind = 'v1/ResourceQuota'
  const operator =
    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"
  const selector = (...matchExpressions: object[]): object => ({ scopeSelector: { matchExpressions } })

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    [
      'all there is to count',
      {
        hard: {
          cpu: '1500m',
          'requests.memory': '1Gi',
          'limits.ephemeral-storage': '1Gi',
          pods: '3',
          'services.nodeports': '0',
          'requests.storage': '1Ti',
          'hugepages-2Mi': '2Mi',
          'requests.hugepages-2Mi': '2Mi',
          'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
          'count/deployments.apps': '4',
          'requests.a.example/b': '1',
        },
      },
      [],
    ],
    [
      'an unknown resource',
      { hard: { gold: '1' } },
      [
        `spec.hard[gold]: Invalid value: "gold": ${standard}`,
        'spec.hard[gold]: Invalid value: "gold": must be a standard resource for quota',
      ],
    ],
    [
      'storage that is not counted',
      { hard: { storage: '1' } },
      ['spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota'],
    ],
    [
      'less than nothing',
      { hard: { cpu: '-1' } },
      ['spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'half a pod',
      { hard: { pods: '500m', 'count/pods': '500m' } },
      [
        'spec.hard[pods]: Invalid value: "500m": must be an integer',
        'spec.hard[count/pods]: Invalid value: "500m": must be an integer',
      ],
    ],
    ['scopes', { hard: { pods: '1', cpu: '1' }, scopes: ['NotBestEffort', 'Terminating'] }, []],
    ['an unknown scope', { scopes: ['X'] }, ['spec.scopes: Invalid value: ["X"]: unsupported scope']],
    [
      'a scope that cannot count it',
      { hard: { pods: '1', cpu: '1' }, scopes: ['BestEffort'] },
      ['spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource'],
    ],
    [
      'a scope that cannot count two resources',
      { hard: { pods: '1', cpu: '1' }, scopes: ['VolumeAttributesClass'] },
      Array.from(
        { length: 2 },
        () => 'spec.scopes: Invalid value: ["VolumeAttributesClass"]: unsupported scope applied to resource',
      ),
    ],
    [
      'scopes of which none is left',
      { scopes: ['BestEffort', 'NotBestEffort'] },
      ['spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes'],
    ],
    [
      'scopes in the long form',
      {
        hard: { pods: '1' },
        ...selector(
          { scopeName: 'PriorityClass', operator: 'In', values: ['high'] },
          { scopeName: 'CrossNamespacePodAffinity', operator: 'Exists' },
        ),
      },
      [],
    ],
    [
      'classes of volumes',
      {
        hard: { persistentvolumeclaims: '1', 'requests.storage': '1' },
        ...selector({ scopeName: 'VolumeAttributesClass', operator: 'In', values: ['gold'] }),
      },
      [],
    ],
    [
      'an unknown scope in the long form',
      selector({ scopeName: 'X', operator: 'Exists' }),
      ['spec.scopeSelector.matchExpressions.scopeName: Invalid value: "X": unsupported scope'],
    ],
    [
      'an operator the scope has no use for',
      selector({ scopeName: 'Terminating', operator: 'In', values: ['a'] }),
      [`spec.scopeSelector.matchExpressions.operator: Invalid value: "In": ${operator}`],
    ],
    [
      'an unknown operator',
      selector({ scopeName: 'PriorityClass', operator: 'X' }),
      ['spec.scopeSelector.matchExpressions.operator: Invalid value: "X": not a valid selector operator'],
    ],
    [
      'no value among which',
      selector({ scopeName: 'PriorityClass', operator: 'In' }),
      [
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
    [
      'a value too many',
      selector({ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
      [
        `spec.scopeSelector.matchExpressions.values: Invalid value: ["a"]: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`,
      ],
    ],
    [
      'a scope in the long form that cannot count it',
      { hard: { services: '1' }, ...selector({ scopeName: 'PriorityClass', operator: 'Exists' }) },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"MatchExpressions":[{"ScopeName":"PriorityClass","Operator":"Exists","Values":null}]}: unsupported scope applied to resource',
      ],
    ],
    [
      'scopes in the long form of which none is left',
      selector({ scopeName: 'Terminating', operator: 'Exists' }, { scopeName: 'NotTerminating', operator: 'Exists' }),
      ['spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes'],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, quota(spec)).errors).toEqual(wanted)
    const live = { ...create(kind, quota({})).object, spec: { scopes: (spec as Loose).scopes ?? [] } }
    expect(update(kind, live, (next) => void (next.spec = spec)).errors).toEqual(wanted)
  })

  it('keep their scopes, in any order', () => {
    const live = create(kind, quota({ scopes: ['NotBestEffort', 'Terminating'] })).object
    const scopes = (list: readonly string[]): readonly string[] =>
      update(kind, live, (next) => void (next.spec.scopes = list)).errors
    expect(scopes(['Terminating', 'NotBestEffort'])).toEqual([])
    expect(scopes(['Terminating'])).toEqual(['spec.scopes: Invalid value: ["Terminating"]: field is immutable'])
  })

  it('say what is used through /status only', () => {
    const live = create(kind, { ...quota({ hard: { pods: '2' } }), status: { used: { pods: '1' } } }).object
    expect(live.status).toEqual({})
    const change = (next: Loose): void => {
      next.spec = {}
      next.status = { hard: { pods: '2' }, used: { pods: '1' } }
    }
    expect(update(kind, live, change).object).toMatchObject({ spec: {}, status: {} })
    const { object, errors } = update(kind, live, change, { subresource: 'status' })
    expect(errors).toEqual([])
    expect(object).toMatchObject({ spec: { hard: { pods: '2' } }, status: { used: { pods: '1' } } })
    const wrong = (next: Loose): void => void (next.status = { hard: { pods: '-1' }, used: { gold: '1' } })
    expect(update(kind, live, wrong, { subresource: 'status' }).errors).toEqual([
      'status.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
      `status.used[gold]: Invalid value: "gold": ${standard}`,
      'status.used[gold]: Invalid value: "gold": must be a standard resource for quota',
    ])
  })

  it('warn of requests over limits, when they are created', () => {
    const { warnings } = definitionOf(kind).strategy
    const hard = { cpu: '2', 'limits.cpu': '1', 'requests.memory': '1Gi', 'limits.memory': '1Gi' }
    const object = create(kind, quota({ hard })).object
    expect(warnings?.(object, undefined)).toEqual(['ResourceQuota cpu (2) should be less than limits.cpu (1)'])
    expect(warnings?.(object, object)).toEqual([])
    const storage = { 'requests.ephemeral-storage': '2', 'limits.ephemeral-storage': '1' }
    expect(warnings?.(create(kind, quota({ hard: storage })).object, undefined)).toEqual([
      'ResourceQuota requests.ephemeral-storage (2) should be less than limits.ephemeral-storage (1)',
    ])
  })
})
