import type { AdmissionPlugin, Operation } from '@pinnace/admission'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

// Tests read any shape of any object.
// oxlint-disable-next-line no-explicit-any
type Json = any

const path = '/api/v1/namespaces/default/pods/a'
const configMap = '/api/v1/namespaces/default/configmaps/a'
const deployment = '/apis/apps/v1/namespaces/default/deployments/a'

interface Seen {
  readonly operation: Operation
  readonly text: string
  readonly isFrozen: boolean
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A server that remembers the old object of both halves of admission, and mutates what it may. */
async function serve(): Promise<{ readonly server: Server; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const look: NonNullable<AdmissionPlugin['validate']> = ({ operation, oldObject }) => {
    if (oldObject === undefined) return
    seen.push({ operation, text: JSON.stringify(oldObject), isFrozen: isFrozenDeeply(oldObject) })
  }
  const witness: AdmissionPlugin = {
    name: 'Witness',
    handles: () => true,
    resources: [
      { group: '', resource: 'configmaps' },
      { group: '', resource: 'pods' },
      { group: 'apps', resource: 'deployments' },
      { group: 'autoscaling', resource: 'horizontalpodautoscalers' },
    ],
    admit(attributes) {
      void look(attributes)
      const { object } = attributes
      if (object !== undefined) (object.metadata.annotations ??= {})['touched'] = String(seen.length)
    },
    validate: look,
  }
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', admission: [witness] })
  servers.push(server)
  return { server, seen }
}

function isFrozenDeeply(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeeply)
}

interface Step {
  /** Where what it writes is read. */
  readonly target: string
  readonly send: (server: Server, word: string) => ReturnType<typeof call>
}

const send = (method: string, target: string, type: string, body: (word: string) => Json): Step => ({
  target: target.split('?')[0]!,
  send: (server, word) => call(server, method, target, { body: body(word), headers: { 'content-type': type } }),
})

const json = 'application/json'
const merge = 'application/merge-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const jsonPatch = 'application/json-patch+json'
const applied = 'application/apply-patch+yaml'

const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }

const mapSteps: readonly Step[] = [
  send('PUT', configMap, json, (word) => ({ metadata: { name: 'a' }, data: { word } })),
  send('PATCH', configMap, merge, (word) => ({ data: { merged: word, word: null } })),
  send('PATCH', configMap, strategic, (word) => ({ metadata: { labels: { word } } })),
  send('PATCH', configMap, jsonPatch, (word) => [{ op: 'add', path: '/data', value: { word } }]),
  send('PATCH', `${configMap}?fieldManager=me&force=true`, applied, (word) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: { applied: word },
  })),
  send('PUT', `${configMap}?dryRun=All`, json, (word) => ({ metadata: { name: 'a' }, data: { dry: word } })),
]
const podSteps: readonly Step[] = [
  send('PATCH', path, merge, (word) => ({ metadata: { labels: { word } } })),
  send('PUT', `${path}/status`, json, (word) => ({ ...pod, status: { phase: 'Pending', message: word } })),
  send('PATCH', `${path}/status`, jsonPatch, (word) => [{ op: 'add', path: '/status/message', value: word }]),
  send('PATCH', `${path}/status`, merge, (word) => ({ status: { message: word } })),
  send('PATCH', `${path}/status`, strategic, (word) => ({
    status: { conditions: [{ type: 'Ready', status: 'True', message: word }] },
  })),
  send('PATCH', `${path}/status?fieldManager=me&force=true`, applied, (word) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    status: { reason: word },
  })),
]

const replicasOf = (word: string): number => word.length
const scale = (word: string): Json => ({
  metadata: { name: 'a', namespace: 'default' },
  spec: { replicas: replicasOf(word) },
})
const scaleSteps: readonly Step[] = [
  send('PATCH', deployment, merge, (word) => ({ metadata: { labels: { word } } })),
  send('PATCH', `${deployment}/status`, merge, (word) => ({ status: { replicas: replicasOf(word) } })),
  send('PUT', `${deployment}/scale`, json, scale),
  send('PATCH', `${deployment}/scale`, merge, (word) => ({ spec: { replicas: replicasOf(word) } })),
  send('PATCH', `${deployment}/scale`, jsonPatch, (word) => [
    { op: 'replace', path: '/spec/replicas', value: replicasOf(word) },
  ]),
  send('PATCH', `${deployment}/scale?fieldManager=me&force=true`, applied, (word) => ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    ...scale(word),
  })),
  send('PUT', `${deployment}/scale?dryRun=All`, json, scale),
]

const autoscaler = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/a`
const older = autoscaler('v1')
const versionSteps: readonly Step[] = [
  send('PATCH', older, merge, (word) => ({ spec: { targetCPUUtilizationPercentage: word.length } })),
  send('PATCH', autoscaler('v2'), merge, (word) => ({ metadata: { labels: { word } }, spec: { maxReplicas: 9 } })),
  send('PATCH', older, jsonPatch, (word) => [{ op: 'replace', path: '/spec/minReplicas', value: word.length }]),
  send('PATCH', `${older}/status`, merge, (word) => ({ status: { currentReplicas: word.length } })),
  send('PATCH', `${older}?fieldManager=me&force=true`, applied, (word) => ({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    spec: { maxReplicas: 10 + word.length, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
  })),
]

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const steps = (count: number): fc.Arbitrary<[number, string][]> =>
  fc.array(fc.tuple(fc.nat({ max: count - 1 }), word), { minLength: 1, maxLength: 8 })

describe('the old object', () => {
  it.each<[string, string, Json, readonly Step[]]>([
    ['update, patch and apply', configMap, { metadata: { name: 'a' } }, mapSteps],
    ['status', path, pod, podSteps],
    [
      'scale',
      deployment,
      {
        metadata: { name: 'a' },
        spec: {
          selector: { matchLabels: { app: 'a' } },
          template: { metadata: { labels: { app: 'a' } }, spec: pod.spec },
        },
      },
      scaleSteps,
    ],
    [
      'another version than the stored one',
      older,
      {
        metadata: { name: 'a' },
        spec: {
          minReplicas: 1,
          maxReplicas: 10,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        },
      },
      versionSteps,
    ],
  ])('is exactly what was stored before, frozen, on every path: %s', async (_, target, body, all) => {
    await fc.assert(
      fc.asyncProperty(steps(all.length), async (sequence) => {
        const { server, seen } = await serve()
        const collection = target.slice(0, target.lastIndexOf('/'))
        expect((await call(server, 'POST', collection, { body })).status).toBe(201)
        for (const [index, text] of sequence) {
          const step = all[index]!
          const before = (await call(server, 'GET', step.target)).json
          seen.length = 0
          expect((await step.send(server, text)).status).toBe(200)
          // Asked twice: when changing and when judging.
          expect(seen).toHaveLength(2)
          for (const one of seen) {
            expect(one).toMatchObject({ operation: 'UPDATE', isFrozen: true })
            expect(JSON.parse(one.text)).toEqual(before)
          }
        }
        const before = (await call(server, 'GET', target)).json
        seen.length = 0
        await call(server, 'DELETE', `${target}?gracePeriodSeconds=0`)
        expect(seen.map(({ operation, text }) => [operation, JSON.parse(text)])).toEqual([
          ['DELETE', before],
          ['DELETE', before],
        ])
      }),
      { numRuns: 15 },
    )
  })
})
