import { thenMaybe, cloneJson, formatGroupVersion, freezeJson, type ApiObject, type Mutable } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'

/** A converter that prunes fields which the target version does not have. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, schemaCoercingConverter
export function pruningConverter(converter: Converter, versions: readonly ResourceDefinition[]): Converter {
  const byApiVersion = new Map(versions.map((version) => [formatGroupVersion(version), version]))
  const prune = (object: ApiObject, apiVersion: string): ApiObject => {
    const draft = cloneJson(object) as Mutable<ApiObject>
    byApiVersion.get(apiVersion)?.stored?.prune(draft)
    return freezeJson(draft) as ApiObject
  }
  return {
    ...converter,
    convertNow(object, apiVersion) {
      const converted = converter.convertNow(object, apiVersion)
      return converted === object ? object : prune(converted, apiVersion)
    },
    convert: (objects, apiVersion) =>
      thenMaybe(converter.convert(objects, apiVersion), (converted) =>
        converted.map((object, index) => (object === objects[index] ? object : prune(object, apiVersion))),
      ),
  }
}
