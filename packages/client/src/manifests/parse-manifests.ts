import type { ApiObject } from '@pinnace/meta'

/** An object of a manifest, and where it stands. */
export interface Manifest {
  readonly object: ApiObject & { readonly apiVersion: string; readonly kind: string }
  /** `deployment.yaml, document 2` */
  readonly where: string
}

/**
 * Parses manifests: YAML with any number of documents, or JSON. Empty documents are left out; the items of a List are
 * manifests of their own. Throws a TypeError that names the document of an invalid one.
 */
export async function parseManifests(text: string, file: string): Promise<readonly Manifest[]> {
  const { loadAll } = await import('js-yaml')
  let documents: readonly unknown[]
  try {
    documents = loadAll(text)
  } catch (cause) {
    throw new TypeError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return documents.flatMap((document, index) => manifestsOf(document, `${file}, document ${index + 1}`))
}

function manifestsOf(document: unknown, where: string): readonly Manifest[] {
  if (document === undefined || document === null) return []
  if (!isRecord(document)) throw new TypeError(`${where}: a manifest must be an object`)
  const { apiVersion, kind, items, metadata } = document
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new TypeError(`${where}: apiVersion is required`)
  if (typeof kind !== 'string' || kind === '') throw new TypeError(`${where}: kind is required`)
  if (kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item, index) => manifestsOf(item, `${where}, item ${index + 1}`))
  }
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string' || metadata['name'] === '') {
    throw new TypeError(`${where}: metadata.name is required`)
  }
  return [{ object: { ...document, apiVersion, kind, metadata }, where }]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
