import type { ApiObject, Awaitable, LabelSelector } from '@pinnace/meta'
import type { MatchPolicy } from '../match-rules.ts'
import type { AdmissionPlugin, PluginHost } from '../plugin.ts'
import type { Rule } from '../rules.ts'
import type { DeletionRequest, MutationRequest, ValidationRequest } from './admission-request.ts'

/** A rule about objects, as its author writes it: which requests it is about, and what it does with them. */
export interface PluginDefinition<T extends ApiObject = ApiObject> {
  readonly name: string
  /** One of them has to match. */
  readonly rules: readonly Rule[]
  /** @default 'Equivalent' */
  readonly matchPolicy?: MatchPolicy
  /** The object or the old one must have these labels. @default any */
  readonly objectSelector?: LabelSelector
  /** The namespace of the object must have these labels. @default any */
  readonly namespaceSelector?: LabelSelector
  /** What becomes of a request when a handler throws something else than a refusal. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore'
  /** `IfNeeded`: once more where others have changed the object after this plugin. @default 'Never' */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded'
  /** Changes what is about to be stored. Must come to the same when it is done again. */
  readonly mutate?: (request: MutationRequest<T>) => Awaitable<void>
  /** Looks at what is about to be stored, and refuses it with `deny`. */
  readonly validate?: (request: ValidationRequest<T>) => Awaitable<void>
  /** Looks at what is about to be deleted. */
  readonly validateDelete?: (request: DeletionRequest<T>) => Awaitable<void>
}

/** A plugin made by {@link defineAdmissionPlugin}: for a server as it is, and for `serveWebhook` and `evaluate`. */
export interface DefinedPlugin<T extends ApiObject = ApiObject> extends AdmissionPlugin {
  readonly definition: PluginDefinition<T>
  bind(host: PluginHost): AdmissionPlugin
}
