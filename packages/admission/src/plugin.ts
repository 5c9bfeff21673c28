import type { Awaitable, GroupResource } from '@pinnace/meta'
import type { AdmissionAttributes, Operation } from './admission-attributes.ts'
import type { PluginContext } from './plugin-context.ts'

/** The dependencies a server provides to the plugins of its host. */
export type PluginHost = Pick<
  PluginContext,
  'vocabulary' | 'clock' | 'objects' | 'versions' | 'authorize' | 'metrics' | 'onError'
>

/** An admission plugin: mutates objects (`admit`), validates them (`validate`), or both. It refuses by throwing a StatusError. */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  /** The resources the plugin handles, with their subresources. @default all resources */
  readonly resources?: readonly GroupResource[]
  /** Edits the object in place. May be called again in the same request (`attributes.reinvocation`). */
  admit?(attributes: AdmissionAttributes): Awaitable<void>
  validate?(attributes: AdmissionAttributes): Awaitable<void>
  /** Creates the plugin for one server; called once for each server. @default the plugin itself */
  bind?(host: PluginHost): AdmissionPlugin
  /** Releases resources when the server closes. */
  [Symbol.dispose]?(): void
}
