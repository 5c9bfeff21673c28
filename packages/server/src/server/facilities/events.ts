import { TypedEmitter } from '@pinnace/client'
import type { Logger } from '@pinnace/meta'
import type { ServerEvents } from '../../pipeline/server-events.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** The events of a server. A fork has its own; listeners are kept on `restore`. */
export const events: CreateFacility = ({ logger }) => eventsFacility(logger)

function eventsFacility(logger: Logger): Facility {
  const onListenerError = (err: unknown, event: string): void =>
    logger.error({ err, event }, 'a server event listener failed')
  return {
    provides: { events: new TypedEmitter<ServerEvents>({ onListenerError }) },
    staysOnRestore: true,
    fork: () => eventsFacility(logger),
  }
}
