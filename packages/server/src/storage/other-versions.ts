import type { ConvertedObject } from '@pinnace/apply'
import { formatGroupVersion, formatJson, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'
import { completeObject } from './complete-object.ts'

/** Objects of one version as others show them, for owners of fields that wrote at those. */
export interface OtherVersions {
  /** Undefined for a version that does not exist any more. Only while {@link run} runs, where conversion has to be waited for. */
  // upstream: managedfields/internal/versionconverter.go
  show(object: ApiObject, apiVersion: string): ConvertedObject | undefined
  /**
   * Does work that asks {@link show} and nothing else that cannot be done twice: it is begun again as often as it asked
   * for a conversion that has to be waited for.
   */
  run<T>(work: () => T): Awaitable<T>
}

/** The other versions of `definition`; `versions` are all of its kind. */
export function createOtherVersions(
  definition: ResourceDefinition,
  versions: readonly ResourceDefinition[],
  converter: Converter | undefined,
): OtherVersions {
  if (converter === undefined) return { show: () => undefined, run: (work) => work() }
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
      if (other === undefined) return undefined
      // What nobody has set yet says no version: it is this one's.
      const own = object.apiVersion === undefined ? { ...object, apiVersion, kind: definition.kind } : object
      const from = byApiVersion.get(own.apiVersion!)
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
  }
}

/** A conversion that has been asked for and not answered yet. */
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
