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

/** More changes than these are sorted as a whole; fewer are put in their places. */
const maxPlaced = 500

/**
 * The rows of a collection in order, which a watch changes. An event costs a copy of the array, which for 100,000 rows is a
 * fraction of a millisecond; sorting them takes longer than a frame.
 */
export class RowSet {
  #rows = new Map<string, Row>()
  #sorted: Row[] = []
  #isSorted = true
  /** Whether the array was given away, and has to be copied before it changes. */
  #isShared = false

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.set(row.key, row)
    if (this.#appends(rows)) this.#change((sorted) => void sorted.push(...rows))
    else if (rows.length > maxPlaced) this.#isSorted = false
    else this.#change((sorted) => rows.forEach((row) => place(sorted, row)))
  }

  remove(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.delete(row.key)
    if (rows.length > maxPlaced) this.#isSorted = false
    else this.#change((sorted) => rows.forEach((row) => displace(sorted, row)))
  }

  /** By namespace and name; the same array until a row changes. */
  get sorted(): readonly Row[] {
    if (!this.#isSorted) {
      this.#sorted = [...this.#rows.values()].sort((left, right) => (left.key < right.key ? -1 : 1))
      this.#isSorted = true
    }
    this.#isShared = true
    return this.#sorted
  }

  /** Whether rows are in order and behind all others, as the pages of a list are. */
  #appends(rows: readonly Row[]): boolean {
    let last = this.#sorted.at(-1)?.key ?? ''
    if (!this.#isSorted) return false
    for (const { key } of rows) {
      if (key <= last) return false
      last = key
    }
    return true
  }

  #change(edit: (sorted: Row[]) => void): void {
    if (!this.#isSorted) return
    if (this.#isShared) this.#sorted = this.#sorted.slice()
    this.#isShared = false
    edit(this.#sorted)
  }
}

function place(sorted: Row[], row: Row): void {
  const index = indexOf(sorted, row.key)
  sorted.splice(index, sorted[index]?.key === row.key ? 1 : 0, row)
}

function displace(sorted: Row[], { key }: Row): void {
  const index = indexOf(sorted, key)
  if (sorted[index]?.key === key) sorted.splice(index, 1)
}

/** The index of the first row that is not before a key. */
function indexOf(sorted: readonly Row[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.key ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
