import { thenMaybe, type Awaitable, type Clock, type Vocabulary } from '@pinnace/meta'
import type { Conversion, LiveRegistry } from '@pinnace/resources'
import type { SchemaCache } from '@pinnace/resources/custom-resource'
import type { Store } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { ServerCore } from '../core.ts'
import type { ServedResources } from '../served-resources.ts'
import { createDefinitionController } from './definition-controller.ts'
import { followDefinitions, type DefinitionFollower } from './follow-definitions.ts'

/** Options for {@link createCustomResources}. */
export interface CustomResourcesOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  readonly schemas: SchemaCache
  readonly conversionOf: (definition: CustomResourceDefinition) => Conversion | undefined
  /** Asked for once there is one. */
  readonly core: () => ServerCore
  readonly onError: (error: unknown, what: string) => void
  /** Told of the group of every definition that has come, changed or gone. */
  readonly onGroup?: (group: string) => void
  /** Those of the server that this one is a fork of. */
  readonly known?: CustomResources
}

/** The kinds that definitions in the store bring. */
export interface CustomResources extends Disposable {
  readonly follower: DefinitionFollower
  /** Waits until everything is served that the store holds a definition of now. */
  catchUp(): Promise<void> | undefined
}

/** Serves what the definitions in a store say, from now on until it is disposed of. */
export function createCustomResources(options: CustomResourcesOptions): Awaitable<CustomResources> {
  const { store, vocabulary, clock, registry, resources, schemas, conversionOf, core, onError, known } = options
  let follower: DefinitionFollower | undefined
  const controller = createDefinitionController({
    core,
    registry,
    clock,
    vocabulary,
    onError,
    follower: () => follower!,
  })
  const early = new Map<string, CustomResourceDefinition | undefined>()
  const following = followDefinitions({
    store,
    vocabulary,
    clock,
    registry,
    resources,
    schemas,
    conversionOf,
    onError,
    onChange(name, definition) {
      options.onGroup?.(definition?.spec.group ?? name.slice(name.indexOf('.') + 1))
      if (follower === undefined) early.set(name, definition)
      else controller.changed(name, definition)
    },
    ...(known === undefined ? {} : { known: known.follower }),
  })
  return thenMaybe(following, (found) => {
    follower = found
    for (const [name, definition] of early) controller.changed(name, definition)
    return {
      follower: found,
      catchUp: () => found.catchUp(),
      [Symbol.dispose]() {
        controller[Symbol.dispose]()
        found[Symbol.dispose]()
      },
    }
  })
}
