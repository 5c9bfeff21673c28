import { createAdmissionChain, type AdmissionChain, type AdmissionPlugin, type PluginContext } from '@pinnace/admission'
import type { ConfiguredPlugin } from './configure-plugins.ts'
import type { SharedPlugins } from './shared-plugins.ts'

/** Options for {@link createAdmission}. */
export interface AdmissionOptions extends PluginContext {
  readonly builtIn: readonly ConfiguredPlugin[]
  /** The host's own. */
  readonly plugins: readonly AdmissionPlugin[]
  /** Those of the host, of all servers that are forks of each other. */
  readonly shared: SharedPlugins
}

/** The chain of a server: the built-in plugins, and the host's own before those that must see everything. */
export function createAdmission({ builtIn, plugins, shared, ...context }: AdmissionOptions): AdmissionChain {
  const before: AdmissionPlugin[] = []
  const after: AdmissionPlugin[] = []
  for (const { plugin, settings, isLate } of builtIn) (isLate ? after : before).push(plugin.create(context, settings))
  const bound = plugins.map((plugin) => plugin.bind?.(context) ?? plugin)
  // What was made for this server is its own; the host's plugin itself may be in use elsewhere.
  const lettingGo = new Map(bound.filter((plugin) => plugins.includes(plugin)).map((one) => [one, shared.use(one)]))
  return createAdmissionChain({
    plugins: [...before, ...bound, ...after],
    metrics: context.metrics,
    clock: context.clock,
    release: (plugin) => (lettingGo.get(plugin) ?? (() => plugin[Symbol.dispose]?.()))(),
  })
}
