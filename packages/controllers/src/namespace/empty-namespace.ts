import type { DiscoveredResource } from '@pinnace/client'
import { backgroundSlices, formatGroupVersion, parseGroupVersion, StatusError } from '@pinnace/meta'
import { preferredResources } from '../discovery/preferred-resources.ts'
import { emptyResource, type EmptyResourceOptions } from './empty-resource.ts'

/** The result of a pass over the content of a namespace. */
export interface NamespaceContent {
  readonly discoveryError: string | undefined
  readonly groupVersionError: string | undefined
  readonly contentErrors: readonly string[]
  /** Number of remaining objects by `resource.group`. */
  readonly remaining: ReadonlyMap<string, number>
  /** Number of remaining objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
  /** Estimated seconds until the remaining objects are gone; 0 when unknown. */
  readonly estimateSeconds: number
  /** Whether the pass has found no object at all. */
  readonly wasEmpty: boolean
}

/** Options for {@link emptyNamespace}. */
export type EmptyNamespaceOptions = Omit<EmptyResourceOptions, 'resource'>

/** Deletes the content of a namespace: pods first, and other objects once no pod remains. */
// upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go, deleteAllContent
export async function emptyNamespace(options: EmptyNamespaceOptions): Promise<NamespaceContent> {
  const { client, clock, signal } = options
  const slices = backgroundSlices(clock)
  const contentErrors: string[] = []
  const remaining = new Map<string, number>()
  const finalizers = new Map<string, number>()
  let discovered: readonly DiscoveredResource[] = []
  let discoveryError: string | undefined
  let groupVersionError: string | undefined
  let estimateSeconds = 0
  let wasEmpty = true
  const stale: string[] = []
  try {
    discovered = await client.discover({ signal, onStale: (version) => stale.push(formatGroupVersion(version)) })
    if (stale.length > 0) discoveryError = textOfStale(stale)
  } catch (error) {
    if (signal.aborted) throw error
    discoveryError = textOf(error)
  }
  for (const resource of podsFirst(preferredResources(discovered, ['delete']))) {
    if (resource.scope !== 'Namespaced') continue
    const version = formatGroupVersion(resource)
    if (parseGroupVersion(version) === undefined) {
      groupVersionError = `unexpected GroupVersion string: ${version}`
      continue
    }
    // A list may open the watch cache of its resource.
    while (slices.isOver()) await slices.next()
    try {
      const left = await emptyResource({ ...options, resource })
      wasEmpty &&= left.wasEmpty
      estimateSeconds = Math.max(estimateSeconds, left.estimateSeconds)
      if (left.count > 0) remaining.set(`${resource.resource}.${resource.group}`, left.count)
      for (const [name, count] of left.finalizers) finalizers.set(name, (finalizers.get(name) ?? 0) + count)
      if (left.error !== undefined) contentErrors.push(left.error)
    } catch (error) {
      if (signal.aborted) throw error
      contentErrors.push(textOf(error))
    }
    // upstream: KEP-5080 – objects that pods may read are deleted after the pods.
    if (isPods(resource) && remaining.size > 0) break
  }
  return { discoveryError, groupVersionError, contentErrors, remaining, finalizers, estimateSeconds, wasEmpty }
}

function isPods({ group, resource }: DiscoveredResource): boolean {
  return group === '' && resource === 'pods'
}

function podsFirst(resources: readonly DiscoveredResource[]): readonly DiscoveredResource[] {
  return [...resources.filter(isPods), ...resources.filter((resource) => !isPods(resource))]
}

// upstream: client-go/discovery, ErrGroupDiscoveryFailed and StaleGroupVersionError
function textOfStale(versions: readonly string[]): string {
  const texts = versions.map((version) => `${version}: stale GroupVersion discovery: ${version}`).sort()
  const whole = `unable to retrieve the complete list of server APIs: ${texts.join(', ')}`
  return `Discovery failed for some groups, ${versions.length} failing: ${whole}`
}

function textOf(error: unknown): string {
  if (error instanceof StatusError || error instanceof Error) return error.message
  return String(error)
}
