import type { BuiltInPlugin } from './built-in-plugin.ts'
import { builtInPlugins } from './built-in-plugins.ts'

/** Which built-in plugins run. */
export interface PluginSelection {
  /** Beside those that are on by default. @default none */
  readonly enable?: readonly string[]
  /** @default none */
  readonly disable?: readonly string[]
}

/** The plugins of a selection, in order. Throws a TypeError for a name that is unknown, or both on and off. */
// upstream: apiserver/pkg/server/options/admission.go, Validate and enabledPluginNames
export function selectPlugins({ enable = [], disable = [] }: PluginSelection): readonly BuiltInPlugin[] {
  const known = new Set(builtInPlugins.map(({ name }) => name))
  for (const [flag, names] of [
    ['enable-admission-plugins', enable],
    ['disable-admission-plugins', disable],
  ] as const) {
    for (const name of names) {
      if (!known.has(name)) throw new TypeError(`${flag} plugin ${JSON.stringify(name)} is unknown`)
    }
  }
  const both = enable.filter((name) => disable.includes(name))
  if (both.length > 0) {
    throw new TypeError(`${both.join(', ')} in enable-admission-plugins and disable-admission-plugins overlapped`)
  }
  return builtInPlugins.filter(({ name, isDefault }) => (isDefault ? !disable.includes(name) : enable.includes(name)))
}
