import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { NodeVertex } from './node-vertex.ts'
import { podReferences, type NodePod } from './pod-references.ts'
import { volumeSecrets, type NodeVolume } from './volume-secrets.ts'

/** The resources that the node graph is made of. */
export type NodeGraphResource = 'pods' | 'persistentvolumes' | 'volumeattachments' | 'resourceslices'

/**
 * Which objects a node is related to: by a pod that runs there, by a claim of such a pod, by the volume of such a claim.
 * Call `set` for every pod, persistent volume, volume attachment and resource slice, and then for every change.
 */
export interface NodeGraph {
  set(resource: NodeGraphResource, object: ApiObject): void
  /** `namespace` is empty for cluster-scoped objects. */
  remove(resource: NodeGraphResource, namespace: string, name: string): void
  /** Whether the node is related to the object. */
  reaches(node: string, vertex: NodeVertex, namespace: string, name: string): boolean
}

/** Creates an empty graph. */
// upstream: plugin/pkg/auth/authorizer/node/graph.go
export function createNodeGraph(vocabulary: Vocabulary): NodeGraph {
  return new ReferenceGraph(vocabulary)
}

interface PodEntry {
  /** Equal for versions of the pod that refer to the same objects; empty where that is unknown. */
  readonly fingerprint: string
  readonly node: string
  readonly keys: readonly string[]
}

interface VolumeEntry {
  readonly claim: string
  readonly secrets: readonly string[]
}

type Link = ApiObject & { readonly spec?: { readonly nodeName?: string | null } }

class ReferenceGraph implements NodeGraph {
  readonly #vocabulary: Vocabulary
  readonly #pods = new Map<string, PodEntry>()
  readonly #volumes = new Map<string, VolumeEntry>()
  /** For the key of an object, the nodes whose pods refer to it, and how many pods of each do. */
  readonly #nodes = new Map<string, Map<string, number>>()
  readonly #volumesOfSecret = new Map<string, Set<string>>()

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  set(resource: NodeGraphResource, object: ApiObject): void {
    const { namespace = '', name = '' } = object.metadata
    if (resource === 'pods') this.#setPod(keyOf('pod', namespace, name), object)
    else if (resource === 'persistentvolumes') this.#setVolume(keyOf('pv', '', name), object)
    else this.#setLink(linkKey(resource, name), object)
  }

  remove(resource: NodeGraphResource, namespace: string, name: string): void {
    if (resource === 'pods') this.#removePod(keyOf('pod', namespace, name))
    else if (resource === 'persistentvolumes') this.#removeVolume(keyOf('pv', '', name))
    else this.#nodes.delete(linkKey(resource, name))
  }

  reaches(node: string, vertex: NodeVertex, namespace: string, name: string): boolean {
    const wanted = keyOf(vertex, namespace, name)
    if (this.#nodes.get(wanted)?.has(node) === true) return true
    if (vertex === 'pv') return this.#reachesVolume(node, wanted)
    if (vertex !== 'secret') return false
    for (const volume of this.#volumesOfSecret.get(wanted) ?? []) if (this.#reachesVolume(node, volume)) return true
    return false
  }

  #reachesVolume(node: string, volumeKey: string): boolean {
    const claim = this.#volumes.get(volumeKey)?.claim
    return claim !== undefined && this.#nodes.get(claim)?.has(node) === true
  }

  #setPod(podKey: string, pod: NodePod): void {
    const node = pod.spec?.nodeName ?? ''
    if (node === '') return
    const fingerprint = fingerprintOf(pod)
    if (fingerprint !== '' && this.#pods.get(podKey)?.fingerprint === fingerprint) return
    this.#removePod(podKey)
    const { namespace = '' } = pod.metadata
    const references = podReferences(pod, this.#vocabulary).map(([vertex, name]) => keyOf(vertex, namespace, name))
    const keys = [...new Set([podKey, ...references])]
    this.#pods.set(podKey, { fingerprint, node, keys })
    for (const key of keys) this.#count(key, node, 1)
  }

  #removePod(podKey: string): void {
    const entry = this.#pods.get(podKey)
    if (entry === undefined) return
    this.#pods.delete(podKey)
    for (const key of entry.keys) this.#count(key, entry.node, -1)
  }

  #count(key: string, node: string, change: number): void {
    const counts = this.#nodes.get(key) ?? new Map<string, number>()
    const next = (counts.get(node) ?? 0) + change
    if (next > 0) counts.set(node, next)
    else counts.delete(node)
    if (counts.size === 0) this.#nodes.delete(key)
    else this.#nodes.set(key, counts)
  }

  #setVolume(volumeKey: string, volume: NodeVolume): void {
    this.#removeVolume(volumeKey)
    const claim = volume.spec?.claimRef
    if (claim === undefined || claim === null) return
    const secrets = volumeSecrets(volume).map(({ namespace, name }) => keyOf('secret', namespace, name))
    this.#volumes.set(volumeKey, { claim: keyOf('pvc', claim.namespace ?? '', claim.name ?? ''), secrets })
    for (const secret of secrets) {
      const volumes = this.#volumesOfSecret.get(secret) ?? new Set()
      this.#volumesOfSecret.set(secret, volumes.add(volumeKey))
    }
  }

  #removeVolume(volumeKey: string): void {
    for (const secret of this.#volumes.get(volumeKey)?.secrets ?? []) {
      const volumes = this.#volumesOfSecret.get(secret)
      volumes?.delete(volumeKey)
      if (volumes?.size === 0) this.#volumesOfSecret.delete(secret)
    }
    this.#volumes.delete(volumeKey)
  }

  #setLink(key: string, object: Link): void {
    this.#nodes.delete(key)
    const node = object.spec?.nodeName ?? ''
    if (node !== '') this.#nodes.set(key, new Map([[node, 1]]))
  }
}

/** The key of an object that names its node itself. */
function linkKey(resource: 'volumeattachments' | 'resourceslices', name: string): string {
  return keyOf(resource === 'resourceslices' ? 'resourceslice' : 'volumeattachment', '', name)
}

// Names contain no slash.
function keyOf(vertex: NodeVertex, namespace: string, name: string): string {
  return `${vertex}/${namespace}/${name}`
}

// upstream: graph_populator.go, updatePod – what a pod refers to changes in these ways only
function fingerprintOf({ metadata, spec, status }: NodePod): string {
  if (metadata.uid === undefined) return ''
  const claims = [status?.resourceClaimStatuses ?? [], status?.extendedResourceClaimStatus?.resourceClaimName ?? '']
  return JSON.stringify([metadata.uid, spec?.nodeName, spec?.ephemeralContainers?.length ?? 0, claims])
}
