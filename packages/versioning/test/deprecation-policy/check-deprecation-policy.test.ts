import { describe, expect, it } from 'vitest'
import {
  checkDeprecationPolicy,
  type ApiRelease,
  type PolicyRuleName,
  type ReleasedFlag,
  type ReleasedGate,
  type ReleasedVersion,
} from '../../src/deprecation-policy/index.ts'

type Content = Omit<ApiRelease, 'release' | 'date'>

/** Releases four months apart, 1.20 on the first of January 2020, with what each holds. */
function history(...contents: readonly Content[]): { releases: readonly ApiRelease[] } {
  return {
    releases: contents.map((content, index) => ({ release: `1.${20 + index}`, date: dateOf(index * 4), ...content })),
  }
}

function dateOf(months: number): string {
  return new Date(Date.UTC(2020, months, 1)).toISOString().slice(0, 10)
}

const text = { type: 'string' }
const version = (
  name: string,
  over: Partial<ReleasedVersion> = {},
  fields = { 'spec.size': text },
): ReleasedVersion => ({
  group: 'example.dev',
  version: name,
  resources: { widgets: { fields } },
  ...over,
})
const having = (...versions: readonly ReleasedVersion[]): Content => ({ versions })
const flags = (flag: Partial<ReleasedFlag>): Content => ({ flags: [{ name: 'old', audience: 'user', ...flag }] })
const gates = (gate: Partial<ReleasedGate>): Content => ({ gates: [{ name: 'Surge', stage: 'beta', ...gate }] })
const metric = (isDeprecated: boolean, stability: 'alpha' | 'stable' = 'stable'): Content => ({
  metrics: [{ name: 'things_total', stability, isDeprecated }],
})
const deprecatedFlag = { isDeprecated: true, warns: true }
const v1beta1 = version('v1beta1')
const v1 = version('v1')
const v1alpha1 = version('v1alpha1')
const leaving = version('v1beta1', { deprecatedFor: 'example.dev/v1' })

interface Case {
  readonly rule: PolicyRuleName
  readonly kept: readonly (readonly Content[])[]
  /** Histories with the element and the message of the first break. */
  readonly broken: readonly (readonly [readonly Content[], string, string])[]
}

