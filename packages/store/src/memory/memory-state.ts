import { ExpiringMemoryEntry, MemoryEntry } from './memory-entry.ts'
import type { HistoryBounds } from '../history/history-bounds.ts'
import { RevisionedTree, type Change, type RevisionedTreeOptions } from '../history/revisioned-tree.ts'
import type { StoreEvent } from '../store.ts'
import type { EntryWrite } from '../history/tree-store.ts'
import { ValueArena } from './value-arena.ts'

/** A change in the history, which is also the event for watchers. */
export class MemoryChange implements Change<MemoryEntry>, StoreEvent {
  readonly deleted: boolean
  readonly entry: MemoryEntry
  readonly previous: MemoryEntry | undefined

  constructor(deleted: boolean, entry: MemoryEntry, previous: MemoryEntry | undefined) {
    this.deleted = deleted
    this.entry = entry
    this.previous = previous
  }

  get type(): 'put' | 'delete' {
    return this.deleted ? 'delete' : 'put'
  }

  get revision(): number {
    return this.entry.modified
  }
}

/** The keys and the history of a store in memory, whose values are outside the heap. */
export interface MemoryState {
  readonly state: RevisionedTree<MemoryEntry, MemoryChange>
  /** Creates an entry, and copies its value. */
  createEntry(write: EntryWrite): MemoryEntry
  /** An independent copy with the same history, in constant time. */
  fork(): MemoryState
}

/** Creates an empty state at `revision`. */
export function createMemoryState(revision: number, bounds: HistoryBounds): MemoryState {
  const arena = new ValueArena()
  const settings = settingsFor(arena, bounds)
  return memoryState(arena, new RevisionedTree(revision, settings), settings)
}

type Settings = RevisionedTreeOptions<MemoryEntry, MemoryChange>

function memoryState(
  arena: ValueArena,
  state: RevisionedTree<MemoryEntry, MemoryChange>,
  settings: Settings,
): MemoryState {
  return {
    state,
    createEntry(write) {
      const entry = createEntry(write)
      const { value, modified } = write
      if (value.bytes === undefined) arena.write(entry, value.before, String(modified), value.after)
      else arena.writeBytes(entry, value.bytes)
      return entry
    },
    fork() {
      const forked = new ValueArena()
      const forkedSettings = settingsFor(forked, settings.bounds)
      return memoryState(forked, state.fork(forkedSettings), forkedSettings)
    },
  }
}

function settingsFor(arena: ValueArena, bounds: HistoryBounds): Settings {
  return {
    bounds,
    bytesOf: (entry) => entry.length,
    onForget(change) {
      if (change.previous !== undefined) arena.release(change.previous)
      if (change.deleted) arena.release(change.entry)
    },
  }
}

function createEntry({ key, value: { note }, created, modified, expiry }: EntryWrite): MemoryEntry {
  if (expiry === undefined) return new MemoryEntry(key, note, created, modified)
  return new ExpiringMemoryEntry({ key, note, created, modified }, expiry)
}
