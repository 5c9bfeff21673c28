import { isApiObject, namespaceOf, nameOf, versionOf, type ApiObject } from './api-object.ts'
import { itemsOf, memberOf, textOf } from './json.ts'

/** A column of a table of the server. */
export interface Column {
  readonly name: string
  readonly description: string
  /** 0 is always shown; others only where there is room. */
  readonly priority: number
}

/** A row: one object. */
export interface Row {
  readonly key: string
  readonly namespace: string
  readonly name: string
  readonly resourceVersion: string
  readonly cells: readonly string[]
}

/** The columns of a Table. */
export function columnsOf(table: unknown): readonly Column[] {
  return itemsOf(table, 'columnDefinitions').map((column) => {
    const priority = memberOf(column, 'priority')
    return {
      name: textOf(column, 'name'),
      description: textOf(column, 'description'),
      priority: typeof priority === 'number' ? priority : 0,
    }
  })
}

/** The rows of a Table. */
export function rowsOf(table: unknown): readonly Row[] {
  return itemsOf(table, 'rows').flatMap((row) => {
    const object = memberOf(row, 'object')
    if (!isApiObject(object)) return []
    return [{ ...placeOf(object), cells: itemsOf(row, 'cells').map(cellText) }]
  })
}

function placeOf(object: ApiObject): Omit<Row, 'cells'> {
  const namespace = namespaceOf(object)
  const name = nameOf(object)
  return { key: `${namespace}/${name}`, namespace, name, resourceVersion: versionOf(object) }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** The rows of a collection in order, which a watch changes. */
export class RowSet {
  #rows = new Map<string, Row>()
  #sorted: readonly Row[] | undefined

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.set(row.key, row)
    this.#sorted = undefined
  }

  remove(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.delete(row.key)
    this.#sorted = undefined
  }

  /** By namespace and name; the same array until a row changes. */
  get sorted(): readonly Row[] {
    this.#sorted ??= [...this.#rows.values()].sort((left, right) => (left.key < right.key ? -1 : 1))
    return this.#sorted
  }
}
