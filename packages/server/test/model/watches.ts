import type { FakeClock } from '@pinnace/testing'
import type { Server } from '../../src/index.ts'
import { openWatch, type OpenWatch } from '../support/call.ts'
import { eventsOf } from './events-of.ts'
import { eventOf, show, toState, type Model, type Scope, type State } from './model.ts'
import type { Operation } from './operations.ts'
import { must } from './properties.ts'
import { isInWindow, pickVersion, targetOf } from './reads.ts'

/** Watches under way, each compared with what the model says it must have shown. */
export interface Watches {
  open(question: Extract<Operation, { op: 'watch' }>): Promise<void>
  /** Leaves a watch and goes on from the last version it has shown. */
  resume(pick: number): Promise<void>
  finish(): Promise<void>
}

interface Running {
  readonly scope: Scope
  readonly watch: OpenWatch
  /** The initial ADDED events. */
  readonly initial: readonly State[]
  readonly after: bigint
  readonly isAllowedToBeGone: boolean
  isOver: boolean
}

interface Shown {
  readonly type: string
  readonly text: string
  readonly version: bigint
  readonly key: string
}

export function createWatches(server: Server, clock: FakeClock, model: Model): Watches {
  const running: Running[] = []
  const start = async (scope: Scope, from: 'unset' | 'any' | bigint): Promise<void> => {
    const resourceVersion = from === 'unset' ? '' : from === 'any' ? '0' : String(from)
    const target = targetOf(scope, { watch: '1', allowWatchBookmarks: 'true', resourceVersion })
    const after = typeof from === 'bigint' ? from : model.newest
    const initial = typeof from === 'bigint' ? [] : model.at(model.newest, scope)
    const isAllowedToBeGone = typeof from === 'bigint' && !isInWindow(model, clock, from)
    const one: Running = {
      scope,
      watch: await openWatch(server, target),
      initial,
      after,
      isAllowedToBeGone,
      isOver: false,
    }
    void one.watch.ended.then(() => (one.isOver = true))
    running.push(one)
    // The first events must be on their way before time moves on.
    await eventsOf(one.watch, expectedOf(model, one).length)
  }
  const check = async (one: Running): Promise<void> => {
    const expected = expectedOf(model, one)
    await eventsOf(one.watch, expected.length)
    verify(one, expected)
    one.watch.leave()
  }
  return {
    open: ({ scope, from, pick }) => start(scope, from === 'version' ? pickVersion(model, pick) : from),
    async resume(pick) {
      if (running.length === 0) return
      const [one] = running.splice(pick % running.length, 1) as [Running]
      await check(one)
      const last = one.watch.events.at(-1)
      if (last === undefined || last.type === 'ERROR') return
      await start(one.scope, BigInt(last.object.metadata.resourceVersion))
    },
    async finish() {
      for (const one of running) await check(one)
    },
  }
}

function expectedOf(model: Model, { scope, initial, after }: Running): readonly Shown[] {
  const changes = model.changes
    .filter(({ version }) => version > after)
    .flatMap((change) => {
      const event = eventOf(change, scope)
      return event === undefined ? [] : [shown(event.type, event.state)]
    })
  return [...initial.map((state) => shown('ADDED', state)), ...changes]
}

function shown(type: string, state: State): Shown {
  return { type, text: `${type} ${show(state)}`, version: state.version, key: `${state.namespace}/${state.name}` }
}

function verify(one: Running, expected: readonly Shown[]): void {
  const { events } = one.watch
  if (events.some(({ type }) => type === 'ERROR')) {
    must(
      'resumable',
      events.length === 1 && events[0].object.code === 410,
      () => `the events are ${JSON.stringify(events)}`,
    )
    must('resumable', one.isAllowedToBeGone, () => `${one.after} is in the window, and gone`)
    return
  }
  const seen: Shown[] = []
  for (const { type, object } of events) {
    if (type === 'BOOKMARK') checkBookmark(BigInt(object.metadata.resourceVersion), seen, expected)
    else seen.push(shown(type, toState(object)))
  }
  const live = seen.slice(one.initial.length)
  const versions = live.map(({ version }) => version)
  must('noDuplicate', new Set(versions).size === versions.length, () => texts(live))
  must(
    'ordered',
    versions.every((version, index) => index === 0 || version > versions[index - 1]!),
    () => texts(live),
  )
  for (const [index, event] of seen.entries()) compare(event, expected[index])
  // A watch whose time is over may have missed what came after; it must not have missed anything before.
  must(
    'noGap',
    one.isOver || seen.length === expected.length,
    () => `${texts(expected.slice(seen.length))}\nis not shown`,
  )
}

function compare(event: Shown, wanted: Shown | undefined): void {
  if (event.text === wanted?.text) return
  const detail = (): string => `${event.text}\nshould be\n${wanted?.text ?? 'nothing'}`
  if (wanted === undefined) must('nothingElse', false, detail)
  if (event.version > wanted.version) must('noGap', false, detail)
  if (event.version === wanted.version && event.type !== wanted.type) must('selection', false, detail)
  must(event.type === 'DELETED' ? 'deletion' : 'noGap', false, detail)
}

function checkBookmark(version: bigint, seen: readonly Shown[], expected: readonly Shown[]): void {
  const missed = expected.slice(seen.length).find((event) => event.version <= version)
  must('bookmark', missed === undefined, () => `${version} stands before ${missed?.text}`)
  const last = seen.at(-1)
  must('bookmark', last === undefined || version >= last.version, () => `${version} stands after ${last?.text}`)
}

function texts(events: readonly Shown[]): string {
  return events.map(({ text }) => text).join('\n')
}
