import type { Follow } from './token-stream.ts'
import type { TokenKind } from './token.ts'

// What starts and follows the rules of the grammar of CEL.

const primary: readonly TokenKind[] = [
  "'['",
  "'{'",
  "'('",
  "'.'",
  "'-'",
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
]
const expr: readonly TokenKind[] = [...primary, "'!'"]
const names: readonly TokenKind[] = ['IDENTIFIER', 'ESC_IDENTIFIER']

/** Tokens that a rule can start with. */
export const first: Readonly<Record<'primary' | 'expr' | 'optionalExpr' | 'name' | 'field', readonly TokenKind[]>> = {
  primary,
  expr,
  optionalExpr: [...expr, "'?'"],
  name: names,
  field: [...names, "'?'"],
}

export const relationOperators: readonly TokenKind[] = ["'<'", "'<='", "'>='", "'>'", "'=='", "'!='", "'in'"]
export const multiplyOperators: readonly TokenKind[] = ["'*'", "'/'", "'%'"]
export const addOperators: readonly TokenKind[] = ["'+'", "'-'"]

const must = (...kinds: TokenKind[]): Follow => ({ kinds, end: false })
const may = (...kinds: TokenKind[]): Follow => ({ kinds, end: true })

type Place =
  | 'start'
  | 'condition'
  | 'then'
  | 'orTerm'
  | 'andTerm'
  | 'relation'
  | 'calc'
  | 'member'
  | 'args'
  | 'index'
  | 'elements'
  | 'entries'
  | 'listed'
  | 'key'
  | 'expr'
  | 'nothing'

/** What follows a rule where it is used. */
export const after: Readonly<Record<Place, Follow>> = {
  start: must('<EOF>'),
  condition: may("'?'"),
  then: must("':'"),
  orTerm: may("'||'"),
  andTerm: may("'&&'"),
  relation: may(...relationOperators),
  calc: may(...multiplyOperators, ...addOperators),
  member: may("'.'", "'['"),
  args: must("')'"),
  index: must("']'"),
  elements: must("']'", "','"),
  entries: must("'}'", "','"),
  listed: may("','"),
  key: must("':'"),
  expr: must(...expr),
  nothing: may(),
}

export const reservedWords: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'package',
  'namespace',
  'null',
  'return',
  'true',
  'var',
  'void',
  'while',
])
