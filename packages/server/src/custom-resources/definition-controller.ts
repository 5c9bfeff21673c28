import { cleanupFinalizer } from '@pinnace/kinds'
import {
  cloneJson,
  delay,
  isEqualJson,
  notFound,
  StatusError,
  type ApiObject,
  type Clock,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import { settleNames, useNames, wantsNames } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { ServerCore } from '../core.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import { defaultWriteOptions } from '../options/write-options.ts'
import type { Draft } from '../served-resource.ts'
import { servedOf } from '../verbs/update-status.ts'
import { write } from '../write/write.ts'
import { definitionsOfGroup, type DefinitionFollower } from './follow-definitions.ts'
import { removeInstances } from './remove-instances.ts'

/** Options for {@link createDefinitionController}. */
export interface DefinitionControllerOptions {
  readonly core: () => ServerCore
  readonly registry: LiveRegistry
  readonly follower: () => DefinitionFollower
  readonly clock: Clock
  readonly vocabulary: Vocabulary
  readonly onError: (error: unknown, what: string) => void
}

/** What definitions need beyond the writes of their authors: names that have become free, and an end. */
export interface DefinitionController extends Disposable {
  /** Looks at a definition that has changed, or gone. */
  changed(name: string, definition: CustomResourceDefinition | undefined): void
}

type Next = Mutable<CustomResourceDefinition>

const firstRetryMs = 100
const lastRetryMs = 60_000

/** Works in the background, one definition at a time; what fails is tried again, later every time. */
export function createDefinitionController(options: DefinitionControllerOptions): DefinitionController {
  const { core, registry, follower, clock, vocabulary } = options
  const finalizer = cleanupFinalizer(vocabulary)
  const stop = new AbortController()
  // As many as there are definitions.
  const pending = new Set<string>()
  const ending = new Set<string>()
  let isWorking = false

  const enqueue = (name: string): void => {
    pending.add(name)
    if (isWorking || stop.signal.aborted) return
    isWorking = true
    // After the write that brought it has been answered.
    clock.soon(() => void work().finally(() => (isWorking = false)))
  }
  const work = async (): Promise<void> => {
    for (const name of pending) {
      pending.delete(name)
      if (stop.signal.aborted) return
      await attempt(name, () => settle(name))
    }
  }
  const attempt = async (name: string, task: () => Promise<void>): Promise<void> => {
    for (let waitMs = firstRetryMs; !stop.signal.aborted; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
      try {
        return await task()
      } catch (error) {
        if (stop.signal.aborted || isGone(error)) return
        options.onError(error, `definition ${name} could not be seen to`)
        await delay(clock, waitMs, stop.signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }
  /** Asks again for names that a definition was refused: somebody may have let go of them. */
  const settle = async (name: string): Promise<void> => {
    const found = follower().definitions.get(name)?.summary
    if (found === undefined || found.metadata.deletionTimestamp !== undefined || !wantsNames(found)) return
    const used = registry.claimed(found.spec.group)
    for (const peer of definitionsOfGroup(follower(), found.spec.group)) useNames(peer, used)
    const trial = cloneJson(found) as Next
    settleNames(trial, used, clock)
    if (isEqualJson(trial.status, found.status)) return
    await change(name, (next) => settleNames(next, used, clock))
  }
  /** Removes the objects of a definition that is being deleted, and lets go of it. */
  const end = async (name: string): Promise<void> => {
    const found = follower().definitions.get(name)?.summary
    if (found === undefined || !isEnding(found)) return
    await removeInstances({
      core: core(),
      definition: found,
      clock,
      signal: stop.signal,
      change: (edit) => change(name, edit),
    })
    await change(name, (next) => {
      const finalizers = (next.metadata.finalizers ?? []).filter((other) => other !== finalizer)
      if (finalizers.length === 0) delete next.metadata.finalizers
      else next.metadata.finalizers = finalizers
    })
  }
  const isEnding = ({ metadata }: CustomResourceDefinition): boolean =>
    metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(finalizer) === true
  const change = async (name: string, edit: (next: Next) => void): Promise<void> => {
    const group = vocabulary.group('apiextensions')
    const served = servedOf(core(), { group, resource: 'customresourcedefinitions' })
    await write(core(), loopbackScope(served, '', name), {
      propose(live: ApiObject | undefined) {
        if (live === undefined) throw notFound(served.gvr, name)
        const next = cloneJson(live) as Draft
        edit(next as unknown as Next)
        return next
      },
      strategy: {},
      options: defaultWriteOptions,
      retry: true,
      ownership: { type: 'untracked' },
      admission: 'none',
    })
  }
  return {
    changed(name, definition) {
      const group = definition?.spec.group ?? name.slice(name.indexOf('.') + 1)
      for (const peer of definitionsOfGroup(follower(), group)) {
        const peerName = peer.metadata.name!
        if (peer.metadata.deletionTimestamp === undefined && wantsNames(peer)) enqueue(peerName)
      }
      if (definition === undefined || !isEnding(definition) || ending.has(name)) return
      ending.add(name)
      clock.soon(() => void attempt(name, () => end(name)).finally(() => ending.delete(name)))
    },
    [Symbol.dispose]: () => stop.abort(),
  }
}

function isGone(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}
