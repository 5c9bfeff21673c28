import type { UsedNames } from '@pinnace/resources/custom-resource'

/** Names that are in use in a group though no definition asked for them: those of built-in kinds and of the host's. */
export type ClaimedNames = (group: string) => UsedNames
