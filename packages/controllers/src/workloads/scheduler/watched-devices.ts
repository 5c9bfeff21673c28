import type { Informer } from '@pinnace/client'
import { loadDeviceMatcher } from '@pinnace/kinds'
import { formatGroupVersion } from '@pinnace/meta'
import type { DeviceClass, ResourceClaim, ResourceSlice } from '@pinnace/types/resource-v1'
import type { ControllerContext } from '../../controller.ts'
import { deviceNames } from '../devices/device-names.ts'
import { uidOf } from '../stored-object.ts'
import type { DeviceView } from './device-claims.ts'

/** A {@link DeviceView} that knows what the scheduler has written already. */
export interface WatchedDevices extends DeviceView {
  /** Takes a claim for the newest state until the informer has it. */
  assume(claim: ResourceClaim): void
}

const kinds = ['ResourceClaim', 'ResourceSlice', 'DeviceClass'] as const

/**
 * The claims, devices and classes of the cluster, once they are there; calls `onChange` when one of them changes. Undefined
 * where the server does not serve them. Called with the first pod that has claims, because most clusters have none.
 */
export async function watchDevices(
  { client, informers, vocabulary, random }: ControllerContext,
  signal: AbortSignal,
  onChange: () => void,
): Promise<WatchedDevices | undefined> {
  const { apiVersion } = deviceNames(vocabulary)
  const served = await client.discover({ signal })
  const isServed = (kind: string): boolean =>
    served.some((one) => one.kind === kind && formatGroupVersion(one) === apiVersion)
  if (!kinds.every(isServed)) return undefined
  const claims = informers.informer<ResourceClaim>({ apiVersion, kind: 'ResourceClaim' })
  const slices = informers.informer<ResourceSlice>({ apiVersion, kind: 'ResourceSlice' })
  const classes = informers.informer<DeviceClass>({ apiVersion, kind: 'DeviceClass' })
  const matches = await loadDeviceMatcher(vocabulary)
  await informers.synced(signal)
  const assumed = assumeClaims(claims)
  for (const informer of [claims, slices, classes] as readonly Pick<Informer, 'addHandler'>[]) {
    informer.addHandler({ add: onChange, update: onChange, delete: onChange })
  }
  return {
    ...assumed,
    slices: () => slices.store.list(),
    deviceClass: (name) => classes.store.get(name),
    matches,
    random,
  }
}

function assumeClaims({
  store,
  addHandler,
}: Pick<Informer<ResourceClaim>, 'store' | 'addHandler'>): Pick<WatchedDevices, 'claim' | 'claims' | 'assume'> {
  /** By UID. Bounded: each one is dropped when the informer has it. */
  const assumed = new Map<string, ResourceClaim>()
  const newest = (claim: ResourceClaim): ResourceClaim => {
    const known = assumed.get(uidOf(claim))
    return known !== undefined && versionOf(known) > versionOf(claim) ? known : claim
  }
  const forgetOlder = (claim: ResourceClaim): void => {
    if (newest(claim) === claim) assumed.delete(uidOf(claim))
  }
  addHandler({ add: forgetOlder, update: forgetOlder, delete: (claim) => void assumed.delete(uidOf(claim)) })
  return {
    claim(namespace, name) {
      const claim = store.get(name, namespace)
      return claim === undefined ? undefined : newest(claim)
    },
    claims: () => store.list().map(newest),
    assume: (claim) => void assumed.set(uidOf(claim), claim),
  }
}

function versionOf({ metadata: { resourceVersion = '0' } }: ResourceClaim): bigint {
  return BigInt(resourceVersion)
}
