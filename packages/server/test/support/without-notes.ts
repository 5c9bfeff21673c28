import type { Store, StoreEntry, StoreEvent, WriteOutcome } from '@pinnace/store'
import type { MemoryStore } from '@pinnace/store/memory'

/** A store in memory that drops notes, as stores in files and other processes do: every value is read from its bytes. */
export function withoutNotes(store: MemoryStore): Store {
  return {
    revision: () => store.revision(),
    get: (key, options) => bare(store.get(key, options)),
    list(prefix, options) {
      const page = store.list(prefix, options)
      return { ...page, entries: page.entries.map(bareEntry) }
    },
    put: (key, value, condition) => bareOutcome(store.put(key, value, condition)),
    delete: (key, tombstone, condition) => bareOutcome(store.delete(key, tombstone, condition)),
    watch: (prefix, after, watcher) =>
      store.watch(prefix, after, {
        onEvents: (events) => watcher.onEvents(events.map(bareEvent)),
        onProgress: (revision) => watcher.onProgress?.(revision),
        onEnd: (error) => watcher.onEnd(error),
      }),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
  }
}

function bareEntry({ key, value, createRevision, modRevision }: StoreEntry): StoreEntry {
  return { key, value, note: undefined, createRevision, modRevision }
}

function bare(entry: StoreEntry | undefined): StoreEntry | undefined {
  return entry && bareEntry(entry)
}

function bareEvent({ type, entry, previous }: StoreEvent): StoreEvent {
  return { type, entry: bareEntry(entry), previous: bare(previous) }
}

function bareOutcome(outcome: WriteOutcome): WriteOutcome {
  if (!outcome.done) return { done: false, current: bare(outcome.current) }
  return { done: true, entry: bareEntry(outcome.entry), previous: bare(outcome.previous) }
}
