import type { FakeClock } from '@pinnace/testing'
import type { Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { eventsOf } from './events-of.ts'
import { createModel, showContent, toState, type Change, type Model } from './model.ts'
import type { Operation, Place } from './operations.ts'
import { must } from './properties.ts'
import { checkList, createPages } from './reads.ts'
import type { Expected, Run } from './run-state.ts'
import { createWatches } from './watches.ts'
import { writes } from './writes.ts'

/** Does one thing after the other to a server and checks everything that must hold. */
export async function run(server: Server, clock: FakeClock, operations: readonly Operation[]): Promise<void> {
  for (const name of ['team']) await call(server, 'POST', '/api/v1/namespaces', { body: { metadata: { name } } })
  const beginning = await call(server, 'GET', '/api/v1/configmaps')
  const model = createModel(BigInt(beginning.json.metadata.resourceVersion))
  const everything = await openWatch(
    server,
    `/api/v1/configmaps?watch=1&timeoutSeconds=100000000&resourceVersion=${model.newest}`,
  )
  let seen = 0
  let counter = 0
  const started: Run = {
    server,
    clock,
    model,
    watches: createWatches(server, clock, model),
    pages: createPages(server, clock, model),
    unique: () => counter++,
    async settle(expected) {
      await eventsOf(everything, seen + expected.length)
      const events = everything.events.slice(seen)
      seen = everything.events.length
      record(model, clock, expected, events)
    },
  }
  for (const operation of operations) await perform(started, operation)
  await started.settle([])
  for (const scope of [
    { namespace: '', tier: undefined },
    { namespace: 'team', tier: 'front' },
  ]) {
    await checkList(started.server, clock, model, { scope, freshness: 'newest', pick: 0 })
  }
  await started.pages.finish()
  await started.watches.finish()
  everything.leave()
}

async function perform(started: Run, operation: Operation): Promise<void> {
  const { server, clock, model, watches, pages } = started
  switch (operation.op) {
    case 'list':
      return checkList(server, clock, model, operation)
    case 'openPages':
      return pages.open(operation.scope, operation.limit)
    case 'nextPage':
      return pages.next(operation.pick)
    case 'watch':
      return watches.open(operation)
    case 'resume':
      return watches.resume(operation.pick)
    case 'wait':
      return clock.advance(operation.seconds * 1000)
    case 'jump':
      clock.jumpTo(clock.now() + operation.seconds * 1000)
      return
    default:
      return writes(started, operation)
  }
}

interface WireEvent {
  readonly type: string
  readonly object: unknown
}

function record(model: Model, clock: FakeClock, expected: readonly Expected[], events: readonly WireEvent[]): void {
  const missing = [...expected]
  for (const { type, object } of events) {
    must(
      'nothingElse',
      type !== 'ERROR' && type !== 'BOOKMARK',
      () => `the watch of everything says ${type} ${JSON.stringify(object)}`,
    )
    const state = toState(object)
    const index = missing.findIndex(({ before, after }) => isPlace(after ?? before!, state))
    must('nothingElse', index >= 0, () => `${type} ${showContent(state)} was not asked for`)
    const [{ before, after, answered }] = missing.splice(index, 1) as [Expected]
    const wanted = after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED'
    must('noGap', type === wanted, () => `${wanted} ${state.namespace}/${state.name} came as ${type}`)
    must('ordered', state.version > model.newest, () => `${state.version} came after ${model.newest}`)
    if (answered !== undefined) {
      must(
        'ownVersion',
        answered.version === state.version,
        () => `the answer said ${answered.version}, the watch ${state.version}`,
      )
    }
    const content = after ?? before!
    const shown = showContent({ ...content, uid: before === undefined ? state.uid : content.uid, version: 0n })
    must(
      after === undefined ? 'deletion' : 'acknowledged',
      showContent(state) === shown,
      () => `${showContent(state)} should be ${shown}`,
    )
    const change: Change = {
      version: state.version,
      atMs: clock.monotonic(),
      before,
      after: after === undefined ? undefined : state,
    }
    model.record(change)
  }
  must(
    'noGap',
    missing.length === 0,
    () =>
      `${missing.length} changes were never shown, the first of ${JSON.stringify((missing[0]!.after ?? missing[0]!.before)!.name)}`,
  )
}

function isPlace(left: Place, right: Place): boolean {
  return left.namespace === right.namespace && left.name === right.name
}
