import { cloneJson, formatGroupVersion, freezeJson, internalError, type ApiObject, type Mutable } from '@pinnace/meta'
import {
  storageVersionOf,
  type BatchConversion,
  type ConvertObjects,
  type ResourceDefinition,
  type SpokeConversion,
} from '@pinnace/resources'

// The contract of conversion, for who declares versions and for who serves them:
//
// - Each version of a kind is a ResourceDefinition of its own. Those with the same `storage` (group and resource) are
//   one kind; `storage.apiVersion` says which of them new objects are written in, and `served: false` keeps one that can
//   be converted and not be asked for.
// - `conversion` is absent (nothing but apiVersion and kind differs: strategy None), a spoke ({ toHub, fromHub }: in place,
//   at once), or a batch ({ convert }: any versions to one, in one call, possibly later: a webhook), which is then the same
//   function in every version.
// - A stored object names its version in its apiVersion, and every read converts from that version. After the storage
//   version has changed, an update without changes rewrites an object of another version.
// - Converted objects are frozen. Objects of the version asked for are handed back as they are.
// - A kind of one version has no converter, and what is here costs it nothing.

/** One version as a converter knows it: a ResourceDefinition, or as much of one. */
export type ConvertibleVersion = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'conversion' | 'storage'>

/** Turns objects of any version of one kind into those of another. */
export interface Converter {
  /** The apiVersion that is written to the store. */
  readonly storageVersion: string
  /** The kind of what is stored. */
  readonly storageKind: string
  /** Nothing has to be waited for: {@link convertNow} may be called. */
  readonly isImmediate: boolean
  /** True for the apiVersion of a version this converter knows. */
  knows(apiVersion: string): boolean
  /** Objects of any versions in the one of `apiVersion`: as many, in the same order. */
  readonly convert: ConvertObjects
  /** One object, at once. Throws a TypeError where {@link isImmediate} is false. */
  convertNow(object: ApiObject, apiVersion: string): ApiObject
}

/**
 * The converter of the versions of one kind. With spokes, one version must be the hub they lead to: the one without a
 * conversion.
 *
 * @example
 * const converter = createConverter([widgetV1, widgetV1beta1])
 * const [shown] = await converter.convert([stored], 'example.dev/v1beta1')
 */
export function createConverter(versions: readonly ConvertibleVersion[]): Converter {
  const byApiVersion = new Map(versions.map((version) => [formatGroupVersion(version), version]))
  const stored = storageVersionOf(versions)
  const storageVersion = formatGroupVersion(stored)
  const batch = versions.map(({ conversion }) => conversion).find(isBatch)
  assertHub(versions, batch)
  const convertNow = (object: ApiObject, apiVersion: string): ApiObject => {
    if (object.apiVersion === apiVersion) return object
    if (batch !== undefined) throw new TypeError('the conversion of this kind has to be waited for')
    const from = versionOf(byApiVersion, object.apiVersion)
    const to = versionOf(byApiVersion, apiVersion)
    const draft = cloneJson(object) as Mutable<ApiObject>
    spokeOf(from)?.toHub(draft)
    spokeOf(to)?.fromHub(draft)
    draft.kind = to.kind
    draft.apiVersion = apiVersion
    return freezeJson(draft) as ApiObject
  }
  return {
    storageVersion,
    storageKind: stored.kind,
    isImmediate: batch === undefined,
    knows: (apiVersion) => byApiVersion.has(apiVersion),
    convertNow,
    convert(objects, apiVersion) {
      if (batch === undefined) return objects.map((object) => convertNow(object, apiVersion))
      versionOf(byApiVersion, apiVersion)
      if (objects.every((object) => object.apiVersion === apiVersion)) return objects
      return convertOthers(batch, objects, apiVersion)
    },
  }
}

/** Asks the batch for those objects only that are of another version. */
function convertOthers(
  { convert }: BatchConversion,
  objects: readonly ApiObject[],
  apiVersion: string,
): ReturnType<ConvertObjects> {
  const others = objects.filter((object) => object.apiVersion !== apiVersion)
  const merge = (converted: readonly ApiObject[]): readonly ApiObject[] => {
    if (converted.length !== others.length) {
      throw internalError(`conversion to ${apiVersion} answered ${converted.length} objects for ${others.length}`)
    }
    let next = 0
    return objects.map((object) => (object.apiVersion === apiVersion ? object : freezeJson(converted[next++]!)))
  }
  const answer = convert(others, apiVersion)
  return answer instanceof Promise ? answer.then(merge) : merge(answer)
}

function assertHub(versions: readonly ConvertibleVersion[], batch: BatchConversion | undefined): void {
  if (batch !== undefined || versions.some((version) => spokeOf(version) === undefined)) return
  throw new TypeError(`${versions.map(formatGroupVersion).join(' and ')} have no hub: a version without a conversion`)
}

function versionOf(
  byApiVersion: ReadonlyMap<string, ConvertibleVersion>,
  apiVersion: string | undefined,
): ConvertibleVersion {
  const found = byApiVersion.get(apiVersion ?? '')
  if (found === undefined) throw internalError(`conversion of objects of version ${apiVersion ?? '""'} is not known`)
  return found
}

function spokeOf({ conversion }: ConvertibleVersion): SpokeConversion | undefined {
  return conversion !== undefined && 'toHub' in conversion ? conversion : undefined
}

function isBatch(conversion: ConvertibleVersion['conversion']): conversion is BatchConversion {
  return conversion !== undefined && 'convert' in conversion
}
