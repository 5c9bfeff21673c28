import {
  CelError,
  CelMap,
  formatValue,
  mapOf,
  toCelQuantity,
  toCelSemver,
  typeOf,
  type CelValue,
  type MapKey,
  type Program,
} from '@pinnace/cel'
import type { Vocabulary } from '@pinnace/meta'
import type { DeviceAttribute } from '@pinnace/types/resource-v1'
import { createDeviceEnvironment, maxCost, newestRelease } from './device-expression.ts'
import type { DeviceMatcher, MatchedDevice } from './device-matcher.ts'

/** Compiled expressions that are kept; of more, the one that was used first is dropped. */
const maxPrograms = 100

/** Matches devices with expressions. */
// upstream: dynamic-resource-allocation/cel/compile.go, DeviceMatches
export function createDeviceMatcher({ product }: Pick<Vocabulary, 'product'>): DeviceMatcher {
  const environment = createDeviceEnvironment(product, newestRelease)
  const programs = new Map<string, Program>()
  const compile = (expression: string): Program => {
    const known = programs.get(expression)
    if (known !== undefined) return known
    const program = environment.compile(expression)
    programs.set(expression, program)
    const [oldest] = programs.keys()
    if (programs.size > maxPrograms && oldest !== undefined) programs.delete(oldest)
    return program
  }
  return (expression, device) => {
    const { value, error } = evaluate(() => compile(expression), device)
    if (error !== undefined) throw error
    if (typeof value === 'boolean') return value
    throw new Error(`CEL result of type ${typeOf(value).name} could not be converted to bool: ${formatValue(value)}`)
  }
}

type Outcome =
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: Error }

function evaluate(compile: () => Program, device: MatchedDevice): Outcome {
  let program: Program
  try {
    program = compile()
  } catch (error) {
    return { error: new Error(`CEL compile error: compilation failed: ${messageOf(error)}`, { cause: error }) }
  }
  const { value, error } = program.evaluate({ device: variableOf(device) }, { costLimit: maxCost })
  if (error instanceof CelError) return { error: new Error(`CEL runtime error: ${error.message}`, { cause: error }) }
  return { value: value ?? null }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function variableOf({ driver, device }: MatchedDevice): object {
  const { attributes = {}, capacity = {}, allowMultipleAllocations = false } = device
  const quantities = Object.entries(capacity).map(([name, { value }]) => [name, toCelQuantity(value)] as const)
  const values = Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = valueOf(attribute)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    driver,
    allowMultipleAllocations,
    attributes: byDomain(values, driver),
    capacity: byDomain(quantities, driver),
  }
}

// upstream: lists of values need the feature gate DRAListTypeAttributes, which is off.
function valueOf({ int, bool, string, version }: DeviceAttribute): CelValue | undefined {
  return int ?? bool ?? string ?? (version === undefined ? undefined : toCelSemver(version))
}

/** Values by domain and then by name; names without a domain are in that of the driver. */
function byDomain(values: readonly (readonly [name: string, value: CelValue])[], driver: string): CelMap {
  const domains = new Map<string, (readonly [string, CelValue])[]>()
  for (const [name, value] of values) {
    const slash = name.indexOf('/')
    const domain = slash < 0 ? driver : name.slice(0, slash)
    domains.set(domain, [...(domains.get(domain) ?? []), [name.slice(slash + 1), value]])
  }
  return new Domains(mapOf(Array.from(domains, ([domain, entries]) => [domain, mapOf(entries)] as const)))
}

const noValues = mapOf([])

/** A map in which every domain that is missing is an empty map, so that expressions may look into it. */
class Domains extends CelMap {
  readonly #known: CelMap

  constructor(known: CelMap) {
    super()
    this.#known = known
  }

  get size(): number {
    return this.#known.size
  }

  get(key: MapKey): CelValue {
    return this.#known.get(key) ?? noValues
  }

  override has(key: MapKey): boolean {
    return this.#known.has(key)
  }

  keys(): Iterable<CelValue> {
    return this.#known.keys()
  }
}
