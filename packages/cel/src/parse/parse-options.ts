import type { Macro } from '../macros/macro.ts'

/** Limits and syntax of {@link parse}; the defaults are those of cel-go. */
export interface ParseOptions {
  readonly macros: ReadonlyMap<string, Macro>
  /** Accepts `a.?b`, `a[?b]`, `[?a]` and `{?a: b}`. @default false */
  readonly optionalSyntax?: boolean
  /** Accepts names in backquotes in selections. @default true */
  readonly quotedNames?: boolean
  /** Nesting of one rule of the grammar. @default 250 */
  readonly maxDepth?: number
  /** Length of the expression in code points. @default 100000 */
  readonly maxSize?: number
}
