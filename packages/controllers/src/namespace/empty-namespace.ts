import type { DiscoveredResource } from '@pinnace/client'
import { formatGroupVersion, parseGroupVersion, StatusError } from '@pinnace/meta'
import { preferredResources } from '../discovery/preferred-resources.ts'
import { emptyResource, type EmptyResourceOptions } from './empty-resource.ts'

/** What a pass over the content of a namespace has come to. */
export interface NamespaceContent {
  readonly discoveryError: string | undefined
  readonly groupVersionError: string | undefined
  readonly contentErrors: readonly string[]
  /** Objects that are left, by `resource.group`. */
  readonly remaining: ReadonlyMap<string, number>
  /** Objects that are left, by what holds them. */
  readonly finalizers: ReadonlyMap<string, number>
  /** How long what is left may take, in seconds; 0 where nobody can say. */
  readonly estimateSeconds: number
  /** Nothing was found to begin with. */
  readonly wasEmpty: boolean
}

/** Options for {@link emptyNamespace}. */
export type EmptyNamespaceOptions = Omit<EmptyResourceOptions, 'resource'>

/** Deletes everything in a namespace: pods first, and nothing else before the last of them has gone. */
// upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go, deleteAllContent
export async function emptyNamespace(options: EmptyNamespaceOptions): Promise<NamespaceContent> {
  const { client, signal } = options
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
    // upstream: KEP-5080 – what pods may still read outlives them.
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
