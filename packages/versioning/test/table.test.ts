import { StatusError, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import {
  parseIncludeObject,
  transformBookmark,
  transformList,
  transformObject,
  type MediaTransform,
  type Table,
  type TransformOptions,
} from '../src/index.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')

interface Widget extends ApiObject {
  readonly spec: { readonly size: number }
}

const widgets = {
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  listKind: 'WidgetList',
  resource: 'widgets',
  storage: { group: 'example.dev', resource: 'widgets' },
  builtIn: false,
  columns: [
    {
      name: 'Name',
      type: 'string',
      format: 'name',
      description: 'its name',
      value: (object) => object.metadata.name ?? '',
    },
    { name: 'Size', type: 'integer', value: (object) => (object as Widget).spec.size },
    {
      name: 'Made',
      type: 'date',
      priority: 1,
      value: (object, now) => `${(now - Date.parse(object.metadata.creationTimestamp ?? '')) / 60_000}m`,
    },
  ],
} as Partial<ResourceDefinition> as ResourceDefinition

const bare = {
  ...widgets,
  group: '',
  kind: 'Thing',
  listKind: 'ThingList',
  storage: { group: '', resource: 'things' },
  columns: [],
} as ResourceDefinition

const widget: Widget = {
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: {
    name: 'a',
    namespace: 'n',
    resourceVersion: '7',
    creationTimestamp: '2026-03-01T11:55:00Z',
    labels: { x: 'y' },
  },
  spec: { size: 3 },
}

function options(kind: string, more: Partial<TransformOptions> = {}): TransformOptions {
  const as: MediaTransform = { group: 'meta.k8s.io', version: 'v1', kind }
  return { definition: widgets, as, nowMs, ...more }
}

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.reason}: ${error.message}`
    throw error
  }
  throw new Error('nothing was refused')
}

describe('Table', () => {
  it('prints a list with its columns, cells and the metadata of each object', () => {
    const metadata = { resourceVersion: '9', continue: 'next', remainingItemCount: 4 }
    expect(transformList([widget], metadata, options('Table'))).toEqual({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name', description: 'its name', priority: 0 },
        { name: 'Size', type: 'integer', format: '', description: '', priority: 0 },
        { name: 'Made', type: 'date', format: '', description: '', priority: 1 },
      ],
      rows: [
        {
          cells: ['a', 3, '5m'],
          object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: widget.metadata },
        },
      ],
    })
  })

  it('prints one object with its resourceVersion', () => {
    const table = transformObject(widget, options('Table')) as Table
    expect(table.metadata).toEqual({ resourceVersion: '7' })
    expect(table.rows).toHaveLength(1)
  })

  it('has an empty list of rows for an empty list', () => {
    expect((transformList([], { resourceVersion: '1' }, options('Table')) as Table).rows).toEqual([])
  })

  it('carries the whole object, or none, where that is asked for', () => {
    const whole = transformList([widget], {}, options('Table', { includeObject: 'Object' })) as Table
    expect(whole.rows[0]!.object).toEqual(widget)
    const none = transformList([widget], {}, options('Table', { includeObject: 'None' })) as Table
    expect(none.rows[0]!.object).toBeNull()
  })

  it('names the kind of a whole object that came from a list without it', () => {
    const { kind: _kind, apiVersion: _apiVersion, ...plain } = widget
    const table = transformList([plain], {}, options('Table', { includeObject: 'Object' })) as Table
    expect(table.rows[0]!.object).toEqual(widget)
  })

  it('tells the columns only once in a watch', () => {
    expect((transformObject(widget, options('Table', { headers: false })) as Table).columnDefinitions).toBeNull()
  })

  it('prints Name and Created At for a kind without columns', () => {
    const table = transformList([widget], {}, options('Table', { definition: bare })) as Table
    expect(table.columnDefinitions!.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Created At', 'date', ''],
    ])
    expect(table.rows[0]!.cells).toEqual(['a', '2026-03-01T11:55:00Z'])
  })

  it('answers in the older version', () => {
    const as = { group: 'meta.platform.io', version: 'v1beta1', kind: 'Table' }
    const table = transformObject(widget, options('Table', { as })) as Table
    expect(table.apiVersion).toBe('meta.platform.io/v1beta1')
    expect(table.rows[0]!.object!.apiVersion).toBe('meta.platform.io/v1beta1')
  })

  it('passes a Status through', () => {
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
    expect(transformObject(status, options('Table'))).toBe(status)
  })

  it('gives a bookmark empty cells and its version', () => {
    const bookmark: ApiObject = { kind: 'Widget', apiVersion: 'example.dev/v1', metadata: { resourceVersion: '12' } }
    const table = transformBookmark(bookmark, options('Table', { headers: false })) as Table
    expect(table.metadata).toEqual({ resourceVersion: '12' })
    expect(table.rows).toEqual([
      {
        cells: ['', 0, '<unknown>'],
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '12' } },
      },
    ])
  })
})

describe('PartialObjectMetadata', () => {
  it('tells the metadata of one object', () => {
    expect(transformObject(widget, options('PartialObjectMetadata'))).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: widget.metadata,
    })
  })

  it('tells the metadata of every object of a list', () => {
    expect(transformList([widget], { resourceVersion: '9' }, options('PartialObjectMetadataList'))).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
      items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: widget.metadata }],
    })
  })

  it('keeps the version of a bookmark', () => {
    const bookmark: ApiObject = { metadata: { resourceVersion: '12', annotations: { end: 'true' } } }
    expect(transformBookmark(bookmark, options('PartialObjectMetadata'))).toMatchObject({ metadata: bookmark.metadata })
  })

  it('is refused for a list, and its list for one object', () => {
    expect(refusal(() => transformList([], {}, options('PartialObjectMetadata')))).toBe(
      '406 NotAcceptable: you requested PartialObjectMetadata, but the requested object is a list (*example.WidgetList)',
    )
    expect(refusal(() => transformObject(widget, options('PartialObjectMetadataList', { definition: bare })))).toBe(
      '406 NotAcceptable: you requested PartialObjectMetadataList, but the requested object is not a list (*core.Thing)',
    )
  })
})

describe('parseIncludeObject', () => {
  it.each([
    [null, 'Metadata'],
    ['', 'Metadata'],
    ['None', 'None'],
    ['Metadata', 'Metadata'],
    ['Object', 'Object'],
  ])('reads %j as %s', (text, value) => {
    expect(parseIncludeObject(text)).toBe(value)
  })

  it('refuses what it does not know', () => {
    expect(refusal(() => parseIncludeObject('all'))).toBe(
      `400 BadRequest: Unable to convert to Table as requested: includeObject: Invalid value: "all": must be 'Metadata', 'Object', 'None', or empty`,
    )
  })
})
