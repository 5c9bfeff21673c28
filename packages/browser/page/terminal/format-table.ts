interface Table {
  readonly columnDefinitions?: readonly { readonly name: string; readonly priority?: number }[]
  readonly rows?: readonly {
    readonly cells: readonly unknown[]
    readonly object?: { readonly metadata?: { readonly namespace?: string } }
  }[]
}

/** The text of a Table of the server, with columns in line. */
export function formatServerTable(
  table: Table,
  options: { readonly isWide: boolean; readonly withNamespace: boolean },
): string {
  const columns = (table.columnDefinitions ?? []).flatMap(({ name, priority = 0 }, index) =>
    priority === 0 || options.isWide ? [{ name, index }] : [],
  )
  const rows = (table.rows ?? []).map(({ cells, object }) => [
    ...(options.withNamespace ? [object?.metadata?.namespace ?? ''] : []),
    ...columns.map(({ index }) => textOf(cells[index])),
  ])
  if (rows.length === 0) return 'No resources found.'
  return formatRows([[...(options.withNamespace ? ['Namespace'] : []), ...columns.map(({ name }) => name)], ...rows])
}

/** Rows with columns in line; the first is the head, in upper case. */
export function formatRows([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head.map((name) => name.toUpperCase()), ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3))
        .join('')
        .trimEnd(),
    )
    .join('\n')
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '<none>'
  return typeof cell === 'string' ? (cell === '' ? '<none>' : cell) : String(JSON.stringify(cell))
}
