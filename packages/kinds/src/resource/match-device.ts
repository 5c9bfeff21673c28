import {
  CelMap,
  formatValue,
  mapOf,
  toCelQuantity,
  toCelSemver,
  typeOf,
  type CelValue,
  type Environment,
  type MapKey,
  type Program,
} from '@pinnace/cel'
import { BoundedMap, type Vocabulary } from '@pinnace/meta'
import type { Device, DeviceAttribute } from '@pinnace/types/resource-v1'
import { createDeviceEnvironment, maxCost, newestRelease } from './device-expression.ts'
import type { DeviceMatcher, MatchedDevice } from './device-matcher.ts'

/** Compiled expressions that are kept; of more, the least recently used one is dropped. */
const maxExpressions = 100

/** A compiled expression, and the devices that it was evaluated for: a slice that is written again has new ones. */
interface Selection {
  readonly program: Program
  readonly known: WeakMap<Device, boolean>
}

/** Matches devices with expressions. Each expression is evaluated once for each device, whatever node and pod ask. */
// upstream: dynamic-resource-allocation/cel/compile.go, DeviceMatches
export function createDeviceMatcher({ product }: Pick<Vocabulary, 'product'>): DeviceMatcher {
  const environment = createDeviceEnvironment(product, newestRelease)
  const selections = new BoundedMap<string, Selection>({ maxEntries: maxExpressions })
  const compile = (expression: string): Selection => ({
    program: compiled(expression, environment),
    known: new WeakMap(),
  })
  return (expression, matched) => {
    const { program, known } = selections.getOrInsertComputed(expression, compile)
    const before = known.get(matched.device)
    if (before !== undefined) return before
    const selects = evaluate(program, matched)
    known.set(matched.device, selects)
    return selects
  }
}

function compiled(expression: string, environment: Environment): Program {
  try {
    return environment.compile(expression)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`CEL compile error: compilation failed: ${reason}`, { cause: error })
  }
}

function evaluate(program: Program, matched: MatchedDevice): boolean {
  const { value, error } = program.evaluate({ device: variableOf(matched) }, { costLimit: maxCost })
  if (error !== undefined) throw new Error(`CEL runtime error: ${error.message}`, { cause: error })
  if (typeof value === 'boolean') return value
  throw new Error(`CEL result of type ${typeOf(value).name} could not be converted to bool: ${formatValue(value)}`)
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
    const entries = domains.get(domain) ?? []
    domains.set(domain, entries)
    entries.push([name.slice(slash + 1), value])
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
