import { defaultExpressionEngine } from '@pinnace/admission'
import { createAdmissionObjects } from '../../admission/admission-objects.ts'
import { createAdmissionVersions } from '../../admission/admission-versions.ts'
import { configurePlugins, type ConfiguredPlugin } from '../../admission/configure-plugins.ts'
import { createAdmission } from '../../admission/create-admission.ts'
import { pluginSelection } from '../../admission/plugin-selection.ts'
import { createSharedPlugins, type SharedPlugins } from '../../admission/shared-plugins.ts'
import type { ServerOptions } from '../server-options.ts'
import { createAsServer } from '../../verbs/create-as-server.ts'
import { updateStatusOf } from '../../verbs/update-status.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The admission chain. Forks share the configuration and the host's plugins; each has its own built-in plugins. */
export const admission: CreateFacility = async (server, options) => {
  const { vocabulary, logger } = server
  const builtIn = await configurePlugins({
    ...pluginSelection(options),
    vocabulary,
    onDeprecated: (plugin, deprecation) => logger.warn({ plugin }, deprecation),
  })
  return admissionFacility(server, options, { builtIn, shared: createSharedPlugins() })
}

interface Plugins {
  readonly builtIn: readonly ConfiguredPlugin[]
  readonly shared: SharedPlugins
}

function admissionFacility(server: ServerState, options: ServerOptions, plugins: Plugins): Facility {
  const { vocabulary, clock, random, metrics, logger, registry, resources, authorize, features } = server
  const { expressions = defaultExpressionEngine(vocabulary), resolveService } = options.admissionControl ?? {}
  const chain = createAdmission({
    vocabulary,
    clock,
    random,
    metrics,
    ...plugins,
    plugins: options.admission ?? [],
    objects: createAdmissionObjects({
      registry,
      resources,
      create: (resource, object) => createAsServer(server, resource, object),
      updateStatus: (resource, namespace, name, change) =>
        updateStatusOf(server, { resource, namespace, name }, change),
    }),
    versions: createAdmissionVersions({ registry, resources, vocabulary, clock, random }),
    authorize,
    isEnabled: (gate) => features.isEnabled(gate),
    expressions,
    ...(resolveService === undefined ? {} : { resolveService }),
    onError: (err, what) => logger.error({ err }, what),
  })
  return {
    provides: { admission: chain },
    fork: (fork) => admissionFacility(fork, options, plugins),
    dispose: () => chain[Symbol.dispose](),
  }
}
