/** Words of the language that no name of a field may be, unless it is escaped. */
const reservedWords = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** How expressions call a property; undefined where they cannot name it. */
// upstream: apiserver/pkg/cel/escaping.go, Escape
export function escapeFieldName(name: string): string | undefined {
  if (isReserved(name)) return `__${name}__`
  const escaped = name.replaceAll(/__|[-./]/g, (part) => escapes[part] ?? part)
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(escaped) ? escaped : undefined
}

/** Whether expressions may call the property by its own name too: the grammar takes most reserved words after a dot. */
export function isReserved(name: string): boolean {
  return reservedWords.has(name)
}
