import type { BuiltInPlugin } from './built-in-plugin.ts'
import { builtInPlugins } from './built-in-plugins.ts'

/** The selection of built-in plugins. */
export interface PluginSelection {
  /** Plugins to enable in addition to the defaults. @default none */
  readonly enable?: readonly string[]
  /** Default plugins to disable. @default none */
  readonly disable?: readonly string[]
}

/**
 * Returns the selected plugins, in order; `product` is that of the vocabulary, which some defaults depend on. Throws a
 * TypeError for a name that is unknown, or both enabled and disabled.
 */
// upstream: apiserver/pkg/server/options/admission.go, Validate and enabledPluginNames
export function selectPlugins(
  { enable = [], disable = [] }: PluginSelection,
  product?: string,
): readonly BuiltInPlugin[] {
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
  const isOn = ({ isDefault, isDefaultIn }: BuiltInPlugin): boolean => isDefault || (isDefaultIn ?? '') === product
  return builtInPlugins.filter((plugin) =>
    isOn(plugin) ? !disable.includes(plugin.name) : enable.includes(plugin.name),
  )
}
