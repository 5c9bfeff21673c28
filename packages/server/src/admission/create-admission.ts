import { createAdmissionChain, type AdmissionChain, type AdmissionPlugin, type PluginContext } from '@pinnace/admission'
import type { ConfiguredPlugin } from './configure-plugins.ts'

/** Options for {@link createAdmission}. */
export interface AdmissionOptions extends PluginContext {
  readonly builtIn: readonly ConfiguredPlugin[]
  /** The host's own. */
  readonly plugins: readonly AdmissionPlugin[]
}

/** The chain of a server: the built-in plugins, and the host's own before those that must see everything. */
export function createAdmission({ builtIn, plugins, ...context }: AdmissionOptions): AdmissionChain {
  const before: AdmissionPlugin[] = []
  const after: AdmissionPlugin[] = []
  for (const { plugin, settings, isLate } of builtIn) (isLate ? after : before).push(plugin.create(context, settings))
  return createAdmissionChain({
    plugins: [...before, ...plugins.map((plugin) => plugin.bind?.(context) ?? plugin), ...after],
    metrics: context.metrics,
    clock: context.clock,
  })
}
