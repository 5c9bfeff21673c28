import type { PluginConfiguration } from '../../built-in-plugin.ts'
import { readDocument, readInteger, readItems, readText } from '../../read-document.ts'
import { readFields } from '../../read-fields.ts'

/** The key events are counted by. */
export type EventLimitType = 'Server' | 'Namespace' | 'User' | 'SourceAndObject'

/** A limit of events. */
export interface EventLimit {
  readonly type: EventLimitType
  /** Events per second. */
  readonly qps: number
  /** Events at once, in excess of `qps`. */
  readonly burst: number
  /** Most keys that are counted; the least recently used one is evicted. */
  readonly cacheSize: number
}

const plugin = 'EventRateLimit'
const types: readonly string[] = ['Namespace', 'Server', 'SourceAndObject', 'User'] satisfies EventLimitType[]
const defaultCacheSize = 4096

/** Reads the configuration of the plugin, which is required. */
// upstream: plugin/pkg/admission/eventratelimit/apis/eventratelimit, v1alpha1 and validation
export function readEventLimits({ value, vocabulary }: PluginConfiguration): readonly EventLimit[] {
  if (value === undefined) throw new TypeError(`${plugin}: a configuration is required`)
  const kinds = [{ apiVersion: `eventratelimit.admission.${vocabulary.groupDomain}/v1alpha1`, kind: 'Configuration' }]
  const limits = readItems(`${plugin}: limits`, readDocument(plugin, value, kinds, ['limits'])['limits'])
  if (limits.length === 0) throw new TypeError(`${plugin}: limits: Invalid value: []: must not be empty`)
  return limits.map((limit, index) => readLimit(`${plugin}: limits[${index}]`, limit))
}

function readLimit(at: string, value: unknown): EventLimit {
  const fields = readFields(at, value, ['type', 'qps', 'burst', 'cacheSize'])
  const type = readText(`${at}.type`, fields['type'])
  if (!types.includes(type)) {
    const supported = types.map((one) => JSON.stringify(one)).join(', ')
    throw new TypeError(`${at}.type: Unsupported value: ${JSON.stringify(type)}: supported values: ${supported}`)
  }
  const [burst, qps] = ['burst', 'qps'].map((name) => {
    const number = readInteger(`${at}.${name}`, fields[name])
    if (number > 0) return number
    throw new TypeError(`${at}.${name}: Invalid value: ${number}: must be positive`)
  }) as [number, number]
  const cacheSize = readInteger(`${at}.cacheSize`, fields['cacheSize'])
  if (type !== 'Server' && cacheSize < 0) {
    throw new TypeError(`${at}.cacheSize: Invalid value: ${cacheSize}: must not be negative`)
  }
  return { type: type as EventLimitType, qps, burst, cacheSize: cacheSize <= 0 ? defaultCacheSize : cacheSize }
}
