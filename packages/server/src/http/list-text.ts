import { escapeHtml, formatJson, type ApiObject } from '@pinnace/meta'
import { formatYaml, transformList } from '@pinnace/versioning'
import { listMeta, metadataOf, toList } from '../storage/list-object.ts'
import type { ListedPage } from '../storage/list.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { Representation } from './representation.ts'
import type { ShownItem } from './shown-items.ts'

/** A page of a list, and how it is written. */
export interface ListToWrite {
  readonly representation: Representation
  readonly served: ServedResource
  readonly page: ListedPage
  readonly items: readonly ShownItem[]
}

/**
 * Writes a page of a list as JSON or YAML, in chunks to be sent in order. Can be interrupted after every few items.
 */
export function* writeListText(list: ListToWrite): Generator<void, readonly Uint8Array[]> {
  const { representation, served } = list
  const items = isSorted(representation, served) ? yield* sortItems(served, list.items) : list.items
  const wanted = { ...list, items }
  if (representation.choice.format === 'yaml') return yield* writeItems(wanted, yamlForm)
  if (!representation.pretty) return yield* writeItems(wanted, compactForm)
  try {
    return yield* writeItems(wanted, indentedForm)
  } catch (error) {
    // Integers beyond 2^53 and very deep nesting cannot be indented; such a list is written compactly, without loss.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return yield* writeItems(wanted, { ...compactForm, end: '' })
  }
}

/** How the text of a list is put together. */
interface TextForm {
  /** The items of a step: those that are parsed and written in about a millisecond. */
  readonly stepLength: number
  readonly format: (list: object) => string
  /** An empty array of items, as it stands in the text of a list; found from the end, or from the beginning of a line. */
  readonly empty: string
  readonly before: string
  readonly separator: string
  readonly after: string
  readonly end: string
  /** Items as they stand in a list. */
  readonly formatItems: (key: string, items: readonly unknown[]) => string
}

const compactForm: TextForm = {
  stepLength: 16,
  format: (list) => escapeHtml(formatJson(list)),
  empty: '[]',
  before: '[',
  separator: ',',
  after: ']',
  end: '\n',
  formatItems: (_key, items) => escapeHtml(formatJson(items)).slice(1, -1),
}

const indentedHead = '{\n  "i": [\n    '
const indentedTail = '\n  ]\n}'
const indentedForm: TextForm = {
  stepLength: 16,
  format: (list) => escapeHtml(JSON.stringify(list, undefined, 2)),
  empty: '[]',
  before: '[\n    ',
  separator: ',\n    ',
  after: '\n  ]',
  end: '',
  formatItems: (_key, items) =>
    escapeHtml(JSON.stringify({ i: items }, undefined, 2)).slice(indentedHead.length, -indentedTail.length),
}

const yamlForm: TextForm = {
  stepLength: 2,
  format: formatYaml,
  empty: ' []\n',
  before: '\n',
  separator: '',
  after: '',
  end: '',
  formatItems: (key, items) => formatYaml({ [key]: items }).slice(`${key}:\n`.length),
}

function* writeItems(list: ListToWrite, form: TextForm): Generator<void, readonly Uint8Array[]> {
  const none = listOf(list, [])
  const key = 'items' in none ? 'items' : 'rows'
  const { items } = list
  const { stepLength } = form
  if (items.length === 0) return [Buffer.from(form.format(none) + form.end)]
  // A list of metadata without items has null in place of an array.
  const text = form.format({ ...none, [key]: [] })
  const at = form === yamlForm ? `\n${text}`.indexOf(`\n${key}: []\n`) + key.length + 1 : text.lastIndexOf(form.empty)
  const chunks: Uint8Array[] = []
  for (let start = 0; start < items.length; start += stepLength) {
    const objects = items.slice(start, start + stepLength).map((item) => item.object())
    const part = form.formatItems(key, itemsOf(listOf(list, objects)))
    chunks.push(Buffer.from(`${start === 0 ? text.slice(0, at) + form.before : form.separator}${part}`))
    yield
  }
  chunks.push(Buffer.from(form.after + text.slice(at + form.empty.length) + form.end))
  return chunks
}

const sortedPerStep = 16

function isSorted({ transform }: Representation, { definition }: ServedResource): boolean {
  return transform?.as.kind === 'Table' && definition.compareRows !== undefined
}

function* sortItems(
  { definition: { compareRows } }: ServedResource,
  items: readonly ShownItem[],
): Generator<void, readonly ShownItem[]> {
  const all: { readonly item: ShownItem; readonly object: ApiObject }[] = []
  for (const item of items) {
    if (all.push({ item, object: item.object() }) % sortedPerStep === 0) yield
  }
  if (compareRows !== undefined) all.sort((a, b) => compareRows(a.object, b.object))
  return all.map(({ item }) => item)
}

function listOf({ representation, served, page }: ListToWrite, objects: readonly ApiObject[]): object {
  const { transform } = representation
  return transform === undefined
    ? toList(served, objects, metadataOf(served, page))
    : transformList(objects, listMeta(page), transform)
}

function itemsOf(list: object): readonly unknown[] {
  const { items, rows } = list as { readonly items?: readonly unknown[]; readonly rows?: readonly unknown[] }
  return items ?? rows ?? []
}
