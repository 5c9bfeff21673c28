import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { create, definitionOf, update, type Loose } from '../write.ts'

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const deployment = { metadata: { name: 'a.b' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }

function warnings(kind: string, object: object, live?: ApiObject): readonly string[] {
  const { strategy } = definitionOf(kind)
  return strategy.warnings?.(object as ApiObject, live) ?? []
}

describe('the generation of a deployment', () => {
  it('counts an annotation with an empty text', () => {
    const live = create('apps/v1/Deployment', deployment).object as Loose
    const { object } = update('apps/v1/Deployment', live, (next) => void (next.metadata.annotations = { a: '' }))
    expect(object.metadata.generation).toBe(2)
    const { object: again } = update('apps/v1/Deployment', object, (next) => void delete next.metadata.annotations)
    expect(again.metadata.generation).toBe(3)
  })
})

describe('warnings', () => {
  it.each([
    ['apps/v1/Deployment', deployment],
    ['v1/ReplicationController', { metadata: { name: 'a.b' }, spec: { selector: { a: 'b' }, template } }],
  ])('of a new %s mention a name that is no DNS label', (kind, given) => {
    const { object } = create(kind, given)
    expect(warnings(kind, object)).toEqual([expect.stringMatching(/^metadata\.name: this is used in Pod names/)])
    expect(warnings(kind, object, object)).toEqual([])
  })

  it('of a stateful set name the claim, and on update the Go field', () => {
    const claim = { metadata: { name: 'd' }, spec: { resources: { requests: { storage: '1500m' } } } }
    const spec = { selector: { matchLabels: { a: 'b' } }, serviceName: 's', template, volumeClaimTemplates: [claim] }
    const { object } = create('apps/v1/StatefulSet', { metadata: { name: 'a' }, spec })
    const sentence = 'fractional byte value "1500m" is invalid, must be an integer'
    expect(warnings('apps/v1/StatefulSet', object)).toEqual([
      `spec.volumeClaimTemplates[0].resources.requests[storage]: ${sentence}`,
    ])
    const live = { ...object, metadata: { ...object.metadata, generation: 0 } }
    expect(warnings('apps/v1/StatefulSet', object, live)).toEqual([
      `spec.volumeClaimTemplates[0].Spec.resources.requests[storage]: ${sentence}`,
    ])
  })
})

describe('a job', () => {
  const spec = { suspend: true, template: { spec: { ...template.spec, restartPolicy: 'Never' } } }
  const job = { metadata: { name: 'a', namespace: 'n' }, spec }

  it('tells an empty text from an absent one in what does not change', () => {
    const live = create('batch/v1/Job', job).object
    const change = (next: Loose): void => {
      next.spec.managedBy = ''
      next.spec.template.spec.runtimeClassName = ''
    }
    const { errors } = update('batch/v1/Job', live, change)
    expect(errors.filter((error) => error.endsWith('field is immutable'))).toEqual([
      expect.stringMatching(/^spec\.template\.spec: Invalid value: \{.*field is immutable$/),
      'spec.managedBy: Invalid value: "": field is immutable',
    ])
  })

  it('is validated with its metadata, and then its update with it again', () => {
    const live = create('batch/v1/Job', job).object
    const { errors } = update('batch/v1/Job', live, (next) => {
      next.metadata.labels = { a: 'bad value!' }
      next.spec.template.spec.restartPolicy = 'Always'
    })
    const fields = errors.map((error) => error.slice(0, error.indexOf(':')))
    expect(fields.filter((field, index) => field !== fields[index - 1]).slice(0, 4)).toEqual([
      'metadata.labels',
      'spec.template.spec.restartPolicy',
      'metadata.labels',
      'spec.template.spec.restartPolicy',
    ])
  })

  it('with a name that is no label is not also blamed for labels it was given', () => {
    const { errors } = create('batch/v1/Job', { ...job, metadata: { name: 'a'.repeat(64), namespace: 'n' } })
    expect(errors.filter((error) => error.startsWith('metadata.labels'))).toEqual([])
    expect(errors).not.toEqual([])
  })
})
