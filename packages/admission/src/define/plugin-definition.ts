import type { ApiObject, Awaitable, LabelSelector } from '@pinnace/meta'
import type { MatchPolicy } from '../match-policy.ts'
import type { AdmissionPlugin, PluginHost } from '../plugin.ts'
import type { Rule } from '../rules.ts'
import type { DeletionRequest, MutationRequest, ValidationRequest } from './admission-request.ts'

/** The definition of a plugin: the requests it matches, and its handlers. */
export interface PluginDefinition<T extends ApiObject = ApiObject> {
  readonly name: string
  /** At least one must match. */
  readonly rules: readonly Rule[]
  /** @default 'Equivalent' */
  readonly matchPolicy?: MatchPolicy
  /** Must match the labels of the object or the old object. @default matches all */
  readonly objectSelector?: LabelSelector
  /** Must match the labels of the object's namespace. @default matches all */
  readonly namespaceSelector?: LabelSelector
  /** Whether an error of a handler that is not a refusal fails the request. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore'
  /** `IfNeeded` runs `mutate` again if other plugins change the object after it. @default 'Never' */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded'
  /** Changes the object to be stored. Must be idempotent. */
  readonly mutate?: (request: MutationRequest<T>) => Awaitable<void>
  /** Validates the object to be stored; refuses it with `deny`. */
  readonly validate?: (request: ValidationRequest<T>) => Awaitable<void>
  /** Validates a deletion; refuses it with `deny`. */
  readonly validateDelete?: (request: DeletionRequest<T>) => Awaitable<void>
}

/** A plugin created by `defineAdmissionPlugin`, for a server, `serveWebhook` and `evaluate`. */
export interface DefinedPlugin<T extends ApiObject = ApiObject> extends AdmissionPlugin {
  readonly definition: PluginDefinition<T>
  bind(host: PluginHost): AdmissionPlugin
}
