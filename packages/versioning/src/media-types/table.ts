import { badRequest, type ApiObject, type ListMeta } from '@pinnace/meta'
import { metadataColumns, type Column, type ResourceDefinition } from '@pinnace/resources'
import type { MediaTransform } from './content-negotiation.ts'
import { toPartialObjectMetadata } from './partial-object-metadata.ts'

/** How much of each object a row carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** A column as clients see it. */
export interface TableColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** One printed object. */
export interface TableRow {
  readonly cells: readonly (string | number | boolean | null)[]
  readonly object: ApiObject | null
}

/** Objects as people read them. */
export interface Table {
  readonly kind: 'Table'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** `null` in the events of a watch after the first. */
  readonly columnDefinitions: readonly TableColumnDefinition[] | null
  readonly rows: readonly TableRow[]
}

/** What {@link toTable} needs beside the objects. */
export interface TableOptions {
  readonly definition: ResourceDefinition
  /** Group and version of the Table. */
  readonly as: Omit<MediaTransform, 'kind'>
  /** Wall time for ages, milliseconds. */
  readonly nowMs: number
  /** @default 'Metadata' */
  readonly includeObject?: IncludeObject
  /** Tell the columns: false in the events of a watch after the first. @default true */
  readonly headers?: boolean
}

/** Prints objects as rows; `metadata` is that of the list, or the resourceVersion of one object. */
// upstream: handlers/response.go, asTable; pkg/printers/tablegenerator.go
export function toTable(objects: Iterable<ApiObject>, metadata: ListMeta, options: TableOptions): Table {
  const { definition, as, nowMs, includeObject = 'Metadata', headers = true } = options
  const columns = columnsOf(definition)
  const { compareRows } = definition
  const ordered = compareRows === undefined ? objects : [...objects].sort(compareRows)
  const rows = Array.from(ordered, (object): TableRow => ({
    cells: columns.map((column) => column.value(object, nowMs)),
    object: toRowObject(object, includeObject, definition, as),
  }))
  return {
    kind: 'Table',
    apiVersion: `${as.group}/${as.version}`,
    metadata,
    columnDefinitions: headers
      ? columns.filter(({ isUndeclared }) => isUndeclared !== true).map(toColumnDefinition)
      : null,
    rows,
  }
}

/**
 * The row of a bookmark, which is no object: the cells are empty, and its metadata carries the version (and the
 * annotation that ends initial events).
 */
export function toBookmarkTable(bookmark: ApiObject, options: TableOptions): Table {
  const { resourceVersion } = bookmark.metadata
  const table = toTable([], resourceVersion === undefined ? {} : { resourceVersion }, options)
  const cells = columnsOf(options.definition).map(({ type }) => emptyCells[type])
  const object = toRowObject(bookmark, options.includeObject ?? 'Metadata', options.definition, options.as)
  return { ...table, rows: [{ cells, object }] }
}

/** Reads `?includeObject=`; absent means `Metadata`. Throws BadRequest (400). */
// upstream: handlers/response.go, optionsForTransform; apis/meta/v1beta1/validation, ValidateTableOptions
export function parseIncludeObject(text: string | null): IncludeObject {
  if (text === null || text === '') return 'Metadata'
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text
  const detail = "must be 'Metadata', 'Object', 'None', or empty"
  const field = `includeObject: Invalid value: ${JSON.stringify(text)}: ${detail}`
  throw badRequest(`Unable to convert to Table as requested: ${field}`)
}

const emptyCells: Readonly<Record<Column['type'], string | number | boolean>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  date: '<unknown>',
}

/** The columns of a kind, those of its metadata where it has none of its own. */
export function columnsOf(definition: ResourceDefinition): readonly Column[] {
  return definition.columns.length === 0 ? metadataColumns : definition.columns
}

function toColumnDefinition({ name, type, format, description, priority }: Column): TableColumnDefinition {
  return { name, type, format: format ?? '', description: description ?? '', priority: priority ?? 0 }
}

function toRowObject(
  object: ApiObject,
  includeObject: IncludeObject,
  definition: ResourceDefinition,
  as: Omit<MediaTransform, 'kind'>,
): ApiObject | null {
  switch (includeObject) {
    case 'None':
      return null
    case 'Metadata':
      return toPartialObjectMetadata(object, as, definition)
    default: {
      const { group, version, kind } = definition
      return { kind, apiVersion: group === '' ? version : `${group}/${version}`, ...object }
    }
  }
}
