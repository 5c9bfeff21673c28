import type { ConvertedObject } from '@pinnace/apply'
import {
  formatGroupVersion,
  formatJson,
  runAtOnce,
  runInSlices,
  type ApiObject,
  type Awaitable,
  type TimeSlices,
} from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'
import { completeObject } from './complete-object.ts'

/** Converts objects to other versions of their kind, for field managers that wrote in those versions. */
export interface OtherVersions {
  /** The object in another version; undefined if that version no longer exists. Call it within {@link run}. */
  // upstream: managedfields/internal/versionconverter.go
  show(object: ApiObject, apiVersion: string): ConvertedObject | undefined
  /**
   * Runs work that calls {@link show}. The work starts again for each conversion that has to be waited for, so it must
   * be repeatable.
   */
  run<T>(work: () => T): Awaitable<T>
  /**
   * As {@link run}, of work that is done in slices of a large write. Work that may have to be repeated is done at once.
   */
  runInSlices<T>(work: () => Generator<void, T>, slices: TimeSlices | undefined): Awaitable<T>
}

/** Creates the conversions from `definition` to the other `versions` of its kind. */
export function createOtherVersions(
  definition: ResourceDefinition,
  versions: readonly ResourceDefinition[],
  converter: Converter | undefined,
): OtherVersions {
  if (converter === undefined) {
    return {
      show: () => undefined,
      run: (work) => work(),
      runInSlices: (work, slices) => (slices === undefined ? runAtOnce(work()) : runInSlices(work(), slices)),
    }
  }
  const byApiVersion = new Map(versions.map((version) => [formatGroupVersion(version), version]))
  const apiVersion = formatGroupVersion(definition)
  const isRenamedOnly = versions.every(({ conversion }) => conversion === undefined)
  let answers = new Map<string, ApiObject>()
  const convert = (object: ApiObject, to: string): ApiObject => {
    if (converter.isImmediate) return converter.convertNow(object, to)
    const key = `${to} ${formatJson(object)}`
    const answer = answers.get(key)
    if (answer === undefined) throw new Missing(key, object, to)
    return answer
  }
  const waitFor = async <T>(work: () => T, missing: Missing, known: Map<string, ApiObject>): Promise<T> => {
    for (let next: Missing | undefined = missing; ;) {
      const [answer] = await converter.convert([next.object], next.apiVersion)
      known.set(next.key, answer!)
      try {
        answers = known
        return work()
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        next = error
      }
    }
  }
  return {
    show(object, to) {
      const other = byApiVersion.get(to)
      // kube-apiserver knows the versions of one group only: an owner of an event that wrote to the other group is dropped.
      if (other === undefined || other.group !== definition.group) return undefined
      // An object without an apiVersion, such as an empty one, is of this version.
      const own = object.apiVersion === undefined ? { ...object, apiVersion, kind: definition.kind } : object
      const from = byApiVersion.get(own.apiVersion ?? apiVersion)
      const whole = from === undefined || from.builtIn || isRenamedOnly ? own : completeObject(from.schema(), own)
      return { object: convert(whole, to), schema: other.schema() }
    },
    run(work) {
      answers = new Map()
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        return waitFor(work, error, answers)
      }
    },
    runInSlices(work) {
      return this.run(() => runAtOnce(work()))
    },
  }
}

/** Thrown by {@link OtherVersions.show} for a conversion that has to be waited for. */
class Missing extends Error {
  readonly key: string
  readonly object: ApiObject
  readonly apiVersion: string

  constructor(key: string, object: ApiObject, apiVersion: string) {
    super(`the conversion to ${apiVersion} has to be waited for`)
    this.key = key
    this.object = object
    this.apiVersion = apiVersion
  }
}
