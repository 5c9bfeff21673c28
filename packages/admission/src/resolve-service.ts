import type { Awaitable } from '@pinnace/meta'

/** A service, as the configuration of a webhook names it. */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** Where a service is reached. The certificate that answers there must still be that of `<name>.<namespace>.svc`. */
export interface ServiceAddress {
  readonly host: string
  readonly port: number
}

/** Finds the address of a service; throws where there is none. */
export type ResolveService = (service: ServiceReference) => Awaitable<ServiceAddress>
