import { formatGroupResource, type GroupResource } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { Reservations } from './resource-storage.ts'

type ReservationsOf = (resource: GroupResource) => Reservations

const known = new WeakMap<Store, ReservationsOf>()

/** The reservations of the writes in progress in this process, for all servers over a store. */
export function sharedReservations(store: Store): ReservationsOf {
  let reservations = known.get(store)
  if (reservations === undefined) known.set(store, (reservations = createReservations()))
  return reservations
}

/** Reservations that exist once. There are as many maps as there are resources that allocate. */
export function createReservations(): ReservationsOf {
  const byResource = new Map<string, Reservations>()
  return (resource) => {
    const id = formatGroupResource(resource)
    let reserved = byResource.get(id)
    if (reserved === undefined) byResource.set(id, (reserved = new Map()))
    return reserved
  }
}
