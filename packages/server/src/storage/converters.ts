import type { Clock } from '@pinnace/meta'
import type { Registry, ResourceDefinition } from '@pinnace/resources'
import { createConverter, type Converter } from '@pinnace/versioning'
import { pruningConverter } from './pruning-converter.ts'

/** Returns the converter between the versions of a definition, one for all of them; undefined for a single version. */
export function createConverters(
  registry: Registry,
  clock: Clock,
): (definition: ResourceDefinition) => Converter | undefined {
  const converters = new WeakMap<readonly ResourceDefinition[], Converter>()
  return (definition) => {
    const versions = registry.versionsOf(definition)
    if (versions.length < 2) return undefined
    let converter = converters.get(versions)
    if (converter === undefined) {
      converter = createConverter(versions)
      if (definition.stored !== undefined) converter = pruningConverter(converter, versions, clock)
      converters.set(versions, converter)
    }
    return converter
  }
}
