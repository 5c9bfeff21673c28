import type { Awaitable } from '@pinnace/meta'

/** A service referenced by a webhook configuration. */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** The address of a service. Its certificate must be valid for `<name>.<namespace>.svc`. */
export interface ServiceAddress {
  readonly host: string
  readonly port: number
}

/** Resolves a service to an address; throws if there is none. */
export type ResolveService = (service: ServiceReference) => Awaitable<ServiceAddress>
