/** What `explain` says without its prose: which kind, which fields, of which types. */
export function outline(explained: string): string {
  const rows = explained.split('\n').filter((row) => /^[A-Z]+: /.test(row) || row.includes('\t'))
  return rows
    .map(
      (row) =>
        `${row
          .replace(/^([A-Z]+: )\s*/, '$1')
          .replace(/^\s+/, (blanks) => blanks)
          .trimEnd()}\n`,
    )
    .join('')
}
