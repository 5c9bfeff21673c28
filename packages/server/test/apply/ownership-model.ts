// The rules of ownership over plain sets of paths, for the parts of a Deployment that the properties write. All paths are
// spelled as messages spell them. Slow, without tries, without sharing.

/** What the properties write of a Deployment. */
export interface Parts {
  readonly minReadySeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
}

const labels = '.metadata.labels'
const finalizers = '.metadata.finalizers'
const env = '.spec.template.spec.containers[name="main"].env'
const whole = new Set([labels, finalizers, env])

/** Every path with its value; what only holds others has none. */
export function flatten(parts: Parts): Map<string, string> {
  const flat = new Map<string, string>()
  if (parts.minReadySeconds !== undefined) flat.set('.spec.minReadySeconds', String(parts.minReadySeconds))
  if (parts.labels !== undefined) flat.set(labels, '')
  for (const [key, value] of Object.entries(parts.labels ?? {})) flat.set(`${labels}.${key}`, value)
  if (parts.finalizers !== undefined) flat.set(finalizers, '')
  for (const name of parts.finalizers ?? []) flat.set(`${finalizers}[="${name}"]`, name)
  if (parts.env !== undefined) flat.set(env, '')
  for (const { name, value } of parts.env ?? []) {
    const item = `${env}[name="${name}"]`
    flat.set(item, '')
    flat.set(`${item}.name`, name)
    if (value !== undefined) flat.set(`${item}.value`, value)
  }
  return flat
}

type Flat = ReadonlyMap<string, string>

/** Owners by manager, over one object. */
export class OwnershipModel {
  live: Map<string, string> = new Map()
  #owners = new Map<string, Set<string>>()

  /** A write that replaces everything. */
  update(manager: string, after: Flat): void {
    this.#change(`${manager} Update`, after, true, new Set())
  }

  /** How many conflicts there are; undefined when the apply went through. */
  apply(manager: string, config: Flat, force: boolean): number | undefined {
    const id = `${manager} Apply`
    const last = this.#owners.get(id) ?? new Set<string>()
    // An apply names leaves and items, not what holds them.
    const named = new Set([...config.keys()].filter((path) => !whole.has(path)))
    const after = new Map([...this.live, ...config])
    const others = [...this.#owners].filter(([owner]) => owner !== id)
    for (const path of last) {
      // An item without an owner is removed with its fields, including owned ones.
      const isOwned = (one: string): boolean => [named, ...others.map(([, set]) => set)].some((set) => set.has(one))
      if (isOwned(path)) continue
      for (const one of after.keys()) if (one === path || isBelow(one, path)) after.delete(one)
    }
    // A map or list that an apply has emptied is not stored, but who owns it as such still does.
    const hollow = new Set<string>()
    for (const holder of whole) {
      const isHollow = after.has(holder) && ![...after.keys()].some((path) => isBelow(path, holder))
      if (!isHollow || !this.live.has(holder)) continue
      after.delete(holder)
      hollow.add(holder)
    }
    const changed = changes(this.live, after)
    let conflicts = 0
    for (const [, set] of others) for (const path of set) if (changed.has(path)) conflicts++
    if (!force && conflicts > 0) return conflicts
    this.#change(id, after, false, hollow)
    if (named.size > 0) this.#owners.set(id, named)
    else this.#owners.delete(id)
    return undefined
  }

  /** Paths by owner, sorted. */
  owned(): Record<string, string[]> {
    return Object.fromEntries([...this.#owners].map(([owner, set]) => [owner, [...set].sort()]))
  }

  #change(id: string, after: Flat, isUpdate: boolean, hollow: ReadonlySet<string>): void {
    const changed = changes(this.live, after)
    const isGone = (path: string): boolean => this.live.has(path) && !after.has(path) && !hollow.has(path)
    for (const [owner, set] of this.#owners) {
      if (owner === id && !isUpdate) continue
      for (const path of set) if (changed.has(path) || isGone(path)) set.delete(path)
      if (set.size === 0) this.#owners.delete(owner)
    }
    if (isUpdate) {
      const own = new Set([...(this.#owners.get(id) ?? []), ...changed])
      if (own.size > 0) this.#owners.set(id, own)
      else this.#owners.delete(id)
    }
    this.live = new Map(after)
  }
}

/** Paths that are new or have another value. */
function changes(before: Flat, after: Flat): Set<string> {
  return new Set([...after].filter(([path, value]) => before.get(path) !== value).map(([path]) => path))
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
}
