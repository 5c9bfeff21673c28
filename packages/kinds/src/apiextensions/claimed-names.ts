import type { UsedNames } from '@pinnace/resources/custom-resource'

/** The names in a group that no CRD may take: those of built-in kinds and of the kinds of the host. */
export type ClaimedNames = (group: string) => UsedNames
