import {
  cloneJson,
  type ApiObject,
  type GroupVersionKind,
  type GroupVersionResource,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import { compileDecoder, compileDefaults, DecodeError, type ObjectSchema } from '@pinnace/schema'
import { groupName, kindTable, loadType, loadTypeTables, typeName, type KindRow } from '@pinnace/types'
import type { AdmissionVersions } from '../plugin-context.ts'
import { guessResource } from './guess-resource.ts'

/** The kinds that are known without a server: the built-in ones in each of their versions, and custom ones without a schema. */
export interface KnownKinds {
  readonly vocabulary: Vocabulary
  resourceOf(kind: GroupVersionKind): GroupVersionResource
  /** What a policy asks about versions. Each version stands for itself: nothing is converted. */
  readonly versions: AdmissionVersions
}

/** Which kinds are known. */
export interface KnownKindsOptions {
  readonly vocabulary: Vocabulary
  /** The kinds whose schemas are loaded. */
  readonly kinds: readonly GroupVersionKind[]
  /** Custom kinds that are served, and whether their objects have a namespace. */
  readonly custom: readonly ApiObject[]
}

/** Loads the schemas of built-in kinds. */
export async function loadKnownKinds({ vocabulary, kinds, custom }: KnownKindsOptions): Promise<KnownKinds> {
  const rowOf = ({ group, version, kind }: GroupVersionKind): KindRow | undefined =>
    kindTable.find((row) => row.kind === kind && row.version === version && groupName(vocabulary, row.group) === group)
  const rows = kinds.flatMap((kind) => rowOf(kind) ?? [])
  await loadTypeTables(rows.filter(hasTable).map(typeName))
  const schema = (kind: GroupVersionKind): ObjectSchema => {
    const row = rowOf(kind)
    return row === undefined || !hasTable(row) ? openSchema : loadType(typeName(row))
  }
  const resourceOf = (kind: GroupVersionKind): GroupVersionResource => {
    const row = rowOf(kind)
    return row === undefined
      ? guessResource(kind)
      : { group: kind.group, version: kind.version, resource: row.resource }
  }
  return {
    vocabulary,
    resourceOf,
    versions: {
      find(kind) {
        const row = rowOf(kind)
        if (row !== undefined) return { resource: resourceOf(kind), isNamespaced: row.scope === 'Namespaced' }
        const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`
        const one = custom.find((object) => object.apiVersion === apiVersion && object.kind === kind.kind)
        return one && { resource: resourceOf(kind), isNamespaced: one.metadata.namespace !== undefined }
      },
      equivalents: () => [],
      convert: (object) => object,
      schema,
      read: (object, kind, options) => readObject(object, schema(kind), options?.isStrict === true),
    },
  }
}

// Schemas of CRDs are not in the tables.
function hasTable({ group }: KindRow): boolean {
  return group !== 'apiextensions'
}

const openSchema: ObjectSchema = Object.freeze({ type: 'object', fields: new Map(), preserveUnknownFields: true })

function readObject(object: unknown, schema: ObjectSchema, isStrict: boolean): Mutable<ApiObject> {
  const value = cloneJson(object) as Record<string, unknown>
  if (schema === openSchema) return value as unknown as Mutable<ApiObject>
  const unknown: string[] = []
  const read = compileDecoder(schema)(value, (path) => void unknown.push(path))
  const [first] = unknown
  if (isStrict && first !== undefined) {
    throw new DecodeError(`strict decoding error: unknown field ${JSON.stringify(first)}`)
  }
  compileDefaults(schema)(read)
  return read as unknown as Mutable<ApiObject>
}
