import type { Validator } from '../check/validator.ts'
import type { Macro } from '../macros/macro.ts'
import type { StructDeclaration } from '../values/struct.ts'
import type { CelValue, CelType } from '../values/value.ts'
import type { FunctionDeclaration } from './function.ts'

/** What is added to the language together. Later libraries add overloads to functions of earlier ones. */
export interface Library {
  readonly name: string
  readonly functions?: readonly FunctionDeclaration[]
  readonly macros?: readonly Macro[]
  /** Types that expressions can name. */
  readonly types?: readonly CelType[]
  /** Objects with declared fields, which expressions can name and make. */
  readonly structs?: readonly StructDeclaration[]
  /** Named values, such as those of an enum. */
  readonly constants?: Readonly<Record<string, CelValue>>
  /** Rules for expressions that have passed the check of types. */
  readonly validators?: readonly Validator[]
  /** Accepts `a.?b`, `a[?b]`, `[?a]` and `{?a: b}`. */
  readonly optionalSyntax?: boolean
}
