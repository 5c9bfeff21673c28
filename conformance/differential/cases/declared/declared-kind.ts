/** A member of an object, by its path, and a value that a rule refuses or allows. */
export type Violation = readonly [path: string, value: unknown]

/** A kind, a valid object of it, and values that its declarative rules judge. */
export interface DeclaredKind {
  /** The path of the collection; `{namespace}` stands for a namespace. */
  readonly path: string
  readonly object: Readonly<Record<string, unknown>>
  readonly cases: readonly Violation[]
  /** The same for the status of a stored object. */
  readonly status?: readonly Violation[]
}

/** Not a name of any format. */
export const badName = 'Bad_Name!'
/** One character longer than a label. */
export const longName: string = 'a'.repeat(64)

/** A list of a length. */
export function many(length: number, itemOf: (index: number) => unknown): unknown[] {
  return Array.from({ length }, (_, index) => itemOf(index))
}

/** An object with a member replaced; without it where the value is undefined. */
export function withValue(object: object, [path, value]: Violation): object {
  const [first = '', ...rest] = path.split('.')
  const members = object as Readonly<Record<string, object>>
  return { ...members, [first]: rest.length === 0 ? value : withValue(members[first] ?? {}, [rest.join('.'), value]) }
}
