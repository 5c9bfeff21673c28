import type { ApiObject, Mutable } from '@pinnace/meta'

/**
 * A spoke: one version as the hub shows it, and back, in place and at once. Neither touches apiVersion, kind, or the
 * entries of managedFields, each of which stays at the version it was written in.
 */
export interface SpokeConversion {
  /** Changes an object of this version into one of the hub. */
  readonly toHub: (object: Mutable<ApiObject>) => void
  /** Changes an object of the hub into one of this version. */
  readonly fromHub: (object: Mutable<ApiObject>) => void
}

/**
 * Objects of any versions of one kind, in the version of `apiVersion`: as many, in the same order. What is given is
 * frozen and never changed; an object that is of that version already may be handed back as it is.
 */
export type ConvertObjects = (
  objects: readonly ApiObject[],
  apiVersion: string,
) => Promise<readonly ApiObject[]> | readonly ApiObject[]

/** One function for every version of a kind, which may have to be waited for (a webhook). The same in each version. */
export interface BatchConversion {
  readonly convert: ConvertObjects
}

/** How the versions of a kind become each other. */
export type Conversion = SpokeConversion | BatchConversion
