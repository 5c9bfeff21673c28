import type { Awaitable, Vocabulary } from '@pinnace/meta'
import type { PluginContext } from './plugin-context.ts'
import type { AdmissionPlugin } from './plugin.ts'

/** What an AdmissionConfiguration says about one plugin. */
export interface PluginConfiguration {
  /** The document, parsed; absent where the plugin has none. */
  readonly value: unknown
  /** What paths in it are relative to. */
  readonly directory: string
  readonly vocabulary: Vocabulary
}

/** A plugin that comes with the library. */
export interface BuiltInPlugin {
  readonly name: string
  /** On unless it is disabled. */
  readonly isDefault: boolean
  /** Why it should not be used any more; logged where it is enabled. */
  readonly deprecation?: string
  /** Reads its configuration, once, before anything is served. Throws a TypeError that names the field. */
  readonly configure?: (configuration: PluginConfiguration) => Awaitable<unknown>
  /** @param settings what {@link configure} returned */
  readonly create: (context: PluginContext, settings: unknown) => AdmissionPlugin
}
