import type { Event } from 'js-yaml'

/** The events of a document, one after the other. */
export interface EventSource {
  /** The next event; undefined at the end. */
  peek(): Event | undefined
  advance(): void
}

/** The events of a list. */
export function eventsOf(events: readonly Event[]): EventSource {
  let index = 0
  return { peek: () => events[index], advance: () => void index++ }
}

/** The members of the events of each type that are packed, all of them numbers but `fast`. */
const properties = ['anchorStart', 'anchorEnd', 'tagStart', 'tagEnd', 'style'] as const
export const packedMembers: Readonly<Record<number, readonly string[]>> = {
  1: [],
  2: ['start', ...properties],
  3: ['start', ...properties],
  4: ['valueStart', 'valueEnd', ...properties, 'chomping', 'indent', 'fast'],
  5: ['anchorStart', 'anchorEnd'],
  6: [],
}

/** Events that another thread has packed into numbers: the type of each, and its members. */
export function unpackEvents(packed: Int32Array): EventSource {
  let at = 0
  let current: Event | undefined
  const read = (): Event | undefined => {
    if (at >= packed.length) return undefined
    const type = packed[at++] ?? 0
    const event: Record<string, unknown> = { type }
    for (const name of packedMembers[type] ?? []) {
      const value = packed[at++]
      event[name] = name === 'fast' ? value === 1 : value
    }
    return event as unknown as Event
  }
  return {
    peek: () => (current ??= read()),
    advance() {
      current ??= read()
      current = undefined
    },
  }
}
