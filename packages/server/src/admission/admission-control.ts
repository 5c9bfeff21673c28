import type { ExpressionEngine, PluginDocument, PluginSelection, ResolveService } from '@pinnace/admission'

/** The built-in admission plugins of a server. */
export interface AdmissionControl extends PluginSelection {
  /** The plugin configurations of an AdmissionConfiguration; `value` is the parsed document. */
  readonly configuration?: readonly PluginDocument[]
  /** Evaluates match conditions of webhooks. @default the Common Expression Language */
  readonly expressions?: ExpressionEngine
  /** Resolves the address of a webhook's service. @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService
}
