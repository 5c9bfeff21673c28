/** Kinds of tokens; their order is the order in which error messages list them. */
export const tokenNames = [
  '<EOF>',
  "'=='",
  "'!='",
  "'in'",
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'&&'",
  "'||'",
  "'['",
  "']'",
  "'{'",
  "'}'",
  "'('",
  "')'",
  "'.'",
  "','",
  "'-'",
  "'!'",
  "'?'",
  "':'",
  "'+'",
  "'*'",
  "'/'",
  "'%'",
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
] as const

export type TokenKind = (typeof tokenNames)[number]

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Index into the string where the token starts. */
  readonly start: number
  /** Index behind the token. */
  readonly end: number
}

const rank = new Map<TokenKind, number>(tokenNames.map((name, index) => [name, index]))

/** A set of tokens as error messages print it. */
export function formatTokens(kinds: readonly TokenKind[]): string {
  const sorted = [...new Set(kinds)].toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
  return sorted.length === 1 ? sorted.join('') : `{${sorted.join(', ')}}`
}

/** Text of the source within quotes, on one line. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
}
