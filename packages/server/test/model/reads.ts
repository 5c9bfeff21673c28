import type { FakeClock } from '@pinnace/testing'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { show, toState, type Model, type Scope } from './model.ts'
import { must, type Property } from './properties.ts'

/** How long a server remembers, at least. */
const windowMs = 299_000

/** True where everything that has happened since that version is still remembered. */
export function isInWindow(model: Model, clock: FakeClock, version: bigint): boolean {
  const first = model.changes.find((change) => change.version > version)
  return first === undefined || clock.monotonic() - first.atMs < windowMs
}

/** Where a scope is listed and watched. */
export function targetOf({ namespace, tier }: Scope, query: Readonly<Record<string, string>>): string {
  const path = namespace === '' ? '/api/v1/configmaps' : `/api/v1/namespaces/${namespace}/configmaps`
  const selector: Record<string, string> = tier === undefined ? {} : { labelSelector: `tier=${tier}` }
  return `${path}?${new URLSearchParams({ ...query, ...selector }).toString()}`
}

/** A version something happened at, or the beginning. */
export function pickVersion(model: Model, pick: number): bigint {
  const { changes } = model
  return changes.length === 0 ? model.newest : changes[pick % changes.length]!.version
}

/** What a list is asked for. */
export interface ListQuestion {
  readonly scope: Scope
  readonly freshness: 'newest' | 'any' | 'exact' | 'notOlderThan'
  readonly pick: number
}

/** Lists, and compares with the model at the version the list says it is of. */
export async function checkList(
  server: Server,
  clock: FakeClock,
  model: Model,
  { scope, freshness, pick }: ListQuestion,
): Promise<void> {
  const version = pickVersion(model, pick)
  const queries = {
    newest: {},
    any: { resourceVersion: '0' },
    exact: { resourceVersion: String(version), resourceVersionMatch: 'Exact' },
    notOlderThan: { resourceVersion: String(version), resourceVersionMatch: 'NotOlderThan' },
  }
  const { status, json } = await call(server, 'GET', targetOf(scope, queries[freshness]))
  if (freshness === 'exact' && status === 410) {
    must('listAtVersion', !isInWindow(model, clock, version), () => `${version} is forgotten too early`)
    return
  }
  must('listAtVersion', status === 200, () => `${status} ${json?.message}`)
  const listed = BigInt(json.metadata.resourceVersion)
  if (freshness === 'exact') must('listAtVersion', listed === version, () => `asked for ${version}, got ${listed}`)
  if (freshness === 'newest')
    must('acknowledged', listed >= model.newest, () => `the list is of ${listed}, the last write of ${model.newest}`)
  if (freshness === 'notOlderThan')
    must('listAtVersion', listed >= version, () => `the list is of ${listed}, asked for ${version}`)
  compare('listAtVersion', json.items, model, listed, scope)
}

function compare(property: Property, items: readonly unknown[], model: Model, version: bigint, scope: Scope): void {
  const listed = items.map((item) => show(toState(item))).join('\n')
  const wanted = model.at(version, scope).map(show).join('\n')
  must(property, listed === wanted, () => `at ${version}\n${listed}\nshould be\n${wanted}`)
}

/** Lists that are read page by page, with other things happening in between. */
export interface Pages {
  open(scope: Scope, limit: number): Promise<void>
  next(pick: number): Promise<void>
  /** Reads every list to its end. */
  finish(): Promise<void>
}

interface OpenList {
  readonly scope: Scope
  readonly limit: number
  readonly version: bigint
  readonly items: unknown[]
  token: string
}

export function createPages(server: Server, clock: FakeClock, model: Model): Pages {
  const lists: OpenList[] = []
  const take = async (list: OpenList): Promise<void> => {
    const { status, json } = await call(
      server,
      'GET',
      targetOf(list.scope, { limit: String(list.limit), continue: list.token }),
    )
    if (status === 410) {
      must('oneSnapshot', !isInWindow(model, clock, list.version), () => `${list.version} is forgotten too early`)
      lists.splice(lists.indexOf(list), 1)
      return
    }
    must('oneSnapshot', status === 200, () => `${status} ${json?.message}`)
    must(
      'oneSnapshot',
      BigInt(json.metadata.resourceVersion) === list.version,
      () => `began at ${list.version}, went on at ${json.metadata.resourceVersion}`,
    )
    add(list, json)
  }
  const add = (
    list: OpenList,
    json: {
      readonly items: readonly unknown[]
      readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number }
    },
  ): void => {
    must('oneSnapshot', json.items.length <= list.limit, () => `${json.items.length} items in a page of ${list.limit}`)
    list.items.push(...json.items)
    list.token = json.metadata.continue ?? ''
    if (json.metadata.remainingItemCount !== undefined) {
      const total = list.items.length + json.metadata.remainingItemCount
      must(
        'oneSnapshot',
        total === model.at(list.version, list.scope).length,
        () => `${total} items in all are promised`,
      )
    }
    if (list.token !== '') return
    compare('oneSnapshot', list.items, model, list.version, list.scope)
    const index = lists.indexOf(list)
    if (index >= 0) lists.splice(index, 1)
  }
  return {
    async open(scope, limit) {
      const { status, json } = await call(server, 'GET', targetOf(scope, { limit: String(limit) }))
      must('oneSnapshot', status === 200, () => `${status} ${json?.message}`)
      const list: OpenList = { scope, limit, version: BigInt(json.metadata.resourceVersion), items: [], token: '' }
      must(
        'acknowledged',
        list.version >= model.newest,
        () => `the list is of ${list.version}, the last write of ${model.newest}`,
      )
      lists.push(list)
      add(list, json)
    },
    async next(pick) {
      if (lists.length > 0) await take(lists[pick % lists.length]!)
    },
    async finish() {
      while (lists.length > 0) await take(lists[0]!)
    },
  }
}
