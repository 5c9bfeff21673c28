import type { Expr } from '../ast.ts'
import type { CheckedAst } from './checked-ast.ts'

/** Reports what is wrong at a node. */
export type ReportNode = (node: Expr, message: string) => void

/** A rule for expressions that have passed the check of types. */
export type Validator = (ast: CheckedAst, report: ReportNode) => void
