import type { Ast } from '../ast.ts'
import type { Overload } from '../library/function.ts'
import type { CelType, CelValue } from '../values/value.ts'

/** What a name or a call was resolved to. */
export type Reference =
  | { readonly kind: 'ident'; readonly name: string; readonly value: CelValue | undefined }
  | {
      readonly kind: 'function'
      readonly name: string
      readonly overloads: readonly Overload[]
      /** The target of the call belongs to the name of the function. */
      readonly qualified: boolean
    }

/** A tree with the types of its nodes. */
export interface CheckedAst extends Ast {
  readonly types: ReadonlyMap<number, CelType>
  readonly references: ReadonlyMap<number, Reference>
  /** The type of the whole expression. */
  readonly type: CelType
}
