import { formatGroupVersion, freezeJson, randomBetween, systemRandom, type ApiObject, type Random } from '@pinnace/meta'
import { createConverter, type Converter, type ConvertibleVersion } from './converter.ts'
import { findDifference } from './find-difference.ts'
import { createObjectGenerator, type GeneratedVersion } from './generate-object.ts'
import type { FieldMakers } from './generate-value.ts'
import { seededRandom } from './seeded-random.ts'

/** A version whose conversions are tried. */
export type RoundTripVersion = ConvertibleVersion & GeneratedVersion

/** Options for {@link expectRoundTrip}. */
export interface RoundTripOptions {
  /** Objects made of each version. @default 100 */
  readonly count?: number
  /** Makes the same objects again: the one a failure names. @default another one each time */
  readonly seed?: number
  /** Where a seed comes from. @default the machine's */
  readonly random?: Random
  /** By version, how fields are made that the schema says too little of: `{ v1: { 'spec.length': () => '5cm' } }`. */
  readonly fields?: Readonly<Record<string, FieldMakers>>
}

/** What was tried. */
export interface RoundTripReport {
  readonly seed: number
  readonly trips: number
}

/** An object that does not come back as it went. */
export class RoundTripError extends Error {
  override readonly name = 'RoundTripError'
  readonly seed: number
  /** Where it differs. */
  readonly path: string
  readonly before: ApiObject
  readonly after: ApiObject

  constructor(message: string, trip: Pick<RoundTripError, 'seed' | 'path' | 'before' | 'after'>) {
    super(message)
    this.seed = trip.seed
    this.path = trip.path
    this.before = trip.before
    this.after = trip.after
  }
}

/**
 * Converts generated objects of every version to every other and back, and rejects with a {@link RoundTripError} where
 * something is lost: the promise that versions of a kind make. Absent, null, empty text and empty lists are the same.
 *
 * @example
 * await expectRoundTrip([widgetV1, widgetV1beta1])
 */
export async function expectRoundTrip(
  versions: readonly RoundTripVersion[],
  options: RoundTripOptions = {},
): Promise<RoundTripReport> {
  const { count = 100, random: source = systemRandom, fields = {} } = options
  const seed = options.seed ?? Math.floor(randomBetween(source, 0, 2 ** 32))
  const random = seededRandom(seed)
  const converter = createConverter(versions)
  let trips = 0
  for (const from of versions) {
    const make = createObjectGenerator(from, fields[from.version])
    for (let index = 0; index < count; index++) {
      const object = freezeJson(make(random))
      for (const to of versions) {
        if (to === from) continue
        await travel({ converter, from, to, object, seed })
        trips++
      }
    }
  }
  return { seed, trips }
}

interface Trip {
  readonly converter: Converter
  readonly from: RoundTripVersion
  readonly to: RoundTripVersion
  readonly object: ApiObject
  readonly seed: number
}

async function travel({ converter, from, to, object, seed }: Trip): Promise<void> {
  const start = formatGroupVersion(from)
  const end = formatGroupVersion(to)
  const [there] = await converter.convert([object], end)
  const fail = (way: string, path: string, before: ApiObject, after: ApiObject): never => {
    const message = `${way} changes ${path}; expectRoundTrip(versions, { seed: ${seed} }) makes the object again: ${JSON.stringify(before)}`
    throw new RoundTripError(message, { seed, path, before, after })
  }
  if (there === undefined) throw new TypeError(`the conversion from ${start} to ${end} returned no object`)
  if (there.apiVersion !== end) fail(`${start} → ${end}`, 'apiVersion', object, there)
  if (there.kind !== to.kind) fail(`${start} → ${end}`, 'kind', object, there)
  const moved = findDifference(identityOf(object), identityOf(there), 'metadata')
  if (moved !== undefined) fail(`${start} → ${end}`, moved, object, there)
  const [back] = await converter.convert([there], start)
  if (back === undefined) throw new TypeError(`the conversion from ${end} to ${start} returned no object`)
  const lost = findDifference(object, back)
  if (lost !== undefined) fail(`${start} → ${end} → ${start}`, lost, object, back)
}

/** Metadata that no conversion may touch; labels and annotations it may. */
function identityOf({ metadata }: ApiObject): object {
  const { labels: _, annotations: __, ...identity } = metadata ?? {}
  return identity
}
