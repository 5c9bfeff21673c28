/** Text as it stands in the source, without the indentation of the source: `lines` of a manifest or of a table. */
export function lines(strings: TemplateStringsArray, ...values: readonly string[]): string {
  const raw = String.raw(strings, ...values)
    .replaceAll('\\`', '`')
    .replace(/^\n/, '')
  const rows = raw.split('\n')
  const depth = Math.min(...rows.filter((row) => row.trim() !== '').map((row) => row.length - row.trimStart().length))
  return rows.map((row) => row.slice(depth)).join('\n')
}
