import { describe, expect, it } from 'vitest'
import type { SpokeConversion } from '@pinnace/resources'
import { create, definitionOf, type Loose } from './write.ts'

const older = 'autoscaling/v1/HorizontalPodAutoscaler'
const newer = 'autoscaling/v2/HorizontalPodAutoscaler'
const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }
const key = (word: string): string => `autoscaling.alpha.kubernetes.io/${word}`
const selector = { matchLabels: { a: 'b' } }

function hub(spec: Loose, status: Loose = {}): Loose {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    spec: { scaleTargetRef, maxReplicas: 3, ...spec },
    status: { currentReplicas: 1, desiredReplicas: 2, currentMetrics: null, ...status },
  }
}

function shown(object: Loose): Loose {
  const copy = structuredClone(object)
  ;(definitionOf(older).conversion as SpokeConversion).fromHub(copy as never)
  return copy
}

function stored(object: Loose): Loose {
  const copy = structuredClone(object)
  ;(definitionOf(older).conversion as SpokeConversion).toHub(copy as never)
  return copy
}

describe('metrics in the annotation of v1', () => {
  it.each<[string, Loose, Loose]>([
    [
      'Object, by value',
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'Service', name: 's' },
          target: { type: 'Value', value: '10' },
          metric: { name: 'm', selector },
        },
      },
      {
        type: 'Object',
        object: { target: { kind: 'Service', name: 's' }, metricName: 'm', targetValue: '10', selector },
      },
    ],
    [
      'Object, by average',
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'Service', name: 's' },
          target: { type: 'AverageValue', averageValue: '5' },
          metric: { name: 'm' },
        },
      },
      {
        type: 'Object',
        object: { target: { kind: 'Service', name: 's' }, metricName: 'm', targetValue: '0', averageValue: '5' },
      },
    ],
    [
      'Pods',
      { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '100m' } } },
      { type: 'Pods', pods: { metricName: 'm', targetAverageValue: '100m' } },
    ],
    [
      'Resource, by average',
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } },
      { type: 'Resource', resource: { name: 'cpu', targetAverageValue: '1' } },
    ],
    [
      'Resource, another than the processor',
      { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } } },
      { type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 60 } },
    ],
    [
      'ContainerResource',
      {
        type: 'ContainerResource',
        containerResource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: 60 },
          container: 'c',
        },
      },
      { type: 'ContainerResource', containerResource: { name: 'cpu', targetAverageUtilization: 60, container: 'c' } },
    ],
    [
      'External, by value',
      { type: 'External', external: { metric: { name: 'm', selector }, target: { type: 'Value', value: '3' } } },
      { type: 'External', external: { metricName: 'm', metricSelector: selector, targetValue: '3' } },
    ],
    [
      'External, by average',
      { type: 'External', external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '3' } } },
      { type: 'External', external: { metricName: 'm', targetAverageValue: '3' } },
    ],
  ])('are written as v1 has them: %s', (_, metric, text) => {
    const object = hub({ metrics: [metric] })
    const old = shown(object)
    expect(JSON.parse(old.metadata.annotations[key('metrics')])).toEqual([text])
    expect(stored(old)).toEqual(object)
  })

  it('hold no use of the processor, of which the first has a field', () => {
    const use = (percent: number): Loose => ({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } },
    })
    const old = shown(hub({ metrics: [use(50), use(70)] }))
    expect(old.spec.targetCPUUtilizationPercentage).toBe(50)
    expect(stored(old).spec.metrics).toEqual([use(50)])
  })

  it('take what Kubernetes writes for an average without a value', () => {
    const object = { target: { kind: 'Service', name: 's' }, metricName: 'm', targetValue: '0', averageValue: '5' }
    const annotations = { [key('metrics')]: JSON.stringify([{ type: 'Object', object }]) }
    const { spec } = stored({ metadata: { annotations }, spec: {}, status: {} } as never)
    expect(spec.metrics[0].object.target).toEqual({ type: 'AverageValue', averageValue: '5' })
  })
})

