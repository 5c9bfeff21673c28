import { createAdmissionChain, type AdmissionPlugin, type PluginHost } from '@pinnace/admission'
import { attributesOf, type RequestToEvaluate } from '@pinnace/admission/define'
import { StatusError, type ApiObject } from '@pinnace/meta'
import { createServer, type Server } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import { expectDefined } from '../expect-defined.ts'
import type { AdmissionScene } from './scene.ts'

/** The outcome of a request. */
export interface Verdict {
  /** The object as the next plugin would get it; undefined for requests without one. */
  readonly object: ApiObject | undefined
  readonly refusal: StatusError | undefined
  readonly warnings: readonly string[]
  readonly annotations: Readonly<Record<string, string>>
}

/** A plugin bound to a server with the objects of its scene. The server does not run the plugin on its own requests. */
export interface Trial extends AsyncDisposable {
  readonly scene: AdmissionScene
  readonly plugin: AdmissionPlugin
  readonly host: PluginHost
  /** Errors the plugin reported to its host. */
  readonly failures: readonly unknown[]
  /** Changes whenever something is stored. */
  revision(): bigint
  readonly requests: readonly RequestToEvaluate[]
  readonly others: readonly RequestToEvaluate[]
  /** Whether a chain calls the plugin for a request. */
  isAsked(request: RequestToEvaluate): boolean
  /** Runs a request through a chain, as a server does. Rejects with any error that is not a StatusError. */
  judge(request: RequestToEvaluate): Promise<Verdict>
}

/** Starts a server with the stored objects of the scene, and binds the plugin to it. */
export async function openTrial(scene: AdmissionScene): Promise<Trial> {
  const { requests, others = [], stored = [], server: options = {} } = scene
  const store = createMemoryStore()
  const hosts: PluginHost[] = []
  // The server does not run the plugin itself: only the trial calls it.
  const borrower: AdmissionPlugin = {
    name: 'Borrower',
    handles: () => false,
    bind(host) {
      hosts.push(host)
      return borrower
    },
  }
  const server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    ...options,
    store,
    admission: [borrower],
  })
  for (const object of stored) await hold(server, object)
  const failures: unknown[] = []
  const host: PluginHost = {
    ...expectDefined(hosts[0], 'the host of the plugin'),
    onError: (error) => void failures.push(error),
  }
  const plugin = scene.plugin.bind?.(host) ?? scene.plugin
  const chain = createAdmissionChain({ plugins: [plugin] })
  return {
    scene,
    plugin,
    host,
    failures,
    revision: () => store.revision(),
    requests,
    others,
    isAsked(request) {
      const { operation, resource: asked } = attributesOf(request)
      const isListed = plugin.resources?.some(
        ({ group, resource }) => group === asked.group && resource === asked.resource,
      )
      return plugin.handles(operation) && isListed !== false
    },
    async judge(request) {
      const warnings: string[] = []
      const annotations: Record<string, string> = {}
      const attributes = attributesOf(request, {
        warn: (text) => void warnings.push(text),
        annotate: (key, value) => void (annotations[key] ??= value),
      })
      const refusal = await refusalOf(async () => {
        await chain.admit(attributes)
        await chain.validate(attributes)
      })
      return { object: attributes.object, refusal, warnings, annotations }
    },
    async [Symbol.asyncDispose]() {
      chain[Symbol.dispose]()
      await server.close()
    },
  }
}

/** The StatusError that `work` rejects with, or undefined; rejects with any other error. */
export async function refusalOf(work: () => Promise<void>): Promise<StatusError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

async function hold(server: Server, object: ApiObject): Promise<void> {
  const { apiVersion = '', kind = '', metadata } = object
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const all = server.client({ apiVersion, kind })
  const isCluster = server.registry.byGvk({ group, version, kind })?.scope === 'Cluster'
  const client = isCluster ? all : all.namespace(metadata.namespace ?? 'default')
  const made = await client.create(object)
  const { status } = object as { readonly status?: unknown }
  if (status !== undefined) await client.patchStatus(made.metadata.name ?? '', { status })
}
