import {
  cloneJson,
  createTimeSlices,
  formatGroupVersion,
  freezeJson,
  runAtOnce,
  runInSlices,
  thenMaybe,
  type ApiObject,
  type Clock,
  type Mutable,
} from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'

/** A converter that prunes fields which the target version does not have. Many objects are pruned in slices. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, schemaCoercingConverter
export function pruningConverter(
  converter: Converter,
  versions: readonly ResourceDefinition[],
  clock: Clock,
): Converter {
  const byApiVersion = new Map(versions.map((version) => [formatGroupVersion(version), version]))
  function* prune(object: ApiObject, apiVersion: string): Generator<void, ApiObject> {
    const draft = cloneJson(object) as Mutable<ApiObject>
    yield
    byApiVersion.get(apiVersion)?.stored?.prune(draft)
    yield
    return freezeJson(draft) as ApiObject
  }
  function* pruneInSteps(
    converted: readonly ApiObject[],
    objects: readonly ApiObject[],
    apiVersion: string,
  ): Generator<void, readonly ApiObject[]> {
    const pruned: ApiObject[] = []
    for (const [index, object] of converted.entries()) {
      pruned.push(object === objects[index] ? object : yield* prune(object, apiVersion))
      yield
    }
    return pruned
  }
  return {
    ...converter,
    convertNow(object, apiVersion) {
      const converted = converter.convertNow(object, apiVersion)
      return converted === object ? object : runAtOnce(prune(converted, apiVersion))
    },
    convert: (objects, apiVersion) =>
      thenMaybe(converter.convert(objects, apiVersion), (converted) =>
        runInSlices(pruneInSteps(converted, objects, apiVersion), createTimeSlices({ clock })),
      ),
  }
}
