import { cleanupFinalizer } from '@pinnace/kinds'
import {
  cloneJson,
  createTimeSlices,
  delay,
  isEqualJson,
  StatusError,
  type Clock,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import { settleNames, useNames, wantsNames } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { CrdServer } from './crd-ports.ts'
import type { CrdReflector } from './crd-reflector.ts'
import { deleteCustomResources } from './delete-custom-resources.ts'

/** Options for {@link CrdController}. */
export interface CrdControllerOptions {
  readonly server: CrdServer
  readonly registry: LiveRegistry
  readonly reflector: CrdReflector
  readonly clock: Clock
  readonly vocabulary: Vocabulary
  readonly onError: (error: unknown, message: string) => void
}

const firstRetryMs = 100
const maxRetryMs = 60_000

/**
 * Accepts names of CRDs that have become free, and deletes the objects of CRDs that are being deleted. It works in the
 * background, one CRD in a turn of the event loop, and retries failures after a delay that doubles from 100 ms to one
 * minute.
 */
export class CrdController implements Disposable {
  readonly #options: CrdControllerOptions
  readonly #finalizer: string
  readonly #stop = new AbortController()
  // CRDs that want names, and CRDs that are being deleted: each at most as many as there are CRDs.
  readonly #wanting = new Set<string>()
  readonly #deleting = new Set<string>()
  #isNaming = false

  constructor(options: CrdControllerOptions) {
    this.#options = options
    this.#finalizer = cleanupFinalizer(options.vocabulary)
  }

  /** Handles a CRD that has changed, or been deleted. */
  changed(name: string, crd: CustomResourceDefinition | undefined): void {
    const { reflector } = this.#options
    const group = crd?.spec.group ?? name.slice(name.indexOf('.') + 1)
    for (const nameless of reflector.namelessOf(group)) this.#enqueue(nameless)
    if (crd === undefined || !this.#isDeleting(crd) || this.#deleting.has(name)) return
    this.#deleting.add(name)
    void this.#runDeletion(name)
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
  }

  #enqueue(name: string): void {
    this.#wanting.add(name)
    if (this.#isNaming || this.#stop.signal.aborted) return
    this.#isNaming = true
    // Runs after the current write has been answered.
    this.#options.clock.soon(() => void this.#runNaming())
  }

  async #runNaming(): Promise<void> {
    const slices = createTimeSlices({ clock: this.#options.clock })
    for (const name of this.#wanting) {
      this.#wanting.delete(name)
      if (this.#stop.signal.aborted) break
      await slices.next()
      await this.#retry(name, () => this.#giveNames(name))
    }
    this.#isNaming = false
  }

  async #runDeletion(name: string): Promise<void> {
    await createTimeSlices({ clock: this.#options.clock }).next()
    await this.#retry(name, () => this.#delete(name))
    this.#deleting.delete(name)
  }

  async #retry(name: string, work: () => Promise<void>): Promise<void> {
    const { clock, onError } = this.#options
    const { signal } = this.#stop
    for (let waitMs = firstRetryMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted || isNotFound(error)) return
        onError(error, `CRD ${name} could not be updated`)
        await delay(clock, waitMs, signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }

  /** Accepts the names of a CRD that were taken before, if they are free now. */
  async #giveNames(name: string): Promise<void> {
    const { reflector, registry, clock, server } = this.#options
    const crd = reflector.crds.get(name)?.summary
    if (crd === undefined || crd.metadata.deletionTimestamp !== undefined || !wantsNames(crd)) return
    const used = registry.claimed(crd.spec.group)
    for (const { summary } of reflector.ofGroup(crd.spec.group)) useNames(summary, used)
    const trial = cloneJson(crd) as Mutable<CustomResourceDefinition>
    settleNames(trial, used, clock)
    // The write itself settles the names: it knows the CRDs that other servers are writing.
    if (!isEqualJson(trial.status, crd.status)) await server.updateCrd(name, () => undefined)
  }

  /** Deletes the objects of a CRD, then removes the finalizer that keeps it. */
  async #delete(name: string): Promise<void> {
    const { reflector, server, clock } = this.#options
    const crd = reflector.crds.get(name)?.summary
    if (crd === undefined || !this.#isDeleting(crd)) return
    await deleteCustomResources({
      server,
      crd,
      clock,
      signal: this.#stop.signal,
      update: (edit) => server.updateCrd(name, edit),
    })
    await server.updateCrd(name, ({ metadata }) => {
      const finalizers = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== this.#finalizer)
      if (finalizers.length === 0) delete metadata.finalizers
      else metadata.finalizers = finalizers
    })
  }

  #isDeleting({ metadata }: CustomResourceDefinition): boolean {
    return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(this.#finalizer) === true
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}
