import type { AdmissionPlugin } from '@pinnace/admission'
import type { RequestToEvaluate } from '@pinnace/admission/define'
import type { ApiObject } from '@pinnace/meta'
import type { ServerOptions } from '@pinnace/server'

/** A plugin, and the requests that its promises are tested with. */
export interface AdmissionScene {
  readonly plugin: AdmissionPlugin
  /** Requests the plugin handles: some that it changes, some that it rejects, some that it accepts unchanged. */
  readonly requests: readonly RequestToEvaluate[]
  /** Requests the plugin does not handle. @default none */
  readonly others?: readonly RequestToEvaluate[]
  /** Other stored objects, created in this order before every promise; in the namespace `default` unless they name one. */
  readonly stored?: readonly ApiObject[]
  /** Options of the server the plugin runs in. @default the testing preset, with the vocabulary `kubernetes` */
  readonly server?: Omit<ServerOptions, 'store' | 'admission'>
  readonly limits?: AdmissionLimits
}

/** Inherent limits of a plugin. Each excludes some promises. */
export interface AdmissionLimits {
  /** It reads other objects, which a webhook cannot. */
  readonly readsObjects?: true
}
