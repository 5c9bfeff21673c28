import type { AdmissionPlugin } from '@pinnace/admission'
import type { RequestToEvaluate } from '@pinnace/admission/define'
import type { ApiObject } from '@pinnace/meta'
import type { ServerOptions } from '@pinnace/server'

/** A plugin, and the requests its promises are tried on. */
export interface AdmissionScene {
  readonly plugin: AdmissionPlugin
  /** Requests that are its business: some that it changes, some that it refuses, some it finds good. */
  readonly requests: readonly RequestToEvaluate[]
  /** Requests that are none of its business. @default none */
  readonly others?: readonly RequestToEvaluate[]
  /** What else is stored, made in this order before every promise; in the namespace `default` where none is named. */
  readonly stored?: readonly ApiObject[]
  /** What the server is that the plugin runs in. @default the testing preset, in the words of the field */
  readonly server?: Omit<ServerOptions, 'store' | 'admission'>
  readonly limits?: AdmissionLimits
}

/** What a plugin cannot do by its nature. Each excuses it from promises. */
export interface AdmissionLimits {
  /** It reads other objects, which a webhook is not given. */
  readonly readsObjects?: true
}
