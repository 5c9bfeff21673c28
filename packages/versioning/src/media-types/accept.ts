/** One entry of an Accept header. */
export interface AcceptClause {
  readonly type: string
  readonly subtype: string
  readonly quality: number
  readonly parameters: ReadonlyMap<string, string>
}

/** Most entries of an Accept header that are read: what follows is left out. */
export const maxClauses = 500

/**
 * Reads an Accept header, the entry wanted most first. Entries of equal weight keep the client's order, because that
 * order is how clients ask for a fallback; entries that make no sense are left out, and those after the first 500.
 */
// upstream: munnerz/goautoneg, ParseAccept – spelling is compared exactly, and a specific type beats a wildcard.
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses: AcceptClause[] = []
  for (const entry of header.split(',', maxClauses)) {
    const clause = parseClause(entry)
    if (clause !== undefined) insert(clauses, clause)
  }
  return clauses
}

function parseClause(entry: string): AcceptClause | undefined {
  const [range = '', ...rest] = entry.split(';')
  const slash = range.indexOf('/')
  const type = (slash === -1 ? range : range.slice(0, slash)).trim()
  let subtype = slash === -1 ? '' : range.slice(slash + 1)
  if (subtype === '') {
    if (type !== '*') return undefined
    subtype = '*'
  } else if (subtype.includes('/')) {
    return undefined
  }
  let quality = 1
  const parameters = new Map<string, string>()
  for (const parameter of rest) {
    const [name = '', value = '', ...excess] = parameter.split('=')
    if (value === '' || excess.length > 0) continue
    if (name.trim() === 'q') quality = parseQuality(value)
    else parameters.set(name.trim(), value.trim())
  }
  return { type, subtype: subtype.trim(), quality, parameters }
}

function parseQuality(text: string): number {
  const quality = Number(text)
  return text.trim() === text && Number.isFinite(quality) ? quality : 0
}

/** Insertion sort, because upstream's comparison is not a strict order: its result depends on the algorithm. */
function insert(clauses: AcceptClause[], clause: AcceptClause): void {
  let index = clauses.length
  while (index > 0 && isBefore(clause, clauses[index - 1]!)) index--
  clauses.splice(index, 0, clause)
}

function isBefore(left: AcceptClause, right: AcceptClause): boolean {
  if (left.quality > right.quality) return true
  if (left.type !== '*' && right.type === '*') return true
  return left.subtype !== '*' && right.subtype === '*'
}