describe('what is seen, as annotations of v1', () => {
  it.each<[string, Loose, Loose]>([
    [
      'Object',
      {
        type: 'Object',
        object: {
          metric: { name: 'm' },
          current: { value: '1', averageValue: '2' },
          describedObject: { kind: 'Service', name: 's' },
        },
      },
      {
        type: 'Object',
        object: { target: { kind: 'Service', name: 's' }, metricName: 'm', currentValue: '1', averageValue: '2' },
      },
    ],
    [
      'Pods',
      { type: 'Pods', pods: { metric: { name: 'm' }, current: { averageValue: '1' } } },
      { type: 'Pods', pods: { metricName: 'm', currentAverageValue: '1' } },
    ],
    [
      'Resource',
      { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '1', averageUtilization: 10 } } },
      { type: 'Resource', resource: { name: 'cpu', currentAverageUtilization: 10, currentAverageValue: '1' } },
    ],
    [
      'ContainerResource',
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', current: { averageValue: '1' }, container: 'c' },
      },
      { type: 'ContainerResource', containerResource: { name: 'cpu', currentAverageValue: '1', container: 'c' } },
    ],
    [
      'External',
      { type: 'External', external: { metric: { name: 'm' }, current: { value: '1' } } },
      { type: 'External', external: { metricName: 'm', currentValue: '1' } },
    ],
  ])('says all of it: %s', (_, metric, text) => {
    const object = hub({ metrics: [] }, { currentMetrics: [metric] })
    delete object.spec.metrics
    const old = shown(object)
    expect(JSON.parse(old.metadata.annotations[key('current-metrics')])).toEqual([text])
    expect(stored(old)).toEqual(object)
  })

  it('is in the annotation also where the one field says it', () => {
    const metric = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 10 } } }
    const object = hub({}, { currentMetrics: [metric] })
    const old = shown(object)
    expect(old.status.currentCPUUtilizationPercentage).toBe(10)
    expect(old.metadata.annotations).toEqual({
      [key('current-metrics')]:
        '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":10,"currentAverageValue":"0"}}]',
    })
    const current = { averageUtilization: 10, averageValue: '0' }
    expect(stored(old).status.currentMetrics).toEqual([{ type: 'Resource', resource: { name: 'cpu', current } }])
  })
})

describe('a behavior in the annotation of v1', () => {
  const behavior = {
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }],
      tolerance: '50m',
    },
  }

  it('is spelled as the Go struct of Kubernetes', () => {
    const old = shown(hub({ behavior }))
    expect(JSON.parse(old.metadata.annotations[key('behavior')])).toEqual({
      ScaleUp: {
        StabilizationWindowSeconds: 0,
        SelectPolicy: 'Max',
        Policies: [{ Type: 'Pods', Value: 4, PeriodSeconds: 15 }],
        Tolerance: '50m',
      },
      ScaleDown: null,
    })
    expect(stored(old).spec.behavior.scaleUp).toEqual(behavior.scaleUp)
  })

  it.each(['{', '1', 'null'])('is passed over where it is %s', (text) => {
    const old = { metadata: { annotations: { [key('behavior')]: text } }, spec: {}, status: {} }
    expect(stored(old as never).spec).toEqual({})
  })
})

describe('annotations of v1', () => {
  const annotations = Object.fromEntries(
    ['metrics', 'current-metrics', 'behavior', 'conditions'].map((word) => [key(word), '[]']),
  )

  it('are not kept by an object of v2, which has fields for all of it', () => {
    const { object } = create(newer, {
      metadata: { name: 'a', annotations: { ...annotations, mine: 'x' } },
      spec: { scaleTargetRef, maxReplicas: 3 },
    })
    expect(object.metadata.annotations).toEqual({ mine: 'x' })
  })

  it('that hold no metric leave the use of the processor to be the default', () => {
    const { object } = create(older, { metadata: { name: 'a', annotations }, spec: { scaleTargetRef, maxReplicas: 3 } })
    expect(object.spec).toMatchObject({ minReplicas: 1, targetCPUUtilizationPercentage: 80 })
  })
})
