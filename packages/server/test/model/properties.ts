/** What must hold of every server, whatever is asked of it. */
export const properties = {
  outcome: 'a write is done or refused as the rules say',
  acknowledged: 'an acknowledged write is seen by every later read',
  oneWinner: 'of concurrent writes from one version exactly one succeeds',
  nothingElse: 'nothing changes without a request',
  ownVersion: 'a change has a version of its own, higher than all before',
  unchanged: 'a write that changes nothing keeps the version',
  listAtVersion: 'a list at a version is the state at that version',
  oneSnapshot: 'all pages of a list are one snapshot',
  ordered: 'a watch is in the order of versions',
  noDuplicate: 'a watch shows nothing twice',
  noGap: 'a watch leaves no gap',
  selection: 'a watch shows what enters and leaves its selector',
  deletion: 'a deletion carries its own version and the last state',
  bookmark: 'a bookmark is never ahead of what is still to be shown',
  resumable: 'a watch resumes from any version in the window, else with exactly one 410',
} as const

export type Property = keyof typeof properties

/** A property that does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly property: Property

  constructor(property: Property, detail: string) {
    super(`${properties[property]}: ${detail}`)
    this.property = property
  }
}

/** Throws a {@link Violation} where the condition is false. */
export function must(property: Property, condition: boolean, detail: () => string): asserts condition {
  if (!condition) throw new Violation(property, detail())
}
