import type { Awaitable, Vocabulary } from '@pinnace/meta'
import type { PluginContext } from './plugin-context.ts'
import type { AdmissionPlugin } from './plugin.ts'

/** The configuration of a plugin in an AdmissionConfiguration. */
export interface PluginConfiguration {
  /** The parsed document; undefined without a configuration. */
  readonly value: unknown
  /** The directory that paths in the document are relative to. */
  readonly directory: string
  readonly vocabulary: Vocabulary
}

/** A built-in admission plugin. */
export interface BuiltInPlugin {
  readonly name: string
  /** Enabled by default. */
  readonly isDefault: boolean
  /** The vocabulary in which it is enabled by default although `isDefault` is false. */
  readonly isDefaultIn?: 'kubernetes'
  /** The deprecation warning, logged when the plugin is enabled. */
  readonly deprecation?: string
  /** Reads the configuration, once, before the server starts. Throws a TypeError that names the field. */
  readonly configure?: (configuration: PluginConfiguration) => Awaitable<unknown>
  /** @param settings the result of {@link configure} */
  readonly create: (context: PluginContext, settings: unknown) => AdmissionPlugin
}
