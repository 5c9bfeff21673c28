import { createAdmissionChain, type AdmissionPlugin, type PluginHost } from '@pinnace/admission'
import { attributesOf, type RequestToEvaluate } from '@pinnace/admission/define'
import { StatusError, type ApiObject } from '@pinnace/meta'
import { createServer, type Server } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import type { AdmissionScene } from './scene.ts'

/** What came of a request. */
export interface Verdict {
  /** As it would go on. */
  readonly object: ApiObject | undefined
  readonly refusal: StatusError | undefined
  readonly warnings: readonly string[]
  readonly annotations: Readonly<Record<string, string>>
}

/** A plugin bound to a server with the objects of its scene, which is not asked about anything but the trial. */
export interface Trial extends AsyncDisposable {
  readonly scene: AdmissionScene
  readonly plugin: AdmissionPlugin
  readonly host: PluginHost
  /** What the plugin failed with and nobody was told. */
  readonly failures: readonly unknown[]
  /** Changes whenever something is stored. */
  revision(): bigint
  readonly requests: readonly RequestToEvaluate[]
  readonly others: readonly RequestToEvaluate[]
  /** Whether a chain asks the plugin about a request. */
  isAsked(request: RequestToEvaluate): boolean
  /** Through a chain, as a server asks. Rejects with what is no refusal. */
  judge(request: RequestToEvaluate): Promise<Verdict>
}

/** Starts a server with what is stored, and binds the plugin to it. */
export async function openTrial(scene: AdmissionScene): Promise<Trial> {
  const { requests, others = [], stored = [], server: options = {} } = scene
  const store = createMemoryStore()
  let lent: PluginHost | undefined
  // The plugin itself is left out, so that it is asked by the trial alone.
  const borrower: AdmissionPlugin = {
    name: 'Borrower',
    handles: () => false,
    bind(host) {
      lent = host
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
  const host: PluginHost = { ...lent!, onError: (error) => void failures.push(error) }
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

/** The refusal something ends with; rejects with any other error. */
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
  if (status !== undefined) await client.patchStatus(made.metadata.name!, { status })
}
