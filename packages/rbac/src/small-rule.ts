/** A rule of one verb on one path, or on one resource of one group with at most one name. */
export interface SmallRule {
  readonly verb: string
  /** Without a path, the rule is on a resource. */
  readonly url: string | undefined
  readonly group: string
  readonly resource: string
  readonly name: string | undefined
}
