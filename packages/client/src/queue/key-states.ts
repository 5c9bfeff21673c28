/**
 * The keys of a queue, each in one state: *due* for a worker, *working*, or *again*, which is working and added once
 * more.
 *
 *     ──add──▶ due ──take──▶ working ──done──▶
 *               ▲             │ add
 *               └────done─── again
 */
export interface KeyStates<K> {
  /** Number of keys that are due. */
  readonly dueCount: number
  /** Whether a key that is being worked on was added again. */
  readonly hasAgain: boolean
  /** True where the key is due from now on. */
  add(key: K): boolean
  /** The key that has been due for longest, which is worked on from now on. */
  take(): { readonly key: K } | undefined
  /** Ends the work on a key; true where it is due now. */
  done(key: K): boolean
  /** Drops every key but those that are being worked on. */
  clear(): void
}

/** No keys. `onDueCount` is called whenever a key becomes due or is taken. */
export function createKeyStates<K>(onDueCount: (count: number, change: 'added' | 'handed out') => void): KeyStates<K> {
  /** A set, so that the first is found and removed in constant time. */
  const due = new Set<K>()
  const working = new Set<K>()
  const again = new Set<K>()
  const addDue = (key: K): void => {
    due.add(key)
    onDueCount(due.size, 'added')
  }
  return {
    get dueCount() {
      return due.size
    },
    get hasAgain() {
      return again.size > 0
    },
    add(key) {
      if (working.has(key)) again.add(key)
      else if (!due.has(key)) {
        addDue(key)
        return true
      }
      return false
    },
    take() {
      for (const key of due) {
        due.delete(key)
        working.add(key)
        onDueCount(due.size, 'handed out')
        return { key }
      }
      return undefined
    },
    done(key) {
      working.delete(key)
      if (again.delete(key)) addDue(key)
      return due.has(key)
    },
    clear() {
      due.clear()
      again.clear()
    },
  }
}