const cases: readonly Case[] = [
  {
    rule: '1',
    kept: [
      [having(v1alpha1), having(), having(v1alpha1)],
      [having(v1), having(version('v1', {}, { 'spec.size': text, 'spec.more': text } as never))],
      [having(version('v1alpha1')), having(version('v1alpha2', {}, {} as never))],
    ],
    broken: [
      [
        [having(v1alpha1), having(), having(version('v1alpha1', {}, { 'spec.size': { type: 'int32' } }))],
        'example.dev/v1alpha1 widgets spec.size',
        'the field was string and is int32',
      ],
      [
        [having(v1), having(version('v1', {}, {} as never))],
        'example.dev/v1 widgets spec.size',
        'the field is gone from a released version',
      ],
      [
        [having(v1), having(version('v1', {}, { 'spec.size': { type: 'int32' } }))],
        'example.dev/v1 widgets spec.size',
        'the field was string and is int32',
      ],
      [
        [having(v1), having(version('v1', { resources: {} }))],
        'example.dev/v1 widgets',
        'the resource is gone from a released version',
      ],
      [
        [having(version('v1alpha1')), having(version('v1alpha1', {}, {} as never))],
        'example.dev/v1alpha1 widgets spec.size',
        'the field is gone from a released version',
      ],
    ],
  },
  {
    rule: '2',
    kept: [
      [having(v1, v1beta1)],
      [having(version('v1', {}, { 'spec.amount': { type: 'string', concept: 'spec.size' } } as never), v1beta1)],
      [
        having(
          version('v1', {}, { 'spec.size': text, 'spec.new': { type: 'string', isCarried: true } } as never),
          v1beta1,
        ),
      ],
      [having(v1, version('v1beta1', { resources: {} }))],
    ],
    broken: [
      [
        [having(version('v1', {}, { 'spec.size': text, 'spec.new': text } as never), v1beta1)],
        'example.dev/v1 widgets spec.new',
        'example.dev/v1beta1 has nothing for it: an object that goes through it comes back without',
      ],
      [
        [having(version('v1', {}, {} as never), v1beta1)],
        'example.dev/v1beta1 widgets spec.size',
        'example.dev/v1 has nothing for it: an object that goes through it comes back without',
      ],
    ],
  },
  {
    rule: '3',
    kept: [
      [having(v1, leaving)],
      [having(version('v1beta2'), version('v1beta1', { deprecatedFor: 'example.dev/v1beta2' }))],
      [having(version('v1', { deprecatedFor: '' }))],
    ],
    broken: [
      [
        [having(version('v1', { deprecatedFor: 'example.dev/v2beta1' }), version('v2beta1'))],
        'example.dev/v1',
        'a version on the stable track is deprecated in favour of example.dev/v2beta1, which is beta',
      ],
      [
        [having(version('v1beta1', { deprecatedFor: 'example.dev/v2alpha1' }), version('v2alpha1'))],
        'example.dev/v1beta1',
        'a version on the beta track is deprecated in favour of example.dev/v2alpha1, which is alpha',
      ],
    ],
  },
  {
    rule: '4a',
    kept: [
      [having(v1, v1beta1), having(v1, leaving), having(v1, leaving), having(v1, leaving), having(v1)],
      [having(v1, leaving), having(v1, leaving), having(v1, leaving), having(v1)],
      [having(version('v1alpha1')), having()],
    ],
    broken: [
      [
        [having(v1, leaving), having(v1, leaving), having(v1, leaving), having(v1, v1beta1), having(v1)],
        'example.dev/v1beta1',
        'a beta version is gone that was not deprecated',
      ],
      [
        [having(v1, leaving), having(v1, v1beta1), having(v1, leaving), having(v1, leaving), having(v1)],
        'example.dev/v1beta1',
        'a beta version is gone too soon after 1.22, which deprecated it',
      ],
      [
        [having(v1, leaving), having(v1, leaving), having(v1)],
        'example.dev/v1beta1',
        'a beta version is gone too soon after 1.20, which deprecated it',
      ],
      [[having(v1, v1beta1), having(v1)], 'example.dev/v1beta1', 'a beta version is gone that was not deprecated'],
      [
        [having(version('v1', { deprecatedFor: 'example.dev/v2' }), version('v2')), having(version('v2'))],
        'example.dev/v1',
        'a stable version is gone within a major release',
      ],
    ],
  },
  {
    rule: '4b',
    kept: [
      [
        having(version('v1beta1', { isPreferred: true, isStorage: true })),
        having(version('v1beta1', { isPreferred: true, isStorage: true }), v1),
        having(v1beta1, version('v1', { isPreferred: true, isStorage: true })),
      ],
      [having(version('v1', { isPreferred: true })), having(version('v1', { isPreferred: true }))],
    ],
    broken: [
      [
        [
          having(version('v1beta1', { isStorage: true }), v1),
          having(version('v1beta1', { isStorage: true })),
          having(v1beta1, version('v1', { isStorage: true })),
        ],
        'example.dev/v1',
        'it becomes the storage version, and the release before does not serve both it and example.dev/v1beta1',
      ],
      [
        [having(version('v1beta1', { isPreferred: true })), having(v1beta1, version('v1', { isPreferred: true }))],
        'example.dev/v1',
        'it becomes the preferred version, and the release before does not serve both it and example.dev/v1beta1',
      ],
      [
        [having(version('v1beta1', { isStorage: true })), having(v1beta1, version('v1', { isStorage: true }))],
        'example.dev/v1',
        'it becomes the storage version, and the release before does not serve both it and example.dev/v1beta1',
      ],
    ],
  },
  {
    rule: '5a',
    kept: [
      [flags({}), flags(deprecatedFlag), flags(deprecatedFlag), flags(deprecatedFlag), {}],
      [flags({ track: 'beta' }), flags({ track: 'beta', ...deprecatedFlag }), {}],
      [flags({ track: 'alpha' }), {}],
    ],
    broken: [
      [
        [flags(deprecatedFlag), flags(deprecatedFlag), flags(deprecatedFlag), flags({}), {}],
        '--old',
        'a stable element of the command line is gone that was not deprecated',
      ],
      [
        [flags({}), flags({ track: 'alpha' }), {}],
        '--old',
        'a stable element of the command line is gone that was not deprecated',
      ],
      [
        [flags(deprecatedFlag), flags(deprecatedFlag), {}],
        '--old',
        'a stable element of the command line is gone too soon after 1.20, which deprecated it',
      ],
      [[flags({ track: 'beta' }), {}], '--old', 'a beta element of the command line is gone that was not deprecated'],
    ],
  },
  {
    rule: '5b',
    kept: [
      [flags({ audience: 'admin', ...deprecatedFlag }), flags({ audience: 'admin', ...deprecatedFlag }), {}],
      [flags({ audience: 'admin', track: 'beta', ...deprecatedFlag }), {}],
    ],
    broken: [
      [
        [flags({ audience: 'admin', ...deprecatedFlag }), {}],
        '--old',
        'a stable element of the command line is gone too soon after 1.20, which deprecated it',
      ],
      [
        [flags({ audience: 'admin' }), {}],
        '--old',
        'a stable element of the command line is gone that was not deprecated',
      ],
    ],
  },
  {
    rule: '6',
    kept: [[flags(deprecatedFlag)], [flags({})]],
    broken: [
      [[flags({ isDeprecated: true })], '--old', 'it is deprecated and does not say so when it is used'],
      [
        [flags(deprecatedFlag), flags({ isDeprecated: true, warns: false })],
        '--old',
        'it is deprecated and does not say so when it is used',
      ],
    ],
  },
  {
    rule: '7',
    kept: [
      [{ behaviors: [{ name: 'b' }] }, { behaviors: [{ name: 'b' }] }],
      [
        { behaviors: [{ name: 'b', isDeprecated: true }] },
        { behaviors: [{ name: 'b', isDeprecated: true }] },
        { behaviors: [{ name: 'b', isDeprecated: true }] },
        {},
      ],
    ],
    broken: [
      [
        [{ behaviors: [{ name: 'b', isDeprecated: true }] }, { behaviors: [{ name: 'b', isDeprecated: true }] }, {}],
        'b',
        'a behavior is gone too soon after 1.20, which deprecated it',
      ],
      [[{ behaviors: [{ name: 'b' }] }, {}], 'b', 'a behavior is gone that was not deprecated'],
    ],
  },
  {
    rule: '8',
    kept: [
      [gates({ stage: 'dropped' }), {}],
      [gates({}), gates({ stage: 'stable' }), gates({ stage: 'stable' }), {}],
      [gates({}), gates({ stage: 'dropped' }), {}],
      [gates({ stage: 'alpha' }), {}],
      [gates({ stage: 'alpha' }), gates({ stage: 'dropped' }), {}],
    ],
    broken: [
      [
        [gates({}), gates({ stage: 'alpha' }), {}],
        'gate Surge',
        'a beta gate is gone before its feature was stable or dropped',
      ],
      [
        [gates({}), gates({ stage: 'stable' }), gates({}), gates({ stage: 'stable' }), {}],
        'gate Surge',
        'the gate is gone too soon after 1.23, where its feature was stable',
      ],
      [
        [gates({}), gates({ stage: 'stable' }), {}],
        'gate Surge',
        'the gate is gone too soon after 1.21, where its feature was stable',
      ],
      [[gates({}), {}], 'gate Surge', 'a beta gate is gone before its feature was stable or dropped'],
    ],
  },
  {
    rule: '9',
    kept: [[gates({ stage: 'stable', isDeprecated: true, warns: true, isDocumented: true })], [gates({})]],
    broken: [
      [
        [gates({ stage: 'stable', isDeprecated: true, isDocumented: true })],
        'gate Surge',
        'it is deprecated and does not say so when it is used',
      ],
      [
        [gates({ stage: 'stable', isDeprecated: true, warns: true })],
        'gate Surge',
        'it is deprecated, and nothing says whether it still has an effect',
      ],
    ],
  },
  {
    rule: '9a',
    kept: [
      [metric(false), metric(true), metric(true), metric(true), {}],
      [metric(false, 'alpha'), {}],
    ],
    broken: [
      [
        [metric(true), metric(true), metric(true), {}],
        'metric things_total',
        'a metric is gone too soon after 1.20, where it was stable',
      ],
      [
        [metric(false, 'alpha'), metric(true), {}],
        'metric things_total',
        'a metric is gone too soon after 1.21, where it was stable',
      ],
    ],
  },
  {
    rule: '9b',
    kept: [
      [metric(false), metric(true), metric(true), metric(true), {}],
      [metric(true, 'alpha'), {}],
    ],
    broken: [
      [
        [metric(false), metric(false, 'alpha'), {}],
        'metric things_total',
        'a stable metric is gone that was not deprecated',
      ],
      [
        [metric(false), metric(false), metric(true), metric(true), {}],
        'metric things_total',
        'a stable metric is gone too soon after 1.22, which deprecated it',
      ],
      [
        [metric(false), metric(false), metric(false), metric(false), {}],
        'metric things_total',
        'a stable metric is gone that was not deprecated',
      ],
    ],
  },
]

