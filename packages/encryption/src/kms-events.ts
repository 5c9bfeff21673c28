import type { EncryptionObserver, KmsEvent } from '@pinnace/store'

/** Passes events of KMS plugins on to observers. */
export interface KmsEvents {
  report(event: KmsEvent): void
  /** Passes on what was reported before there was an observer; the first one gets it. */
  replay(observer: EncryptionObserver): void
}

/** Plugins are connected before a server observes them. Further events before the first observer are dropped. */
const maxEarly = 100

/** Creates the events of all plugins of an encryption. */
export function createKmsEvents(observers: ReadonlySet<EncryptionObserver>): KmsEvents {
  let early: KmsEvent[] | undefined = []
  return {
    report(event) {
      for (const observer of observers) observer.kms?.(event)
      if (early !== undefined && early.length < maxEarly) early.push(event)
    },
    replay(observer) {
      for (const event of early ?? []) observer.kms?.(event)
      early = undefined
    },
  }
}
