import { StoreError, type Store, type StoreEvent } from '@pinnace/store'
import type { Operation } from './linearizability.ts'
import { textOf, type Histories } from './workload.ts'

/** A change as a watch has delivered it. */
export interface RecordedEvent {
  readonly revision: bigint
  readonly key: string
  /** Undefined for a delete. */
  readonly value: string | undefined
  readonly previous: bigint | undefined
}

/** The events of one watch, without a gap between `after` and `reached`. */
export interface Segment {
  readonly after: bigint
  reached: bigint
  readonly events: RecordedEvent[]
}

/** Watches a store, and again after the watch has ended because its history was compacted. */
export class WatchRecorder {
  readonly segments: Segment[] = []
  readonly #store: Store
  readonly #prefix: string
  /** The number of events after which the watch is started again where it was; 0 for never. */
  readonly #resumeEvery: number
  #watch: Disposable | undefined
  #stopped = false
  /** Whatever has gone wrong. */
  readonly errors: string[] = []

  constructor(store: Store, prefix: string, resumeEvery: number) {
    this.#store = store
    this.#prefix = prefix
    this.#resumeEvery = resumeEvery
  }

  async start(after: bigint): Promise<void> {
    const segment: Segment = { after, reached: after, events: [] }
    this.segments.push(segment)
    await this.#open(segment)
  }

  get reached(): bigint {
    return this.segments.at(-1)?.reached ?? 0n
  }

  stop(): void {
    this.#stopped = true
    this.#watch?.[Symbol.dispose]()
  }

  async #open(segment: Segment): Promise<void> {
    let count = 0
    let isOver = false
    const resume = (watch: Disposable | undefined): void => {
      isOver = true
      watch?.[Symbol.dispose]()
      void this.#reopen(segment)
    }
    const watcher = {
      onEvents: (events: readonly StoreEvent[]): void => {
        if (isOver) this.errors.push('events after the end of a watch')
        for (const event of events) this.#record(segment, event)
        count += events.length
        if (this.#resumeEvery > 0 && count >= this.#resumeEvery && this.#watch !== undefined) resume(this.#watch)
      },
      onProgress: (revision: bigint): void => {
        if (revision < segment.reached) this.errors.push(`progress to ${revision} after ${segment.reached}`)
        else segment.reached = revision
      },
      onEnd: (error: StoreError | undefined): void => {
        if (isOver || this.#stopped) return
        isOver = true
        if (error?.code === 'Compacted') void this.#restart()
        else this.errors.push(`a watch has ended: ${String(error)}`)
      },
    }
    this.#watch = undefined
    const watch = await this.#store.watch(this.#prefix, segment.reached, watcher)
    if (isOver || this.#stopped) watch[Symbol.dispose]()
    else this.#watch = watch
  }

  async #reopen(segment: Segment): Promise<void> {
    for (;;) {
      try {
        return await this.#open(segment)
      } catch (error) {
        if (this.#stopped) return
        if (error instanceof StoreError && error.code === 'Compacted') return this.#restart()
        if (!(error instanceof StoreError && error.code === 'Unavailable')) this.errors.push(String(error))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  async #restart(): Promise<void> {
    while (!this.#stopped) {
      try {
        return await this.start(await this.#store.revision())
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  #record(segment: Segment, { type, entry, previous }: StoreEvent): void {
    const { modRevision: revision, key } = entry
    if (revision <= segment.reached) this.errors.push(`revision ${revision} of ${key} after ${segment.reached}`)
    segment.reached = revision
    const value = type === 'delete' ? undefined : textOf(entry)
    segment.events.push({ revision, key, value, previous: previous?.modRevision })
  }
}

/** What is wrong with the events of a watch, given the acknowledged writes. */
export function watchErrors(segments: readonly Segment[], histories: Histories): readonly string[] {
  const errors: string[] = []
  for (const segment of segments) {
    const byRevision = new Map(segment.events.map((event) => [event.revision, event]))
    const last = new Map<string, bigint | undefined>()
    for (const { revision, key, previous, value } of segment.events) {
      if (last.has(key) && last.get(key) !== previous) {
        errors.push(`${key} at ${revision}: the previous revision is ${previous}, not ${last.get(key)}`)
      }
      last.set(key, value === undefined ? undefined : revision)
    }
    for (const [key, operations] of histories) {
      for (const write of operations.filter(isWrite)) {
        if (write.revision <= segment.after || write.revision > segment.reached) continue
        const event = byRevision.get(write.revision)
        if (event === undefined) errors.push(`the write of ${key} at ${write.revision} was not delivered`)
        else if (event.key !== key || event.value !== write.value) {
          errors.push(`the write of ${key} at ${write.revision} was delivered as ${event.key} = ${event.value}`)
        }
      }
    }
  }
  return errors
}

function isWrite(operation: Operation): operation is Operation & { readonly type: 'write' } {
  return operation.type === 'write'
}
