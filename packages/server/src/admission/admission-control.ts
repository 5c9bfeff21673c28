import type { ExpressionEngine, PluginDocument, PluginSelection, ResolveService } from '@pinnace/admission'

/** The built-in admission plugins of a server. */
export interface AdmissionControl extends PluginSelection {
  /** What an AdmissionConfiguration says, by plugin; `value` is the parsed document. */
  readonly configuration?: readonly PluginDocument[]
  /** Evaluates match conditions of webhooks. @default webhooks that have some are refused */
  readonly expressions?: ExpressionEngine
  /** Where the service of a webhook is reached. @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService
}
