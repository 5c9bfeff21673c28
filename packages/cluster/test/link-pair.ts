import { setTimeout as delay } from 'node:timers/promises'
import type { Link, ToPrimary, ToReplica } from '@pinnace/cluster'

/** Two ends of a link in one process. */
export interface LinkPair {
  readonly primary: Link<ToReplica, ToPrimary>
  readonly replica: Link<ToPrimary, ToReplica>
  /** Ends the link, as if the process of the copy had ended. */
  end(): void
  /** Holds back messages to the copy until the result is called. */
  pause(): () => void
}

/** Creates a link whose messages are copied, arrive in order, and some of them late by up to `maxDelayMs`. */
export function createLinkPair({ random = Math.random, maxDelayMs = 0 } = {}): LinkPair {
  let isOver = false
  let finish = (): void => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  const end = (): void => {
    isOver = true
    finish()
  }
  let paused = Promise.resolve()
  const wire = <M>(hold: () => Promise<void>): { send(message: M): void; receive(on: (message: M) => void): void } => {
    let on: ((message: M) => void) | undefined
    let last: Promise<void> = Promise.resolve()
    return {
      send(message) {
        if (isOver) return
        const copy = structuredClone(message)
        last = last.then(async () => {
          // Few messages wait, but those behind them do too.
          if (maxDelayMs > 0 && random() < 0.2) await delay(random() * maxDelayMs)
          await hold()
          if (!isOver) on?.(copy)
        })
      },
      receive: (callback) => void (on = callback),
    }
  }
  const down = wire<ToReplica>(() => paused)
  const up = wire<ToPrimary>(() => Promise.resolve())
  return {
    primary: { send: down.send, receive: up.receive, ended, end },
    replica: { send: up.send, receive: down.receive, ended, end },
    end,
    pause() {
      let resume = (): void => {}
      paused = new Promise((resolve) => (resume = resolve))
      return resume
    },
  }
}
