import {
  builtInPlugins,
  hostPluginsBefore,
  selectPlugins,
  type BuiltInPlugin,
  type PluginDocument,
  type PluginSelection,
} from '@pinnace/admission'
import type { Vocabulary } from '@pinnace/meta'

/** An enabled built-in plugin and its configuration. */
export interface ConfiguredPlugin {
  readonly plugin: BuiltInPlugin
  readonly settings: unknown
  /** True for a plugin that runs after the plugins of the host. */
  readonly isLate: boolean
}

/** Options for {@link configurePlugins}. */
export interface ConfigurePluginsOptions extends PluginSelection {
  /** Documents by plugin, parsed. */
  readonly configuration?: readonly PluginDocument[]
  readonly vocabulary: Vocabulary
  /** Called for each enabled plugin that is deprecated. */
  readonly onDeprecated: (name: string, deprecation: string) => void
}

/** Reads the configuration of every enabled plugin. Throws a TypeError for a configuration that no plugin accepts. */
export async function configurePlugins(options: ConfigurePluginsOptions): Promise<readonly ConfiguredPlugin[]> {
  const { configuration = [], vocabulary, onDeprecated } = options
  const selected = selectPlugins(options, vocabulary.product)
  const late = new Set(builtInPlugins.slice(builtInPlugins.findIndex(({ name }) => name === hostPluginsBefore)))
  const documents = new Map(configuration.map((entry) => [entry.name, entry]))
  for (const name of documents.keys()) {
    if (!builtInPlugins.some((plugin) => plugin.name === name)) {
      throw new TypeError(`admission plugin ${JSON.stringify(name)} is configured, but does not exist`)
    }
  }
  const configured: ConfiguredPlugin[] = []
  for (const plugin of selected) {
    if (plugin.deprecation !== undefined) onDeprecated(plugin.name, plugin.deprecation)
    const settings = await readSettings(plugin, documents.get(plugin.name), vocabulary)
    configured.push({ plugin, settings, isLate: late.has(plugin) })
  }
  return configured
}

async function readSettings(
  plugin: BuiltInPlugin,
  { value, directory = '.', file }: Partial<PluginDocument> = {},
  vocabulary: Vocabulary,
): Promise<unknown> {
  try {
    if (value !== undefined && plugin.configure === undefined) {
      throw new TypeError(`admission plugin ${JSON.stringify(plugin.name)} does not accept a configuration`)
    }
    return await plugin.configure?.({ value, directory, vocabulary })
  } catch (cause) {
    if (!(cause instanceof TypeError) || file === undefined) throw cause
    throw new TypeError(`${file}: ${cause.message}`, { cause })
  }
}
