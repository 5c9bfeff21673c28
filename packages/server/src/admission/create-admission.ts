import { createAdmissionChain, type AdmissionChain, type AdmissionPlugin, type PluginContext } from '@pinnace/admission'
import type { ConfiguredPlugin } from './configure-plugins.ts'
import type { SharedPlugins } from './shared-plugins.ts'

/** Options for {@link createAdmission}. */
export interface AdmissionOptions extends PluginContext {
  readonly builtIn: readonly ConfiguredPlugin[]
  /** The plugins of the host. */
  readonly plugins: readonly AdmissionPlugin[]
  /** The use counts of the host's plugins, shared by a server and its forks. */
  readonly shared: SharedPlugins
}

/** Creates the admission chain: built-in plugins, plugins of the host, then the built-in plugins that run last. */
export function createAdmission({ builtIn, plugins, shared, ...context }: AdmissionOptions): AdmissionChain {
  const before: AdmissionPlugin[] = []
  const after: AdmissionPlugin[] = []
  for (const { plugin, settings, isLate } of builtIn) (isLate ? after : before).push(plugin.create(context, settings))
  const bound = plugins.map((plugin) => plugin.bind?.(context) ?? plugin)
  // Plugins created for this server are disposed with it; a plugin of the host may still be in use by a fork.
  const lettingGo = new Map(bound.filter((plugin) => plugins.includes(plugin)).map((one) => [one, shared.use(one)]))
  return createAdmissionChain({
    plugins: [...before, ...bound, ...after],
    metrics: context.metrics,
    clock: context.clock,
    release: (plugin) => (lettingGo.get(plugin) ?? (() => plugin[Symbol.dispose]?.()))(),
  })
}
