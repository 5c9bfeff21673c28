import { formatGroupVersion, parseGroupVersion } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { stabilityOf, type Stability } from './stability.ts'

/** What of the API is on and off, by key: `api/beta`, `batch/v1`, `/v1/secrets`. */
export type RuntimeConfig = Readonly<Record<string, boolean>>

const levels: ReadonlyMap<string, Stability | undefined> = new Map([
  ['api/all', undefined],
  ['api/ga', 'stable'],
  ['api/beta', 'beta'],
  ['api/alpha', 'alpha'],
])
const levelKeys = [...levels.keys()]

/**
 * Reads `key[=value],…`; a key alone is on, and a later one wins. Throws a TypeError for a value that is neither true nor
 * false.
 *
 * @example
 * parseRuntimeConfig('api/beta=false,batch/v1') // { 'api/beta': false, 'batch/v1': true }
 */
// upstream: component-base/cli/flag/configuration_map.go; apiserver/pkg/server/resourceconfig/helpers.go
export function parseRuntimeConfig(text: string): RuntimeConfig {
  const config = new Map<string, boolean>()
  for (const pair of text.split(',')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    config.set(key, equals < 0 ? true : readBoolean(key, pair.slice(equals + 1).trim()))
  }
  return Object.freeze(Object.fromEntries(config))
}

/**
 * The definitions with `served` set by the configuration. The key of a resource takes precedence over the key of its
 * version, then that of the level, then `api/all`, then the default. Objects stored in a version that is off can be
 * read in the other versions. Throws a TypeError for keys that name no definition.
 */
export function applyRuntimeConfig(
  definitions: readonly ResourceDefinition[],
  config: RuntimeConfig,
): readonly ResourceDefinition[] {
  assertRuntimeConfig(definitions, config)
  return definitions.map((definition) => {
    const isServed = definition.served !== false && isEnabled(definition, config)
    return isServed === (definition.served ?? true) ? definition : { ...definition, served: isServed }
  })
}

// The default of a built-in version is in `kind-table.ts` of @pinnace/types: alpha and beta versions are not served.
function isEnabled(definition: ResourceDefinition, config: RuntimeConfig): boolean {
  const { resource, enabledByDefault = true } = definition
  const version = keyOf(definition)
  const stability = stabilityOf(definition.version)
  const level = levelKeys.find((key) => levels.get(key) === stability)
  for (const key of [`${version}/${resource}`, version, level, 'api/all']) {
    const isSet = key !== undefined && Object.hasOwn(config, key) ? config[key] : undefined
    if (isSet !== undefined) return isSet
  }
  return enabledByDefault
}

// upstream: apiserver/pkg/server/options/api_enablement.go, Validate; resourceconfig/helpers.go
function assertRuntimeConfig(definitions: readonly ResourceDefinition[], config: RuntimeConfig): void {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new TypeError(`runtimeConfig must be text or an object, not ${JSON.stringify(config)}`)
  }
  const keys = Object.keys(config)
  for (const key of keys) {
    if (typeof config[key] !== 'boolean') {
      throw new TypeError(`invalid value of ${key}: ${JSON.stringify(config[key])} is neither true nor false`)
    }
  }
  if (keys.length === 1 && config['api/all'] === false) throw new TypeError('invalid key with only api/all=false')
  const groups = new Set(definitions.map(({ group }) => group))
  const known = new Set(definitions.flatMap((one) => [keyOf(one), `${keyOf(one)}/${one.resource}`]))
  const named = keys.filter((key) => !levels.has(key)).map(parseKey)
  const unknown = named.filter(({ group }) => !groups.has(group)).map(({ group }) => group)
  if (unknown.length > 0) throw new TypeError(`unknown api groups ${unknown.join(',')}`)
  for (const { key, group, version, resource } of named) {
    const groupVersion = formatGroupVersion({ group, version })
    if (!known.has(`${group}/${version}`)) {
      throw new TypeError(`group version ${groupVersion} that has not been registered`)
    }
    if (resource === undefined) continue
    if (resource.toLowerCase() !== resource) {
      const rule = 'group/version/resource and resource is always lowercase plural'
      throw new TypeError(`invalid key ${key}: ${rule}, not ${JSON.stringify(resource)}`)
    }
    // kube-apiserver ignores these.
    if (!known.has(key)) throw new TypeError(`invalid key ${key}: ${groupVersion} has no ${resource}`)
  }
}

interface NamedKey {
  readonly key: string
  readonly group: string
  readonly version: string
  readonly resource: string | undefined
}

function parseKey(key: string): NamedKey {
  const [group = '', version, resource, ...rest] = key.split('/')
  const isKey = version !== undefined && version !== '' && rest.length === 0
  if (!isKey || parseGroupVersion(formatGroupVersion({ group, version })) === undefined) {
    throw new TypeError(`runtime-config invalid key ${key}`)
  }
  return { key, group, version, resource }
}

/** As keys spell a version: that of the core group begins with a slash. */
function keyOf({ group, version }: Pick<ResourceDefinition, 'group' | 'version'>): string {
  return `${group}/${version}`
}

// upstream: strconv.ParseBool
function readBoolean(key: string, value: string): boolean {
  if (['', '1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  const cause = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`
  throw new TypeError(`invalid value of ${key}: ${value}, err: ${cause}`)
}
