import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { defineAdmissionPlugin, evaluate } from '../../src/define/define.ts'

const rules = [
  { operations: ['CREATE', 'UPDATE', 'DELETE'], apiGroups: ['apps'], apiVersions: ['*'], resources: ['deployments'] },
] as const
const teamLabel = defineAdmissionPlugin({
  name: 'TeamLabel',
  rules,
  mutate({ draft }) {
    draft.metadata.labels ??= {}
    draft.metadata.labels['team'] ??= 'none'
  },
  validate({ object, oldObject, warn, annotate, deny }) {
    const team = object.metadata.labels?.['team']
    annotate('team', team ?? '')
    if (team === 'none') warn('no team')
    if (oldObject !== undefined && oldObject.metadata.labels?.['team'] !== team)
      deny('a team stays', { code: 409, reason: 'Conflict' })
  },
  validateDelete: ({ oldObject, deny }) =>
    void (oldObject.metadata.labels?.['team'] === 'core' && deny('not this one')),
})
const deployment = (
  labels?: Record<string, string>,
): { apiVersion: string; kind: string; metadata: { name: string; labels?: Record<string, string> } } => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', ...(labels === undefined ? {} : { labels }) },
})

describe('evaluate', () => {
  it('returns the result of a plugin', async () => {
    const object = deployment()
    const evaluation = await evaluate(teamLabel, { object }, { clock: createFakeClock() })
    expect(evaluation).toEqual({
      allowed: true,
      object: deployment({ team: 'none' }),
      patch: [{ op: 'add', path: '/metadata/labels', value: { team: 'none' } }],
      warnings: ['no team'],
      auditAnnotations: { 'TeamLabel/team': 'none' },
      status: undefined,
      error: undefined,
      cost: { durationMs: 0, patchOperations: 1 },
      trace: [
        {
          step: 'match',
          rule: 0,
          kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
          resource: { group: 'apps', version: 'v1', resource: 'deployments' },
        },
        { step: 'mutate', outcome: 'changed' },
        { step: 'validate', outcome: 'accepted' },
      ],
    })
    expect(object).toEqual(deployment())
  })

  it('returns the status of a refusal', async () => {
    const evaluation = await evaluate(teamLabel, {
      object: deployment({ team: 'b' }),
      oldObject: deployment({ team: 'a' }),
    })
    expect(evaluation).toMatchObject({
      allowed: false,
      patch: [],
      status: { code: 409, reason: 'Conflict', message: 'a team stays' },
      trace: [{ step: 'match' }, { step: 'mutate', outcome: 'unchanged' }, { step: 'validate', outcome: 'denied' }],
    })
  })

  it('treats a request with an old object only as a DELETE', async () => {
    expect(await evaluate(teamLabel, { oldObject: deployment({ team: 'core' }) })).toMatchObject({
      allowed: false,
      object: undefined,
      status: { code: 403, message: 'not this one' },
    })
    expect((await evaluate(teamLabel, { oldObject: deployment({ team: 'b' }) })).allowed).toBe(true)
  })

  it.each([
    ['rules', { object: { ...deployment(), kind: 'DaemonSet' } }, {}],
    ['objectSelector', { object: deployment() }, { objectSelector: { matchLabels: { a: 'b' } } }],
  ])('returns the reason of a mismatch: %s', async (mismatch, request, over) => {
    const plugin = defineAdmissionPlugin({ ...teamLabel.definition, ...over })
    expect(await evaluate(plugin, request)).toMatchObject({
      allowed: true,
      patch: [],
      trace: [{ step: 'match', mismatch }],
    })
  })

  it('returns the error of a handler, and applies the failure policy', async () => {
    const broken = { ...teamLabel.definition, validate: () => Promise.reject(new Error('broken')) }
    expect(await evaluate(defineAdmissionPlugin(broken), { object: deployment() })).toMatchObject({
      allowed: false,
      error: new Error('broken'),
      status: { code: 500, reason: 'InternalError', message: 'admission plugin "TeamLabel" failed: broken' },
      trace: [{}, {}, { step: 'validate', outcome: 'failed' }],
    })
    expect(
      await evaluate(defineAdmissionPlugin({ ...broken, failurePolicy: 'Ignore' }), { object: deployment() }),
    ).toMatchObject({
      allowed: true,
      error: new Error('broken'),
    })
  })

  it.each([
    ['Endpoints', 'endpoints'],
    ['Ingress', 'ingresses'],
    ['NetworkPolicy', 'networkpolicies'],
    ['Pod', 'pods'],
  ])('guesses the resource of %s', async (kind, resource) => {
    const seen: string[] = []
    const plugin = defineAdmissionPlugin({
      name: 'P',
      rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
      validate: (request) => void seen.push(request.resource.resource),
    })
    await evaluate(plugin, { object: { apiVersion: 'v1', kind, metadata: {} } })
    expect(seen).toEqual([resource])
  })

  it('refuses an incomplete request', async () => {
    await expect(evaluate(teamLabel, {})).rejects.toThrow(
      new TypeError('a request to evaluate requires object, oldObject or both'),
    )
    await expect(evaluate(teamLabel, { object: { metadata: {} } })).rejects.toThrow(
      new TypeError('the object of a request to evaluate requires apiVersion and kind'),
    )
  })
})
