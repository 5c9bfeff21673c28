import { readFileSync } from 'node:fs'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createTypeLoader, type ObjectSchema } from '@pinnace/schema'
import { crdTypeTables, groupName, kindTable, loadType, loadTypeTables, typeName, type KindRow } from '@pinnace/types'
import { loadAll } from 'js-yaml'
import { addressOf } from './address-of.ts'

/** An object as it is sent. */
export interface Sample {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string }
  readonly [member: string]: unknown
}

/** A built-in kind with its types. */
export interface Kind {
  readonly row: KindRow
  /** `apps/v1` */
  readonly groupVersion: string
  /** `pods`; the name for `--kind`. */
  readonly resource: string
  /** `deployments.v1.apps`: unique. */
  readonly name: string
  readonly isNamespaced: boolean
  readonly schema: ObjectSchema
  /** The path of the collection, or of an object in it. */
  path(namespace: string, name?: string): string
  /** A valid object. */
  sample(context: { readonly prefix: string; readonly namespace: string }): Sample
}

const sampleFiles = ['../samples/objects.yaml', '../samples/versions.yaml', '../../go/testdata/objects.yaml']
const samples = sampleFiles.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
const vocabulary = kubernetesVocabulary

/** Every kind of the versions that are on by default. */
export async function allKinds(): Promise<readonly Kind[]> {
  return kindsOf(
    ({ enabledByDefault, deprecated, resource }) =>
      enabledByDefault !== false && (deprecated === undefined || resource === 'endpoints'),
  )
}

/** Every kind of the versions that are off by default, but for those that Kubernetes has removed. */
export async function kindsThatAreOff(): Promise<readonly Kind[]> {
  return kindsOf(({ enabledByDefault, deprecated }) => enabledByDefault === false && deprecated?.removedIn !== '1.22')
}

async function kindsOf(isWanted: (row: KindRow) => boolean): Promise<readonly Kind[]> {
  await loadTypeTables()
  const loadCrdType = createTypeLoader(crdTypeTables('x-kubernetes-'))
  return kindTable.filter(isWanted).map((row) => toKind(row, loadCrdType))
}

/** The kinds whose objects are stored. */
export async function storedKinds(): Promise<readonly Kind[]> {
  return (await allKinds()).filter(({ row }) => row.isVirtual !== true)
}

function toKind(row: KindRow, loadCrdType: (name: string) => ObjectSchema): Kind {
  const group = groupName(vocabulary, row.group)
  const groupVersion = group === '' ? row.version : `${group}/${row.version}`
  const root = group === '' ? `/api/${row.version}` : `/apis/${groupVersion}`
  const isNamespaced = row.scope === 'Namespaced'
  const { resource, kind } = row
  return {
    row,
    groupVersion,
    resource,
    name: `${resource}.${row.version}${group === '' ? '' : `.${group}`}`,
    isNamespaced,
    schema: row.group === 'apiextensions' ? loadCrdType(typeName(row)) : loadType(typeName(row)),
    path: (namespace, name) =>
      `${root}${isNamespaced ? `/namespaces/${namespace}` : ''}/${resource}${name === undefined ? '' : `/${name}`}`,
    sample: (context) => sampleOf({ group, groupVersion, kind, isNamespaced }, context),
  }
}

function sampleOf(
  {
    group,
    groupVersion,
    kind,
    isNamespaced,
  }: { group: string; groupVersion: string; kind: string; isNamespaced: boolean },
  { prefix, namespace }: { readonly prefix: string; readonly namespace: string },
): Sample {
  for (const text of samples) {
    const objects = loadAll(
      text.replaceAll('NAMESPACE', namespace).replaceAll('PREFIX', prefix).replaceAll('ADDRESS', addressOf(prefix)),
    ) as Sample[]
    const named = objects.filter((object) => object.kind === kind)
    const found =
      named.find((object) => object.apiVersion === groupVersion) ??
      // An older version takes what the stable version takes.
      named.find((object) => object.apiVersion === `${group}/v1` && text === samples.at(-1))
    if (found === undefined) continue
    const own = found.metadata?.name ?? ''
    const name = found.apiVersion === groupVersion ? own : `${own}-${groupVersion.slice(groupVersion.indexOf('/') + 1)}`
    const isOwn = isNamespaced || name.includes(prefix) || /^\d/.test(name) || name === ''
    return {
      ...found,
      apiVersion: groupVersion,
      metadata: { ...found.metadata, ...(name === '' ? {} : { name: isOwn ? name : `${prefix}-${name}` }) },
    }
  }
  throw new Error(`no sample of ${groupVersion} ${kind}`)
}
