import { createFieldManager, type FieldManager } from '@pinnace/apply'
import { formatGroupVersion, freezeJson, type Clock, type GroupVersionKind, type Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { compileDecoder } from '@pinnace/schema'
import type { Converter } from '@pinnace/versioning'
import type { BuiltInKinds } from './built-in-kinds.ts'
import { createObjectCodec } from './object-codec.ts'
import { createDescriber } from './object-note.ts'
import { createOtherVersions } from './other-versions.ts'
import type { ResourceStorage } from './resource-storage.ts'
import type { ServedResource } from './served-resource.ts'

/** Options for {@link serveDefinition}. */
export interface ServeDefinitionOptions {
  readonly definition: ResourceDefinition
  /** All versions of the resource that `converter` converts between. */
  readonly versions: readonly ResourceDefinition[]
  readonly converter: Converter | undefined
  /** Undefined for a resource whose objects are not stored. */
  readonly storage: ResourceStorage | undefined
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly builtInKinds: BuiltInKinds
  /** The resource of a kind, to decode a body of another kind than this resource has. */
  readonly definitionOf: (kind: GroupVersionKind) => ResourceDefinition | undefined
}

/** One version of a resource as the verbs use it. */
export function serveDefinition(options: ServeDefinitionOptions): ServedResource {
  const { definition, versions, converter, storage, vocabulary, clock, builtInKinds, definitionOf } = options
  const { group, version, kind, resource } = definition
  const apiVersion = formatGroupVersion(definition)
  const codec = createObjectCodec({ definition, converter, versions, describe: createDescriber(versions, converter) })
  const otherVersions = createOtherVersions(definition, versions, converter)
  let fieldManager: FieldManager | undefined
  let emptyObject: object | undefined
  return {
    definition,
    gvk: { group, version, kind },
    gvr: { group, version, resource },
    apiVersion,
    isBuiltInKind: (sent, sentKind) => builtInKinds(group).has(`${sent} ${sentKind}`),
    assertDecodes(sent, value, numbers) {
      const other = definitionOf(sent)
      if (other?.builtIn === true) compileDecoder(other.schema(), { goSemantics: true })(value, undefined, numbers)
    },
    codec,
    storage,
    converter,
    otherVersions,
    get fieldManager() {
      return (fieldManager ??= createFieldManager({
        schema: definition.schema(),
        apiVersion,
        vocabulary,
        clock,
        convert: otherVersions.show,
        // A create is compared with the empty object. Built-in kinds have the zero values of their Go struct.
        emptyObject: () =>
          (emptyObject ??= freezeJson(definition.builtIn ? codec.decode({ metadata: {} }, undefined) : {})),
      }))
    },
  }
}
