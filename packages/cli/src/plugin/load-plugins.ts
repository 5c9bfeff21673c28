import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { webhookConfiguration, type DefinedPlugin } from '@pinnace/admission/define'

/** What a file of plugins exports. */
export interface PluginFile {
  /** The plugins, in the order of the names of their exports. */
  readonly plugins: readonly DefinedPlugin[]
  /** The export `clusterRoleRules`: what handlers that call the API server may do. */
  readonly clusterRoleRules: readonly unknown[]
}

/**
 * Imports a file and returns the admission plugins that it exports, one by one or in arrays. Throws an Error without any,
 * and for two plugins whose webhook configurations would have the same name.
 */
export async function loadPlugins(file: string): Promise<PluginFile> {
  const exported = await importFile(file)
  const plugins = Object.values(exported).flat().filter(isPlugin)
  const unique = [...new Set(plugins)]
  if (unique.length === 0) throw new Error(`${file} exports no admission plugin of defineAdmissionPlugin or on()`)
  const names = unique.map((plugin) => configurationName(plugin))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`${file}: two plugins have webhook configurations named "${twice}"`)
  const { clusterRoleRules = [] } = exported
  if (!Array.isArray(clusterRoleRules)) throw new Error(`${file}: clusterRoleRules must be an array`)
  return { plugins: unique, clusterRoleRules }
}

/** The name of the webhook configurations of a plugin. */
export function configurationName(plugin: DefinedPlugin): string {
  const [configuration] = webhookConfiguration(plugin, { url: 'https://localhost' })
  return String(configuration?.metadata.name)
}

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (cause) {
    if (isRecord(cause) && cause['code'] === 'ERR_UNKNOWN_FILE_EXTENSION') {
      const message = `${file}: Node ${process.versions.node} does not import TypeScript; compile it, or use Node 22.18 or later`
      throw new Error(message, { cause })
    }
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function isPlugin(value: unknown): value is DefinedPlugin {
  return isRecord(value) && isRecord(value['definition']) && typeof value['bind'] === 'function'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
