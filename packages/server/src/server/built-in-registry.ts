import { defaultExpressionEngine, policyExpressions, type ExpressionEngine } from '@pinnace/admission'
import { builtInResources } from '@pinnace/kinds'
import { BoundedMap, type Vocabulary } from '@pinnace/meta'
import { createLiveRegistry, type LiveRegistry, type ResourceDefinition } from '@pinnace/resources'
import { applyEmulation, applyRuntimeConfig, formatRelease } from '@pinnace/versioning'
import { checkExpressionWith } from '../admission/check-expression.ts'
import { isComputed } from '../verbs/computed-resources.ts'
import { virtualHandlerOf } from '../verbs/virtual-resources.ts'
import type { ServerState } from './facilities/server-state.ts'
import { runtimeConfigOf, type ServerOptions } from './server-options.ts'

type Context = Pick<ServerState, 'vocabulary' | 'features' | 'emulation'>

/** Registries of servers without kinds of the host, by their vocabulary and what else they depend on. */
const shared = new WeakMap<Vocabulary, BoundedMap<string, Promise<LiveRegistry>>>()

const maxShared = 8

/**
 * The registry of a new server. Servers of a process that differ in nothing it depends on share the definitions of the
 * built-in kinds, which are frozen and have no state, and their index.
 */
export async function openRegistry(server: Context, options: ServerOptions): Promise<LiveRegistry> {
  if ((options.resources ?? []).length > 0 || options.admissionControl?.expressions !== undefined) {
    return createRegistryOf(server, options)
  }
  const registries = registriesOf(server.vocabulary)
  const { featureGates, emulatedVersion, minCompatibilityVersion, runtimeConfig } = options
  const { builtInKinds, onlyKinds, eventTtlSeconds, serviceCidr } = options
  const key = JSON.stringify([
    [featureGates, emulatedVersion, minCompatibilityVersion, runtimeConfig],
    [builtInKinds, onlyKinds, eventTtlSeconds, serviceCidr],
  ])
  let registry = registries.get(key)
  if (registry === undefined) {
    registry = createRegistryOf(server, options)
    registries.set(key, registry)
    // The options of a server that does not start are read again by the next.
    registry.catch(() => registries.delete(key))
  }
  return (await registry).fork()
}

function registriesOf(vocabulary: Vocabulary): BoundedMap<string, Promise<LiveRegistry>> {
  let registries = shared.get(vocabulary)
  if (registries === undefined) shared.set(vocabulary, (registries = new BoundedMap({ maxEntries: maxShared })))
  return registries
}

async function createRegistryOf(server: Context, options: ServerOptions): Promise<LiveRegistry> {
  const { vocabulary, emulation } = server
  const runtimeConfig = runtimeConfigOf(options)
  const definitions = await definitionsOf(server, options, (group) => registry.claimed(group))
  const registry: LiveRegistry = createLiveRegistry(
    applyRuntimeConfig(applyEmulation(definitions, emulation, runtimeConfig), runtimeConfig),
    vocabulary,
  )
  return registry
}

async function definitionsOf(
  { vocabulary, features, emulation }: Context,
  options: ServerOptions,
  claimedNames: LiveRegistry['claimed'],
): Promise<readonly ResourceDefinition[]> {
  const kinds = options.builtInKinds ?? (options.onlyKinds === true ? [] : undefined)
  const compatibleRelease = formatRelease(emulation.minCompatibility)
  const engine: ExpressionEngine = options.admissionControl?.expressions ?? defaultExpressionEngine(vocabulary)
  const builtIn = await builtInResources(vocabulary, {
    isEnabled: (gate) => features.isEnabled(gate),
    claimedNames,
    ...(options.eventTtlSeconds === undefined ? {} : { eventTtlSeconds: options.eventTtlSeconds }),
    ...(options.serviceCidr === undefined ? {} : { serviceCidr: options.serviceCidr }),
    ...(kinds === undefined ? {} : { kinds }),
    compatibleRelease,
    ...checkExpressionWith(engine, compatibleRelease),
    policyExpressions: policyExpressions(vocabulary, compatibleRelease),
  })
  const own = (options.resources ?? []) as readonly unknown[] as readonly ResourceDefinition[]
  await Promise.all(own.map((definition) => definition.prepare?.()))
  // Objects that are created and never stored are served if the server can answer them.
  return [
    ...builtIn.filter(
      (definition) =>
        definition.virtual !== true || isComputed(definition) || virtualHandlerOf(definition.resource) !== undefined,
    ),
    ...own,
  ]
}
