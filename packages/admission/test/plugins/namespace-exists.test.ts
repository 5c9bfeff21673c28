import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { limitPodHardAntiAffinityTopology } from '../../src/plugins/limit-pod-hard-anti-affinity-topology.ts'
import { namespaceExists } from '../../src/plugins/namespace-exists.ts'
import { judgeOf } from '../support/judge.ts'

describe('NamespaceExists', () => {
  const resource = { group: '', version: 'v1', resource: 'configmaps' }
  const object = { metadata: { name: 'a' } } as Mutable<ApiObject>

  it.each(['CREATE', 'UPDATE', 'DELETE'] as const)(
    'refuses %s in a namespace that does not exist',
    async (operation) => {
      const { judge } = await judgeOf(namespaceExists)
      const { refusal } = await judge({
        operation,
        resource,
        object,
        oldObject: object,
        namespace: 'nowhere',
        name: 'a',
      })
      expect([refusal?.code, refusal?.message]).toEqual([404, 'namespaces "nowhere" not found'])
    },
  )

  it('admits what has no namespace', async () => {
    const { judge } = await judgeOf(namespaceExists)
    const nodes = { ...resource, resource: 'nodes' }
    expect((await judge({ operation: 'CREATE', resource: nodes, object, namespace: '' })).refusal).toBeUndefined()
  })
})

describe('LimitPodHardAntiAffinityTopology', () => {
  it.each([
    ['kubernetes.io/hostname', undefined],
    [
      'zone',
      'pods "a" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    ],
  ])('with the topology key %s', async (topologyKey, message) => {
    const { judge } = await judgeOf(limitPodHardAntiAffinityTopology)
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey }] }
    const object = { metadata: { name: 'a' }, spec: { affinity: { podAntiAffinity } } } as unknown as Mutable<ApiObject>
    const resource = { group: '', version: 'v1', resource: 'pods' }
    const { refusal } = await judge({ operation: 'CREATE', resource, object })
    expect(refusal?.message).toBe(message)
  })
})
