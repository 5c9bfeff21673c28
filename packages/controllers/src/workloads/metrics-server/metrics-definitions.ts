import type { Client, KindReference, ResourceIdentity, Submitted } from '@pinnace/client'
import { StatusError, type Vocabulary } from '@pinnace/meta'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { isLostRace } from '../../is-lost-race.ts'

/** The resources of metrics, which a server may not serve. */
export function metricsKinds(vocabulary: Vocabulary): {
  readonly pods: ResourceIdentity
  readonly nodes: ResourceIdentity
} {
  const gv = { group: vocabulary.group('metrics'), version: 'v1beta1' }
  return {
    pods: { ...gv, resource: 'pods', kind: 'PodMetrics', scope: 'Namespaced' },
    nodes: { ...gv, resource: 'nodes', kind: 'NodeMetrics', scope: 'Cluster' },
  }
}

/** The kind of CRDs. */
export function definitionKind(
  vocabulary: Vocabulary,
): KindReference<`apiextensions.${string}/v1`, 'CustomResourceDefinition'> {
  return { apiVersion: `${vocabulary.group('apiextensions')}/v1`, kind: 'CustomResourceDefinition' }
}

/** Creates the CRDs of metrics; false if another server serves the group, by its APIService. */
export async function createMetricsDefinitions(
  client: Client,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<boolean> {
  if (await isServedElsewhere(client, vocabulary, signal)) return false
  const definitions = client.resource(definitionKind(vocabulary))
  for (const definition of [definitionOf(vocabulary, 'pods'), definitionOf(vocabulary, 'nodes')]) {
    try {
      await definitions.create(definition, { signal })
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
  }
  return true
}

interface ApiService {
  readonly metadata: { readonly name: string }
  readonly spec?: { readonly service?: unknown }
}

async function isServedElsewhere(client: Client, vocabulary: Vocabulary, signal: AbortSignal): Promise<boolean> {
  const apiServices = client.resource<ApiService>({
    apiVersion: `${vocabulary.group('apiregistration')}/v1`,
    kind: 'APIService',
  })
  try {
    const { spec } = await apiServices.get(`v1beta1.${vocabulary.group('metrics')}`, { signal })
    return spec?.service !== undefined && spec.service !== null
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return false
    throw error
  }
}

function definitionOf(vocabulary: Vocabulary, resource: 'pods' | 'nodes'): Submitted<CustomResourceDefinition> {
  const group = vocabulary.group('metrics')
  const isOfPods = resource === 'pods'
  const text = { type: 'string' } as const
  const usage = { type: 'object', additionalProperties: text } as const
  const container = { type: 'object', properties: { name: text, usage } } as const
  const own = isOfPods ? { containers: { type: 'array', items: container } as const } : { usage }
  const schema = { type: 'object', properties: { timestamp: { ...text, format: 'date-time' }, window: text, ...own } }
  return {
    apiVersion: definitionKind(vocabulary).apiVersion,
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${resource}.${group}`,
      annotations: { [`api-approved.${vocabulary.labelDomain}`]: 'unapproved, simulated metrics' },
    },
    spec: {
      group,
      scope: isOfPods ? 'Namespaced' : 'Cluster',
      names: { plural: resource, kind: isOfPods ? 'PodMetrics' : 'NodeMetrics' },
      versions: [{ name: 'v1beta1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  }
}
