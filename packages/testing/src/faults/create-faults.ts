import type { CertifiedRequest, InterceptedRequest, Server } from '@pinnace/server'
import { ActiveFault, isOfServer, type FaultOfRequest, type OnHappen } from './active-fault.ts'
import type { Fault, FaultOptions, Faults } from './fault.ts'

/** A fault in effect; the id stays the same while it is. */
export interface ListedFault {
  readonly id: number
  readonly options: FaultOptions
  readonly fault: Fault
}

/** The faults of a server, and what they do with a request. */
export interface FaultRegistry {
  readonly faults: Faults
  /** Adds a fault; `onHappen` is called with its count each time. */
  add(options: FaultOptions, onHappen?: (count: number) => void): Fault
  /** The faults in effect, in the order in which they were added. */
  list(): readonly ListedFault[]
  /**
   * What faults do with a request, in the order in which they were added. `onHappen` is called with each that happens: at
   * once, or when a webhook of the request is called.
   */
  concerning(request: InterceptedRequest, onHappen: OnHappen): readonly FaultOfRequest[]
  /** Whether the client certificate of a request has expired, by a fault. */
  expiresCertificate(request: CertifiedRequest, onHappen: OnHappen): boolean
  /** Whether a new connection is shown an expired serving certificate. */
  servesExpiredCertificate(): boolean
}

/** Options for {@link createFaults}. */
export interface FaultRegistryOptions {
  readonly server: () => Server
  /** Ends the connections of the server's ports, so that clients connect again. */
  readonly endConnections: () => void
}

export function createFaults({ server, endConnections }: FaultRegistryOptions): FaultRegistry {
  const active = new Set<ActiveFault>()
  let count = 0
  const add: FaultRegistry['add'] = (options, onHappen = () => {}) => {
    const fault = new ActiveFault(server(), options, {
      id: ++count,
      onHappen,
      onRemove() {
        // Clients that ignore the certificate have connections with it.
        if (active.delete(fault) && isOfServer(options.do)) endConnections()
      },
    })
    active.add(fault)
    if (isOfServer(options.do)) endConnections()
    return fault
  }
  return {
    add,
    faults: {
      add: (options) => add(options),
      clear() {
        for (const fault of active) fault.remove()
      },
    },
    list: () => Array.from(active, (fault) => ({ id: fault.id, options: fault.options, fault })),
    concerning(request, onHappen) {
      if (active.size === 0) return []
      return [...active].flatMap((fault) => fault.consider(request, onHappen) ?? [])
    },
    expiresCertificate: (request, onHappen) =>
      [...active].filter((fault) => fault.expires(request, onHappen)).length > 0,
    servesExpiredCertificate: () => [...active].filter((fault) => fault.isShown()).length > 0,
  }
}
