import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { NodeVertex } from './node-vertex.ts'
import { podReferences, type NodePod } from './pod-references.ts'
import { volumeSecrets, type NodeVolume } from './volume-secrets.ts'

/** What the node graph is made of. */
export type NodeGraphResource = 'pods' | 'persistentvolumes' | 'volumeattachments' | 'resourceslices'

/**
 * Which node has to do with which object: by a pod that runs there, by a claim of such a pod, by the volume of such a
 * claim. Feed it every pod, persistent volume, volume attachment and resource slice, and then every change.
 */
export interface NodeGraph {
  set(resource: NodeGraphResource, object: ApiObject): void
  /** `namespace` is empty for what belongs to the cluster. */
  remove(resource: NodeGraphResource, namespace: string, name: string): void
  /** Whether the node has to do with the object. */
  reaches(node: string, vertex: NodeVertex, namespace: string, name: string): boolean
}

interface PodEntry {
  /** Says whether another version of the pod refers to the same; empty for unknown. */
  readonly fingerprint: string
  readonly node: string
  readonly keys: readonly string[]
}

interface VolumeEntry {
  readonly claim: string
  readonly secrets: readonly string[]
}

/** An empty graph. */
// upstream: plugin/pkg/auth/authorizer/node/graph.go
export function createNodeGraph(vocabulary: Vocabulary): NodeGraph {
  const pods = new Map<string, PodEntry>()
  const volumes = new Map<string, VolumeEntry>()
  /** Nodes by the key of what pods there refer to, with the number of those pods. */
  const nodes = new Map<string, Map<string, number>>()
  const volumesOfSecret = new Map<string, Set<string>>()

  function set(resource: NodeGraphResource, object: ApiObject): void {
    const { namespace = '', name = '' } = object.metadata
    if (resource === 'pods') setPod(key('pod', namespace, name), object)
    else if (resource === 'persistentvolumes') setVolume(key('pv', '', name), object)
    else setLink(key(resource === 'resourceslices' ? 'resourceslice' : 'volumeattachment', '', name), object)
  }

  function remove(resource: NodeGraphResource, namespace: string, name: string): void {
    if (resource === 'pods') removePod(key('pod', namespace, name))
    else if (resource === 'persistentvolumes') removeVolume(key('pv', '', name))
    else nodes.delete(key(resource === 'resourceslices' ? 'resourceslice' : 'volumeattachment', '', name))
  }

  function setPod(podKey: string, pod: NodePod): void {
    const node = pod.spec?.nodeName ?? ''
    if (node === '') return
    const fingerprint = fingerprintOf(pod)
    if (fingerprint !== '' && pods.get(podKey)?.fingerprint === fingerprint) return
    removePod(podKey)
    const { namespace = '' } = pod.metadata
    const references = podReferences(pod, vocabulary).map(([vertex, name]) => key(vertex, namespace, name))
    const keys = [...new Set([podKey, ...references])]
    pods.set(podKey, { fingerprint, node, keys })
    for (const reference of keys) count(reference, node, 1)
  }

  function removePod(podKey: string): void {
    const entry = pods.get(podKey)
    if (entry === undefined) return
    pods.delete(podKey)
    for (const reference of entry.keys) count(reference, entry.node, -1)
  }

  function count(reference: string, node: string, change: number): void {
    const counts = nodes.get(reference) ?? new Map<string, number>()
    const next = (counts.get(node) ?? 0) + change
    if (next > 0) counts.set(node, next)
    else counts.delete(node)
    if (counts.size === 0) nodes.delete(reference)
    else nodes.set(reference, counts)
  }

  function setVolume(volumeKey: string, volume: NodeVolume): void {
    removeVolume(volumeKey)
    const claim = volume.spec?.claimRef
    if (claim === undefined || claim === null) return
    const secrets = volumeSecrets(volume).map(({ namespace, name }) => key('secret', namespace, name))
    volumes.set(volumeKey, { claim: key('pvc', claim.namespace ?? '', claim.name ?? ''), secrets })
    for (const secret of secrets) {
      const users = volumesOfSecret.get(secret) ?? new Set()
      volumesOfSecret.set(secret, users.add(volumeKey))
    }
  }

  function removeVolume(volumeKey: string): void {
    for (const secret of volumes.get(volumeKey)?.secrets ?? []) {
      const users = volumesOfSecret.get(secret)
      users?.delete(volumeKey)
      if (users?.size === 0) volumesOfSecret.delete(secret)
    }
    volumes.delete(volumeKey)
  }

  function setLink(
    linkKey: string,
    object: ApiObject & { readonly spec?: { readonly nodeName?: string | null } },
  ): void {
    nodes.delete(linkKey)
    const node = object.spec?.nodeName ?? ''
    if (node !== '') nodes.set(linkKey, new Map([[node, 1]]))
  }

  function reaches(node: string, vertex: NodeVertex, namespace: string, name: string): boolean {
    const wanted = key(vertex, namespace, name)
    if (nodes.get(wanted)?.has(node) === true) return true
    if (vertex === 'pv') return reachesVolume(node, wanted)
    if (vertex !== 'secret') return false
    for (const volume of volumesOfSecret.get(wanted) ?? []) if (reachesVolume(node, volume)) return true
    return false
  }

  function reachesVolume(node: string, volumeKey: string): boolean {
    const claim = volumes.get(volumeKey)?.claim
    return claim !== undefined && nodes.get(claim)?.has(node) === true
  }

  return { set, remove, reaches }
}

// No name has a slash.
function key(vertex: NodeVertex, namespace: string, name: string): string {
  return `${vertex}/${namespace}/${name}`
}

// upstream: graph_populator.go, updatePod – what a pod refers to changes in these ways only
function fingerprintOf({ metadata, spec, status }: NodePod): string {
  if (metadata.uid === undefined) return ''
  const claims = [status?.resourceClaimStatuses ?? [], status?.extendedResourceClaimStatus?.resourceClaimName ?? '']
  return JSON.stringify([metadata.uid, spec?.nodeName, spec?.ephemeralContainers?.length ?? 0, claims])
}
