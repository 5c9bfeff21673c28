import type { Clock, GroupVersion } from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import type { CrdVersions } from './aggregation-ports.ts'
import type { ApiServiceIndex } from './api-service-index.ts'
import { apiServiceName } from './api-service-info.ts'
import type { LocalApiServices } from './local-api-services.ts'

/** Options for {@link AutoRegistration}. */
export interface AutoRegistrationOptions {
  readonly registry: LiveRegistry
  readonly crds: CrdVersions
  readonly index: ApiServiceIndex
  readonly local: LocalApiServices
  readonly clock: Clock
  /** The group of APIServices, which has no APIService itself. */
  readonly ownGroup: string
  readonly signal: AbortSignal
  readonly onError: (error: unknown, message: string) => void
}

/** Keeps an APIService for every group version that this server serves: built-in kinds and CRDs. */
// upstream: controller/crdregistration/crdregistration_controller.go
export class AutoRegistration {
  readonly #options: AutoRegistrationOptions
  /** The versions that do not depend on CRDs. */
  readonly #fixed: readonly GroupVersion[]
  readonly #fixedNames: ReadonlySet<string>
  // Groups to sync: at most as many as there are groups.
  readonly #changedGroups = new Set<string>()
  #isSyncing = false

  constructor(options: AutoRegistrationOptions) {
    this.#options = options
    this.#fixed = fixedVersions(options.registry, options.ownGroup)
    this.#fixedNames = new Set(this.#fixed.map(apiServiceName))
  }

  /** Registers everything. Called once, when a new server starts. */
  async start(): Promise<void> {
    const { local, index, crds } = this.#options
    await local.start(this.#fixed)
    const groups = new Set<string>(crds.groups())
    for (const { management, group } of index.all.values()) if (management === 'true') groups.add(group)
    for (const group of groups) await local.syncGroup(group, this.#crdVersions(group))
  }

  /** Syncs a group in the background, after the write that changed one of its CRDs has been answered. */
  crdsChanged(group: string): void {
    this.#changedGroups.add(group)
    if (this.#isSyncing || this.#options.signal.aborted) return
    this.#isSyncing = true
    this.#options.clock.soon(() => void this.#syncGroups())
  }

  async #syncGroups(): Promise<void> {
    const { local, signal, onError } = this.#options
    for (const group of this.#changedGroups) {
      this.#changedGroups.delete(group)
      if (signal.aborted) break
      try {
        await local.syncGroup(group, this.#crdVersions(group))
      } catch (error) {
        if (!signal.aborted) onError(error, `the APIServices of group ${group} could not be updated`)
      }
    }
    this.#isSyncing = false
  }

  #crdVersions(group: string): readonly GroupVersion[] {
    const versions = new Set(this.#options.crds.established(group))
    return [...versions]
      .map((version): GroupVersion => ({ group, version }))
      .filter((groupVersion) => !this.#fixedNames.has(apiServiceName(groupVersion)))
  }
}

// Resources of CRDs have `stored`, the revision since which objects match their schema.
function fixedVersions({ groups }: LiveRegistry, ownGroup: string): readonly GroupVersion[] {
  return groups
    .filter(({ group }) => group !== ownGroup)
    .flatMap(({ group, versions }) =>
      versions
        .filter(({ resources }) => resources.some(({ stored }) => stored === undefined))
        .map(({ version }): GroupVersion => ({ group, version })),
    )
}
