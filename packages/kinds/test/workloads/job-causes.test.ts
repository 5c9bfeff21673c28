import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from '../write.ts'

const container = { name: 'c', image: 'i' }
const started = { startTime: '2026-01-01T00:00:00Z' }
const suspended = { conditions: [{ type: 'Suspended', status: 'True' }] }

function live(spec: Loose, status: Loose = {}): Loose {
  const template = {
    metadata: { labels: { app: 'a' } },
    spec: { restartPolicy: 'Never', containers: [container], initContainers: [{ ...container, name: 'i' }] },
  }
  const { object, errors } = create('batch/v1/Job', {
    metadata: { name: 'j', namespace: 'n', uid: 'u' },
    spec: { template, manualSelector: true, selector: { matchLabels: { app: 'a' } }, ...spec },
  })
  expect(errors).toEqual([])
  return { ...object, status }
}

function outcome(job: Loose, change: (template: Loose) => void): 'accepted' | string {
  const { errors } = update('batch/v1/Job', job, (next) => change(next.spec.template))
  expect(errors.length).toBeLessThan(2)
  return errors[0]?.split(': Invalid value')[0] ?? 'accepted'
}

describe('an update of a job', () => {
  it('reports the errors of the spec for the job and for the update', () => {
    const { errors } = update('batch/v1/Job', live({}), (next) => {
      next.spec.backoffLimit = -5
      next.spec.completions = 3
    })
    expect(errors).toEqual([
      'spec.backoffLimit: Invalid value: -5: must be greater than or equal to 0',
      'spec.backoffLimit: Invalid value: -5: must be greater than or equal to 0',
      'spec.completions: Invalid value: 3: field is immutable',
    ])
  })

  const directives: Record<string, (template: Loose) => void> = {
    resources: (template) => (template.spec.containers[0].resources = { limits: { cpu: '1' } }),
    'resources of an init container': (template) =>
      (template.spec.initContainers[0].resources = { limits: { cpu: '1' } }),
    'node selector': (template) => (template.spec.nodeSelector = { a: 'b' }),
    finalizers: (template) => (template.metadata.finalizers = ['a/b']),
    annotations: (template) => (template.metadata.annotations = { a: 'b' }),
  }

  it.each<[string, Loose, Loose, string]>([
    ['of a running job', {}, {}, 'spec.template'],
    ['of a suspended job', { suspend: true }, {}, 'accepted'],
    ['of a suspended job with a running pod', { suspend: true }, { active: 1 }, 'spec.template'],
    ['of a suspended job that has started', { suspend: true }, started, 'spec.template'],
    ['of a suspended job that says so', { suspend: true }, { ...started, ...suspended }, 'accepted'],
    ['of one that says so with a running pod', { suspend: true }, { active: 1, ...suspended }, 'spec.template'],
  ])('changes the template %s', (_, spec, status, expected) => {
    const answers = Object.entries(directives).map(([name, change]) => [name, outcome(live(spec, status), change)])
    expect(answers).toEqual(Object.keys(directives).map((name) => [name, expected]))
  })

  it('keeps the images of a suspended job', () => {
    const change = (template: Loose): void => {
      template.spec.containers[0].image = 'j'
    }
    expect(outcome(live({ suspend: true }), change)).toBe('spec.template.spec')
  })
})

describe('a new job', () => {
  const given = (spec: Loose, metadata: Loose = {}): Loose => ({
    metadata: { name: 'j', namespace: 'n', uid: 'u', ...metadata },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } }, ...spec },
  })

  it('without labels has all those of its template', () => {
    const { metadata } = create('batch/v1/Job', given({})).object
    expect(metadata.labels).toEqual({
      'controller-uid': 'u',
      'batch.kubernetes.io/controller-uid': 'u',
      'job-name': 'j',
      'batch.kubernetes.io/job-name': 'j',
    })
  })

  it('with labels of its own keeps them', () => {
    expect(create('batch/v1/Job', given({}, { labels: { a: 'b' } })).object.metadata.labels).toEqual({ a: 'b' })
  })

  it('with a rule of exit codes without values is invalid', () => {
    const podFailurePolicy = { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In' } }] }
    expect(create('batch/v1/Job', given({ podFailurePolicy })).errors).toEqual([
      'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: null: at least one value is required',
    ])
  })
})
