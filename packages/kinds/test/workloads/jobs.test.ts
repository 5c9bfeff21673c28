import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from '../write.ts'

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } }

function given(spec: Loose, metadata: Loose = {}): Loose {
  return { metadata: { name: 'j', namespace: 'n', uid: 'u', ...metadata }, spec: { template, ...spec } }
}

function live(spec: Loose = {}): Loose {
  const { object, errors } = create('batch/v1/Job', given(spec))
  expect(errors).toEqual([])
  object.metadata.resourceVersion = '1'
  return object
}

const labels = {
  'job-name': 'j',
  'batch.kubernetes.io/job-name': 'j',
  'controller-uid': 'u',
  'batch.kubernetes.io/controller-uid': 'u',
}

describe('jobs', () => {
  it('are given a selector of their own, and their pods the labels for it', () => {
    const { spec, metadata, status } = live()
    expect(spec.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } })
    expect(spec.template.metadata.labels).toEqual(labels)
    expect(metadata.generation).toBe(1)
    expect(status).toEqual({})
  })

  it('are filled in', () => {
    expect(live().spec).toMatchObject({
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      completions: 1,
      manualSelector: false,
      parallelism: 1,
      podReplacementPolicy: 'TerminatingOrFailed',
      suspend: false,
    })
    expect(live({ parallelism: 3 }).spec.completions).toBeUndefined()
    expect(live({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1 }).spec.backoffLimit).toBe(
      2_147_483_647,
    )
  })

  it('take over the labels of their template where they have none', () => {
    const labelled = { ...template, metadata: { labels: { app: 'a' } } }
    const { metadata, spec } = create('batch/v1/Job', given({ template: labelled })).object
    expect(metadata.labels).toMatchObject({ app: 'a', 'job-name': 'j' })
    expect(metadata.labels).toEqual(spec.template.metadata.labels)
  })

  const wrong = { ...labels, 'controller-uid': 'other' }
  const printed =
    '{"batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"j","controller-uid":"other","job-name":"j"}'
  const indexed = { completionMode: 'Indexed', completions: 3 }
  const policy = (rule: Loose): Loose => ({ podFailurePolicy: { rules: [rule] } })
  const rule = 'spec.podFailurePolicy.rules[0]'

  it.each<[string, Loose, readonly string[]]>([
    [
      'with labels of another job',
      { template: { ...template, metadata: { labels: wrong } } },
      [`spec.template.metadata.labels[controller-uid]: Invalid value: ${printed}: must be 'u'`],
    ],
    [
      'with a selector for others',
      { selector: { matchLabels: { a: 'b' } } },
      [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":"u"}}: `selector` not auto-generated',
        'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"j","controller-uid":"u","job-name":"j"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'without a selector where that is theirs to give',
      { manualSelector: true },
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
      ],
    ],
    [
      'whose pods restart always',
      { template: { spec: { ...template.spec, restartPolicy: 'Always' } } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      'with counts below zero',
      { parallelism: -1, backoffLimit: -2 },
      [
        'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
        'spec.backoffLimit: Invalid value: -2: must be greater than or equal to 0',
      ],
    ],
    [
      'with indexes and no completions',
      { completionMode: 'Indexed', parallelism: 1 },
      ['spec.completions: Required value: when completion mode is Indexed'],
    ],
    [
      'with limits of indexes and none of them',
      { backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
      [
        'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
        'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      'with another mode',
      { completionMode: 'Both' },
      ['spec.completionMode: Unsupported value: "Both": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      'managed by a bare word',
      { managedBy: 'me' },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      'with a rule of nothing',
      policy({ action: 'Count' }),
      [`${rule}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`],
    ],
    [
      'with a rule of exit codes that are none',
      policy({ action: 'FailIndex', onExitCodes: { operator: 'In', containerName: 'x', values: [2, 0] } }),
      [
        `${rule}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`,
        `${rule}.onExitCodes.containerName: Invalid value: "x": must be one of the container or initContainer names in the pod template`,
        `${rule}.onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator`,
        `${rule}.onExitCodes.values: Invalid value: [2,0]: must be ordered`,
      ],
    ],
    [
      'that succeed early without indexes',
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      [
        'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: requires indexed completion mode',
      ],
    ],
    [
      'that succeed with indexes they do not have',
      {
        ...indexed,
        successPolicy: { rules: [{ succeededIndexes: '0,3' }, { succeededIndexes: '0-1', succeededCount: 3 }, {}] },
      },
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0,3": error parsing succeededIndexes: too large index: "3"',
        'spec.successPolicy.rules[1].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
        'spec.successPolicy.rules[2]: Required value: at least one of succeededCount or succeededIndexes must be specified',
      ],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(create('batch/v1/Job', given(spec)).errors).toEqual(errors)
  })

  it('are refused where the names of their pods would be too long', () => {
    const name = 'a'.repeat(62)
    expect(create('batch/v1/Job', given(indexed, { name })).errors).toEqual([
      `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-2`,
    ])
  })

  it.each<[string, Loose, (next: Loose) => void, readonly string[]]>([
    ['more pods at a time', {}, (next) => (next.spec.parallelism = 5), []],
    [
      'other completions',
      {},
      (next) => (next.spec.completions = 5),
      ['spec.completions: Invalid value: 5: field is immutable'],
    ],
    [
      'more indexes, pods and all',
      { ...indexed, parallelism: 3 },
      (next) => {
        next.spec.completions = 5
        next.spec.parallelism = 5
      },
      [],
    ],
    [
      'more indexes alone',
      indexed,
      (next) => (next.spec.completions = 5),
      ['spec.completions: Invalid value: 5: can only be modified in tandem with spec.parallelism'],
    ],
    [
      'another mode',
      indexed,
      (next) => (next.spec.completionMode = 'NonIndexed'),
      ['spec.completionMode: Invalid value: "NonIndexed": field is immutable'],
    ],
    [
      'another place for pods that wait',
      { suspend: true },
      (next) => (next.spec.template.spec.nodeSelector = { a: 'b' }),
      [],
    ],
  ])('as for %s, are judged', (_, spec, change, errors) => {
    expect(update('batch/v1/Job', live(spec), change).errors).toEqual(errors)
  })

  it('keep their template', () => {
    const { errors } = update('batch/v1/Job', live(), (next) => (next.spec.template.spec.nodeSelector = { a: 'b' }))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^spec\.template: Invalid value: .*: field is immutable$/)
  })
})

describe('the status of jobs', () => {
  const at = '2026-01-01T00:00:00Z'
  const ended = (...types: readonly string[]): Loose => types.map((type) => ({ type, status: 'True' }))

  it.each<[string, Loose, Loose, readonly string[]]>([
    [
      'complete',
      {},
      { conditions: ended('SuccessCriteriaMet', 'Complete'), startTime: at, completionTime: at, succeeded: 1 },
      [],
    ],
    [
      'complete without its times',
      {},
      { conditions: ended('SuccessCriteriaMet', 'Complete') },
      [
        'status.completionTime: Required value: completionTime is required for Complete jobs',
        'status.startTime: Required value: startTime is required for finished job',
      ],
    ],
    [
      'complete without having met its end',
      {},
      { conditions: ended('Complete'), startTime: at, completionTime: at },
      [
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      ],
    ],
    [
      'failed by itself',
      {},
      { conditions: ended('Failed'), startTime: at, active: 1 },
      [
        'status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition',
        'status.active: Invalid value: 1: active>0 is invalid for finished job',
      ],
    ],
    [
      'back from its end',
      { conditions: ended('FailureTarget', 'Failed'), startTime: at },
      { startTime: at },
      [
        'status.conditions: Invalid value: cannot disable the terminal Failed=True condition',
        'status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition',
      ],
    ],
    [
      'uncounted',
      { failed: 2, succeeded: 2 },
      { failed: 1, succeeded: 1 },
      [
        'status.failed: Invalid value: 1: cannot decrease the failed counter',
        'status.succeeded: Invalid value: 1: cannot decrease the succeeded counter',
      ],
    ],
    [
      'of indexes it has none of',
      {},
      { completedIndexes: '0' },
      [
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
    ],
    [
      'readier than it is active',
      {},
      { ready: 1 },
      ['status.ready: Invalid value: 1: cannot set more ready pods than active'],
    ],
  ])('is judged where it is %s', (_, stored, status, errors) => {
    const before = { ...live({ completions: 3 }), status: stored }
    const outcome = update('batch/v1/Job', before, (next) => (next.status = status), { subresource: 'status' })
    expect(outcome.errors).toEqual(errors)
  })
})
