import { describe, expect, it } from 'vitest'
import { cells, create, update, type Loose } from './write.ts'

const newer = 'autoscaling/v2/HorizontalPodAutoscaler'
const older = 'autoscaling/v1/HorizontalPodAutoscaler'
const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }
const key = (word: string): string => `autoscaling.alpha.kubernetes.io/${word}`

const autoscaler = (spec: object): Loose => ({
  metadata: { name: 'a', namespace: 'n' },
  spec: { scaleTargetRef, maxReplicas: 3, ...spec },
})
const metric = (type: string, fields: object): Loose => autoscaler({ metrics: [{ type, ...fields }] })
const target = { type: 'AverageValue', averageValue: '1' }
const use = { type: 'Utilization', averageUtilization: 50 }
const service = { kind: 'Service', name: 's' }
const noType = [
  'target.type: Required value: must specify a metric target type',
  'target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
]
const anyUse = 'Required value: must set either a target raw value or a target utilization'
const twoUses = 'Forbidden: may not set both a target raw value and a target utilization'
const types = 'supported values: "ContainerResource", "External", "Object", "Pods", "Resource"'

describe('the counts and the target of an autoscaler', () => {
  it.each<[string, object, string[]]>([
    ['a count', {}, []],
    [
      'nothing',
      { maxReplicas: 0, scaleTargetRef: {} },
      [
        'maxReplicas: Required value: must be set and greater than 0',
        'maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
        'scaleTargetRef.kind: Required value',
        'scaleTargetRef.name: Required value',
        'scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
      ],
    ],
    [
      'no pods at least',
      { minReplicas: 0 },
      [
        'minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      'fewer than none',
      { maxReplicas: -1 },
      [
        'maxReplicas: Invalid value: -1: must be greater than or equal to 1',
        'maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`',
      ],
    ],
    [
      'impossible names',
      { scaleTargetRef: { kind: 'a/b', name: '..', apiVersion: 'a/b/c' } },
      [
        'scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
        'scaleTargetRef.name: Invalid value: "..": may not be \'..\'',
        'scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      ],
    ],
    [
      'another kind of the core group',
      { scaleTargetRef: { kind: 'Pod', name: 'd', apiVersion: 'v1' } },
      ['scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group'],
    ],
    [
      'a replication controller',
      { scaleTargetRef: { kind: 'ReplicationController', name: 'd', apiVersion: 'v1' } },
      [],
    ],
  ])('%s', (_, spec, wanted) => {
    const errors = wanted.map((text) => `spec.${text}`)
    expect(create(newer, autoscaler(spec)).errors).toEqual(errors)
    expect(create(older, autoscaler(spec)).errors).toEqual(errors)
  })

  it('keep what was stored under older rules', () => {
    const live = { ...create(newer, autoscaler({})).object }
    live.spec = { ...live.spec, minReplicas: 0, scaleTargetRef: { kind: 'Deployment', name: 'd' } }
    const metrics = [{ type: 'External', external: { metric: { name: 'm' }, target } }]
    expect(update(newer, live, (next) => void (next.spec.metrics = metrics)).errors).toEqual([])
    expect(update(newer, live, (next) => void (next.spec.scaleTargetRef.kind = 'Other')).errors).toEqual([
      'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
    ])
  })
})

describe('a metric', () => {
  it.each<[string, Loose, string[]]>([
    ['Object', metric('Object', { object: { describedObject: service, metric: { name: 'm' }, target } }), []],
    ['Pods', metric('Pods', { pods: { metric: { name: 'm' }, target } }), []],
    ['Resource', metric('Resource', { resource: { name: 'cpu', target: use } }), []],
    [
      'ContainerResource',
      metric('ContainerResource', { containerResource: { name: 'cpu', container: 'c', target: use } }),
      [],
    ],
    ['External', metric('External', { external: { metric: { name: 'm' }, target } }), []],
    [
      'of no type',
      metric('', {}),
      [
        'type: Required value: must specify a metric source type',
        `type: Unsupported value: "": ${types}`,
        `type: Unsupported value: "": ${types}`,
      ],
    ],
    [
      'of no source',
      metric('Pods', {}),
      ['pods: Required value: must populate information for the given metric source'],
    ],
    [
      'of two sources, of which the first is looked at',
      metric('Resource', { pods: {}, resource: {} }),
      [
        'pods.metric.name: Required value: must specify a metric name',
        ...noType.map((text) => `pods.${text}`),
        'pods.target.averageValue: Required value: must specify a positive target averageValue',
        'pods: Forbidden: must populate the given metric source only',
      ],
    ],
    [
      'of an empty object',
      metric('Object', { object: {} }),
      [
        'object.describedObject.kind: Required value',
        'object.describedObject.name: Required value',
        'object.metric.name: Required value: must specify a metric name',
        ...noType.map((text) => `object.${text}`),
        'object.target.averageValue: Required value: must set either a target value or averageValue',
      ],
    ],
    [
      'from outside with two values',
      metric('External', { external: { metric: { name: 'a%b' }, target: { ...target, value: '-1' } } }),
      [
        'external.metric.name: Invalid value: "a%b": may not contain \'%\'',
        'external.target.value: Invalid value: "-1": must be positive',
        'external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
      ],
    ],
    [
      'from outside without a value',
      metric('External', { external: { metric: { name: 'm' }, target: { type: 'Value' } } }),
      ['external.target.averageValue: Required value: must set either a target value for metric or a per-pod target'],
    ],
    [
      'of no resource',
      metric('Resource', { resource: { target: { type: 'X' } } }),
      [
        'resource.name: Required value: must specify a resource name',
        'resource.target.type: Invalid value: "X": must be either Utilization, Value, or AverageValue',
        `resource.target.averageUtilization: ${anyUse}`,
      ],
    ],
    [
      'of a resource with two values',
      metric('Resource', { resource: { name: 'cpu', target: { ...use, averageUtilization: 0, averageValue: '0' } } }),
      [
        'resource.target.averageValue: Invalid value: "0": must be positive',
        'resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
        `resource.target.averageValue: ${twoUses}`,
      ],
    ],
    [
      'of no container',
      metric('ContainerResource', { containerResource: { name: 'x', target: use } }),
      [
        'containerResource.name: Invalid value: "x": must be a standard resource type or fully qualified',
        'containerResource.name: Invalid value: "x": must be a standard resource for containers',
        'containerResource.container: Required value: must specify a container',
      ],
    ],
  ])('%s', (_, object, wanted) => {
    expect(create(newer, object).errors).toEqual(wanted.map((text) => `spec.metrics[0].${text}`))
  })
})

describe('a behavior', () => {
  const policy = { type: 'Pods', value: 1, periodSeconds: 15 }

  it.each<[string, object, string[]]>([
    ['of both directions', { scaleUp: { policies: [policy] }, scaleDown: { tolerance: '0.1' } }, []],
    [
      'of wrong bounds',
      { scaleUp: { stabilizationWindowSeconds: -1 }, scaleDown: { stabilizationWindowSeconds: 3601, tolerance: '-1' } },
      [
        'scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero',
        'scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'scaleDown.tolerance: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
    [
      'of unknown words',
      { scaleUp: { selectPolicy: 'Any', policies: [{}, { ...policy, periodSeconds: 1801 }] } },
      [
        'scaleUp.selectPolicy: Unsupported value: "Any": supported values: "Disabled", "Max", "Min"',
        'scaleUp.policies[0].type: Unsupported value: "": supported values: "Percent", "Pods"',
        'scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
        'scaleUp.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
        'scaleUp.policies[1].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
      ],
    ],
  ])('%s', (_, behavior, wanted) => {
    expect(create(newer, autoscaler({ behavior })).errors).toEqual(wanted.map((text) => `spec.behavior.${text}`))
  })
})

describe('the targets of an autoscaler, in a table', () => {
  const external = { metric: { name: 'm' }, target: { type: 'Value', value: '3' } }

  it.each<[string, object | undefined, string]>([
    ['nothing seen', undefined, '<unknown>/3'],
    ['an amount seen', { current: { value: '5' } }, '5/3'],
    ['something seen without an amount', { current: {} }, '<nil>/3'],
  ])('with %s', (_, seen, wanted) => {
    const currentMetrics =
      seen === undefined ? [] : [{ type: 'External', external: { metric: { name: 'm' }, ...seen } }]
    const object = { ...metric('External', { external }), status: { desiredReplicas: 0, currentMetrics } }
    expect(cells(newer, object)).toMatchObject({ Targets: wanted, MaxPods: 3 })
  })
})

describe('the status of an autoscaler', () => {
  it('counts no fewer than none', () => {
    const live = create(newer, autoscaler({})).object
    const count = (next: Loose): void => void (next.status = { currentReplicas: -1, desiredReplicas: -2 })
    for (const kind of [newer, older]) {
      expect(update(kind, live, count, { subresource: 'status' }).errors).toEqual([
        'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
        'status.desiredReplicas: Invalid value: -2: must be greater than or equal to 0',
      ])
    }
  })
})

describe('an autoscaler of v1 follows the rules of v2', () => {
  const old = (annotations: object, spec: object = {}): Loose => {
    const texts = Object.entries(annotations).map(([word, value]) => [key(word), JSON.stringify(value)])
    return { ...autoscaler(spec), metadata: { name: 'a', namespace: 'n', annotations: Object.fromEntries(texts) } }
  }

  it.each<[string, Loose, string[]]>([
    [
      'a metric of nothing',
      { metrics: [{}] },
      [
        'spec.metrics[0].type: Required value: must specify a metric source type',
        `spec.metrics[0].type: Unsupported value: "": ${types}`,
        `spec.metrics[0].type: Unsupported value: "": ${types}`,
      ],
    ],
    [
      'a metric of pods without value',
      { metrics: [{ type: 'Pods', pods: { metricName: 'm' } }] },
      ['spec.metrics[0].pods.target.averageValue: Invalid value: "0": must be positive'],
    ],
    ['no list', { metrics: [{ type: 5 }] }, []],
    [
      'rules without policies',
      { behavior: { ScaleDown: {} } },
      ['spec.behavior.scaleDown.policies: Required value: must specify at least one Policy'],
    ],
  ])('with annotations of %s', (_, annotations, wanted) => {
    expect(create(older, old(annotations)).errors).toEqual(wanted)
  })

  it('drops what says the status from a new one, and keeps it from an update', () => {
    const conditions = [{ type: 'AbleToScale', status: 'True' }]
    expect(create(older, old({ conditions, 'scale-up-tolerance': 1 })).object.metadata.annotations).toBeUndefined()
    const live = update(older, create(older, old({})).object, old({ conditions }), { subresource: 'status' }).object
    expect(live.metadata.annotations).toEqual({
      [key('conditions')]: '[{"type":"AbleToScale","status":"True","lastTransitionTime":null}]',
    })
    expect(update(older, live, old({})).object.metadata.annotations).toEqual(live.metadata.annotations)
  })

  it('takes no metric through the status', () => {
    const live = create(older, old({})).object
    const metrics = [{ type: 'Pods', pods: { metricName: 'm', targetAverageValue: '5' } }]
    expect(update(older, live, old({ metrics }), { subresource: 'status' }).object.metadata.annotations).toBeUndefined()
  })

  it('fills in a behavior, whatever the case of its names', () => {
    const { object } = create(older, old({ behavior: { scaleup: { POLICIES: [{ Type: 'Pods', value: 1 }] } } }))
    expect(JSON.parse(object.metadata.annotations[key('behavior')])).toEqual({
      ScaleUp: {
        StabilizationWindowSeconds: 0,
        SelectPolicy: 'Max',
        Policies: [{ Type: 'Pods', Value: 1, PeriodSeconds: 0 }],
        Tolerance: null,
      },
      ScaleDown: {
        StabilizationWindowSeconds: null,
        SelectPolicy: 'Max',
        Policies: [{ Type: 'Percent', Value: 100, PeriodSeconds: 15 }],
        Tolerance: null,
      },
    })
  })
})
