import { isEqualJson } from '@pinnace/meta'
import type { VersionDiscovery } from '@pinnace/openapi'
import type { ApiServiceInfo, RemoteApiService } from './api-service-info.ts'

/** What an index is created from: the one of the server that was forked. */
export type KnownApiServices = Pick<ApiServiceIndex, 'all' | 'discoveries'>

/** All APIServices, and what the servers behind them serve. */
export class ApiServiceIndex {
  readonly #ownGroup: string
  readonly #all = new Map<string, ApiServiceInfo>()
  readonly #remotes = new Map<string, RemoteApiService>()
  readonly #discoveries: Map<string, VersionDiscovery>
  #changes = 0

  /** APIServices of `ownGroup`, the group of APIServices themselves, are never served by another server. */
  constructor(ownGroup: string, known?: KnownApiServices) {
    this.#ownGroup = ownGroup
    this.#discoveries = new Map(known?.discoveries)
    for (const [name, info] of known?.all ?? []) this.#set(name, info)
  }

  /** By name. */
  get all(): ReadonlyMap<string, ApiServiceInfo> {
    return this.#all
  }

  /** APIServices of other servers, by group and version. */
  get remotes(): ReadonlyMap<string, RemoteApiService> {
    return this.#remotes
  }

  /** The last discovery of each APIService of another server, by name. */
  get discoveries(): ReadonlyMap<string, VersionDiscovery> {
    return this.#discoveries
  }

  /** Increases with every change. */
  get changes(): number {
    return this.#changes
  }

  /** The APIService of a group version that another server serves. */
  remote(group: string, version: string): RemoteApiService | undefined {
    return this.#remotes.size === 0 ? undefined : this.#remotes.get(versionKey(group, version))
  }

  /** Adds or replaces an APIService. Returns true if it names another service than before. */
  put(name: string, info: ApiServiceInfo): boolean {
    const isRetargeted = !isEqualJson(this.#all.get(name)?.target, info.target)
    this.#set(name, info)
    if (isRetargeted) this.#discoveries.delete(name)
    return isRetargeted
  }

  remove(name: string): void {
    const info = this.#all.get(name)
    if (info === undefined) return
    this.#all.delete(name)
    this.#remotes.delete(versionKey(info.group, info.version))
    this.#discoveries.delete(name)
    this.#changes++
  }

  /** Sets what the server behind an APIService serves. */
  setDiscovery(name: string, discovery: VersionDiscovery): void {
    if (isEqualJson(discovery, this.#discoveries.get(name))) return
    this.#discoveries.set(name, discovery)
    this.#changes++
  }

  #set(name: string, info: ApiServiceInfo): void {
    const { group, version, target } = info
    this.#all.set(name, info)
    if (target === undefined || group === this.#ownGroup) this.#remotes.delete(versionKey(group, version))
    else this.#remotes.set(versionKey(group, version), { ...info, target })
    this.#changes++
  }
}

function versionKey(group: string, version: string): string {
  return `${group}/${version}`
}
