import { compileJsonPath, parseTime, type ApiObject } from '@pinnace/meta'
import type { Column, TableCell } from '../definition.ts'
import { ageSince, constantCell, nameColumn, type KeptCell } from '../default-columns.ts'
import type { ResourceColumn } from './resource-options.ts'

const types: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'date'])

const ageColumn: ResourceColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'How long ago the object was created.',
}

/** The columns of a host's kind: its name, then those given, or its age where none are. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go
export function customColumns<T extends ApiObject>(
  columns: readonly ResourceColumn[] = [ageColumn],
): readonly Column<T>[] {
  return Object.freeze([nameColumn, ...columns.map((column, index) => customColumn<T>(column, index))])
}

function customColumn<T extends ApiObject>(column: ResourceColumn, index: number): Column<T> {
  const { name, type, jsonPath, description, format, priority = 0 } = column
  const option = `columns[${index}]`
  if (typeof name !== 'string' || name === '') throw new TypeError(`${option}.name must be a text`)
  if (!types.has(type)) throw new TypeError(`${option}.type must be one of ${[...types].join(', ')}`)
  if (!Number.isInteger(priority) || priority < 0) throw new TypeError(`${option}.priority must be a whole number`)
  const find = compilePath(jsonPath, option)
  return Object.freeze<Column<T>>({
    name,
    type,
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    priority,
    ...(type === 'date'
      ? {
          value: (object, nowMs) => dateCell(find(object)[0])(nowMs),
          timed: (object) => dateCell(find(object)[0]),
        }
      : { value: (object) => timelessCell(type, find(object)[0]) }),
  })
}

function compilePath(jsonPath: unknown, option: string): (object: unknown) => readonly unknown[] {
  if (typeof jsonPath !== 'string' || !jsonPath.startsWith('.')) {
    throw new TypeError(`${option}.jsonPath must be a path such as .spec.size`)
  }
  try {
    return compileJsonPath(jsonPath)
  } catch (cause) {
    throw new TypeError(`${option}.jsonPath ${JSON.stringify(jsonPath)} is no JSONPath`, { cause })
  }
}

function dateCell(value: unknown): KeptCell<string | null> {
  if (typeof value !== 'string') return constantCell(null)
  return parseTime(value) === undefined ? constantCell('<invalid>') : ageSince(value)
}

/** A value of another type than its column's is no cell. */
function timelessCell(type: Column['type'], value: unknown): TableCell {
  if (value === undefined || value === null) return null
  switch (type) {
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    case 'integer':
      return isNumber(value) ? Math.trunc(Number(value)) : null
    case 'number':
      return isNumber(value) ? Number(value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    default:
      return null
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}
