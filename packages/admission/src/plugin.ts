import type { Awaitable, GroupResource } from '@pinnace/meta'
import type { AdmissionAttributes, Operation } from './attributes.ts'
import type { PluginContext } from './plugin-context.ts'

/** What a server lends to the plugins of its host. */
export type PluginHost = Pick<PluginContext, 'vocabulary' | 'clock' | 'objects' | 'versions' | 'onError'>

/** A rule about objects: it may change them (`admit`), refuse them (`validate`), or both. Refusals are StatusErrors. */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  /** The resources it is asked about, with all that hangs below them. @default every one */
  readonly resources?: readonly GroupResource[]
  /** Edits the object in place. May be called again in the same request (`attributes.reinvocation`). */
  admit?(attributes: AdmissionAttributes): Awaitable<void>
  validate?(attributes: AdmissionAttributes): Awaitable<void>
  /** The plugin for one server, with what that lends it; called once for each. @default the plugin itself */
  bind?(host: PluginHost): AdmissionPlugin
  /** Lets go of what it holds, when the server closes. */
  [Symbol.dispose]?(): void
}
