/** A config map as the model knows it: the fields that clients can see. */
export interface State {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
  readonly held: boolean
  readonly deleting: boolean
  readonly uid: string
  readonly version: bigint
}

/** One change, under its version. */
export interface Change {
  readonly version: bigint
  readonly atMs: number
  readonly before: State | undefined
  readonly after: State | undefined
}

/** What a list or a watch looks at. */
export interface Scope {
  /** Empty: all namespaces. */
  readonly namespace: string
  readonly tier: string | undefined
}

/** What a server should hold, and all that has happened to it. */
export interface Model {
  readonly changes: readonly Change[]
  readonly newest: bigint
  get(namespace: string, name: string): State | undefined
  record(change: Change): void
  /** The state at a version, in the order of a list. */
  at(version: bigint, scope: Scope): readonly State[]
}

/** An empty model that begins at `start`. */
export function createModel(start: bigint): Model {
  const changes: Change[] = []
  const current = new Map<string, State>()
  let newest = start
  return {
    changes,
    get newest() {
      return newest
    },
    get: (namespace, name) => current.get(`${namespace}/${name}`),
    record(change) {
      changes.push(change)
      newest = change.version
      const { namespace, name } = (change.after ?? change.before)!
      if (change.after === undefined) current.delete(`${namespace}/${name}`)
      else current.set(`${namespace}/${name}`, change.after)
    },
    at(version, scope) {
      const states = new Map<string, State>()
      for (const { version: changed, before, after } of changes) {
        if (changed > version) break
        const { namespace, name } = (after ?? before)!
        if (after === undefined) states.delete(`${namespace}/${name}`)
        else states.set(`${namespace}/${name}`, after)
      }
      return [...states]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([, state]) => state)
        .filter((state) => isIn(scope, state))
    },
  }
}

function isIn(scope: Scope, state: State | undefined): boolean {
  if (state === undefined) return false
  if (scope.namespace !== '' && state.namespace !== scope.namespace) return false
  return scope.tier === undefined || state.labels['tier'] === scope.tier
}

/** An event as a watch of that scope must show it; `undefined` where it shows none. */
export function eventOf(change: Change, scope: Scope): { readonly type: string; readonly state: State } | undefined {
  const was = isIn(scope, change.before)
  const is = isIn(scope, change.after)
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', state: change.after! }
  return was ? { type: 'DELETED', state: { ...change.before!, version: change.version } } : undefined
}

/** Reads what the model knows of an object on the wire. */
// oxlint-disable-next-line no-explicit-any
export function toState(object: any): State {
  const { metadata, data } = object
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    labels: metadata.labels ?? {},
    data: data ?? {},
    held: (metadata.finalizers ?? []).length > 0,
    deleting: metadata.deletionTimestamp !== undefined,
    uid: metadata.uid,
    version: BigInt(metadata.resourceVersion ?? 0),
  }
}

/** One line a person can compare; equal texts are equal states. */
export function show(state: State): string {
  const flags = `${state.held ? ' held' : ''}${state.deleting ? ' deleting' : ''}`
  return `${state.namespace}/${state.name}@${state.version} ${entries(state.labels)} ${entries(state.data)}${flags} ${state.uid}`
}

/** The same without the version. */
export function showContent(state: State): string {
  return show({ ...state, version: 0n })
}

function entries(record: Readonly<Record<string, string>>): string {
  return `{${Object.entries(record)
    .map(([key, value]) => `${key}:${value}`)
    .sort()
    .join(' ')}}`
}