describe.each(cases)('rule $rule', ({ rule, kept, broken }) => {
  it.each(kept.map((contents, index) => [index, contents] as const))('is kept by history %i', (_index, contents) => {
    expect(checkDeprecationPolicy(history(...contents)).filter((found) => found.rule === rule)).toEqual([])
  })

  it.each(broken.map(([contents, element, message], index) => [index, contents, element, message] as const))(
    'is broken by history %i',
    (_index, contents, element, message) => {
      const found = checkDeprecationPolicy(history(...contents)).filter((one) => one.rule === rule)
      expect(found[0]).toMatchObject({ rule, element, message })
      expect(found[0]!.allowed).not.toBe('')
      expect(found[0]!.release).toBe(`1.${19 + contents.length}`)
    },
  )
})

describe('a history', () => {
  it('that keeps every rule has no breaks', () => {
    const whole = [
      {
        ...having(version('v1beta1', { isPreferred: true, isStorage: true })),
        ...flags({}),
        ...gates({}),
        ...metric(false),
      },
      {
        ...having(version('v1beta1', { isPreferred: true, isStorage: true }), v1),
        ...flags(deprecatedFlag),
        ...gates({}),
        ...metric(false),
      },
      {
        ...having(v1beta1, version('v1', { isPreferred: true, isStorage: true })),
        ...flags(deprecatedFlag),
        ...gates({ stage: 'stable' as const }),
        ...metric(true),
      },
    ]
    expect(checkDeprecationPolicy(history(...whole))).toEqual([])
  })

  it('may call what it has as it likes', () => {
    const odd = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}')
    const gone = { fields: {} }
    const at = (resource: object): Content => ({
      versions: [
        { ...v1, resources: JSON.parse('{"__proto__": 1}', (_key, value) => (value === 1 ? resource : value)) },
      ],
    })
    expect(checkDeprecationPolicy(history(at({ fields: odd }), at({ fields: odd })))).toEqual([])
    expect(checkDeprecationPolicy(history(at({ fields: odd }), at(gone))).map(({ element }) => element)).toEqual([
      'example.dev/v1 __proto__ __proto__',
      'example.dev/v1 __proto__ constructor',
    ])
  })

  it('may remove a stable version with a major release', () => {
    const releases = [
      {
        release: '1.20',
        date: '2020-01-01',
        versions: [version('v1', { deprecatedFor: 'example.dev/v2' }), version('v2')],
      },
      { release: '2.0', date: '2020-05-01', versions: [version('v2')] },
    ]
    expect(checkDeprecationPolicy({ releases })).toEqual([])
  })

  it('counts months by the calendar, whichever of months and releases is longer', () => {
    const at = (date: string, release: string, content: Content): ApiRelease => ({ release, date, ...content })
    const beta = having(v1, leaving)
    const releases = (last: string): readonly ApiRelease[] => [
      at('2020-01-31', '1.20', beta),
      at('2020-02-01', '1.21', beta),
      at('2020-03-01', '1.22', beta),
      at(last, '1.23', having(v1)),
    ]
    expect(checkDeprecationPolicy({ releases: releases('2020-10-31') })).toEqual([])
    expect(checkDeprecationPolicy({ releases: releases('2020-10-30') })).toMatchObject([{ rule: '4a' }])
  })

  it.each([
    [[{ release: 'one', date: '2020-01-01' }], '"one" is not a release: two numbers, 1.36'],
    [[{ release: '1.1', date: 'today' }], '"today" is not a date: 2026-04-22'],
    [[{ release: '1.1', date: '2026-02-30' }], '"2026-02-30" is not a date: 2026-04-22'],
    [
      [{ release: '1.1', date: '2020-01-01', versions: [v1, v1] }],
      'release 1.1 lists the version "example.dev/v1" twice',
    ],
    [
      [{ release: '1.1', date: '2020-01-01', ...gates({}), ...flags({}), metrics: [{ name: 'm' }, { name: 'm' }] }],
      'release 1.1 lists the metric "m" twice',
    ],
    [[{ release: '1.1', date: '2020-13-01' }], '"2020-13-01" is not a date: 2026-04-22'],
    [
      [
        { release: '1.2', date: '2020-01-01' },
        { release: '1.1', date: '2020-05-01' },
      ],
      'release 1.1 does not come after 1.2',
    ],
    [
      [
        { release: '1.1', date: '2020-05-01' },
        { release: '1.2', date: '2020-01-01' },
      ],
      'release 1.2 does not come after 1.1',
    ],
  ])('%j is refused', (releases, message) => {
    expect(() => checkDeprecationPolicy({ releases })).toThrow(new TypeError(message))
  })
})
