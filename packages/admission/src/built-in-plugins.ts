import type { BuiltInPlugin } from './built-in-plugin.ts'
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts'
import { serviceAccount } from './plugins/service-account/service-account.ts'

/**
 * Every plugin that comes with the library, in the order they run. What a host adds runs at {@link hostPluginsBefore}:
 * after those that fill in and judge, before webhooks and quotas, which must see the object as it will be stored.
 */
// upstream: pkg/kubeapiserver/options/plugins.go, AllOrderedPlugins
export const builtInPlugins: readonly BuiltInPlugin[] = [namespaceLifecycle, serviceAccount]

/** The built-in plugin that a host's own come before. */
export const hostPluginsBefore = 'MutatingAdmissionWebhook'
