import type { WholeReply } from '@pinnace/http-client'
import { parseJson, type Clock } from '@pinnace/meta'
import { toReady, type ReadyDocument } from '@pinnace/openapi'
import { versionPath, type RemoteApiService } from './api-service-info.ts'
import type { DocumentQuery } from './document-reader.ts'
import { filterDocument, type SwaggerDocument } from './merge-documents.ts'

/** The OpenAPI documents of other servers. A document that cannot be read now is the one that was read last. */
export interface RemoteOpenApi {
  /** The version-2 documents of all available servers, each reduced to its group version. */
  documents(): Promise<readonly SwaggerDocument[]>
  /** The entries of the version-3 index, by path below `/openapi/v3/`. */
  index(): Promise<Readonly<Record<string, unknown>>>
  /** The version-3 document of a path; undefined if no other server has it. */
  document(path: string): Promise<ReadyDocument | undefined> | undefined
}

/** Options for {@link createRemoteOpenApi}. */
export interface RemoteOpenApiOptions {
  readonly clock: Clock
  /** The available APIServices of other servers, by priority. */
  readonly apiServices: () => readonly RemoteApiService[]
  readonly read: (apiService: RemoteApiService, query: DocumentQuery) => Promise<WholeReply>
  readonly onError: (error: unknown, message: string) => void
}

/** How long a document is used without asking its server again. */
const freshMs = 60_000

/** Creates the documents. They are read when they are requested; requests at the same time share one reading. */
// upstream: aggregator/pkg/controllers/openapi and openapiv3
export function createRemoteOpenApi(options: RemoteOpenApiOptions): RemoteOpenApi {
  const { apiServices } = options
  const v2 = new RemoteDocuments<SwaggerDocument>(options)
  const v3Entries = new RemoteDocuments<readonly [string, unknown] | undefined>(options)
  const v3 = new RemoteDocuments<ReadyDocument>(options)
  const forAll = async <T>(work: (apiService: RemoteApiService) => Promise<T | undefined>): Promise<readonly T[]> => {
    const found = await Promise.all(apiServices().map(work))
    return found.filter((value): value is NonNullable<typeof value> => value !== undefined)
  }
  return {
    documents: () =>
      forAll((apiService) =>
        v2.get(apiService, '/openapi/v2', (body) =>
          filterDocument(parseJson(body).value as SwaggerDocument, `${versionPath(apiService)}/`),
        ),
      ),
    async index() {
      const entries = await forAll((apiService) =>
        v3Entries.get(apiService, '/openapi/v3', (body) => readIndexEntry(body, versionPath(apiService).slice(1))),
      )
      return Object.fromEntries(entries)
    },
    document(path) {
      const apiService = apiServices().find((candidate) => versionPath(candidate) === `/${path}`)
      return apiService && v3.get(apiService, `/openapi/v3/${path}`, toReady)
    },
  }
}

function readIndexEntry(body: Buffer, path: string): readonly [string, unknown] | undefined {
  const { paths } = parseJson(body).value as { readonly paths?: Readonly<Record<string, unknown>> }
  return paths !== undefined && Object.hasOwn(paths, path) ? [path, paths[path]] : undefined
}

interface KnownDocument<T> {
  readonly value: T
  readonly etag: string | undefined
  readonly readAtMs: number
}

/** Documents of one kind, read again once they are no longer fresh. */
class RemoteDocuments<T> {
  readonly #options: RemoteOpenApiOptions
  // Documents go with the target of their APIService.
  readonly #known = new WeakMap<object, Map<string, KnownDocument<T>>>()
  // At most one for each APIService.
  readonly #reading = new Map<string, Promise<T | undefined>>()

  constructor(options: RemoteOpenApiOptions) {
    this.#options = options
  }

  get(apiService: RemoteApiService, path: string, toValue: (body: Buffer) => T): Promise<T | undefined> {
    const key = `${apiService.name} ${path}`
    const reading = this.#reading.get(key)
    if (reading !== undefined) return reading
    const started = this.#read(apiService, path, toValue).finally(() => this.#reading.delete(key))
    this.#reading.set(key, started)
    return started
  }

  async #read(apiService: RemoteApiService, path: string, toValue: (body: Buffer) => T): Promise<T | undefined> {
    const { clock, read, onError } = this.#options
    const { name, target } = apiService
    const documents = this.#known.get(target) ?? new Map<string, KnownDocument<T>>()
    this.#known.set(target, documents)
    const key = `${name} ${path}`
    const known = documents.get(key)
    if (known !== undefined && clock.monotonic() - known.readAtMs < freshMs) return known.value
    const readAtMs = clock.monotonic()
    try {
      const query = { path, accept: 'application/json', etag: known?.etag }
      const { status, headers, body } = await read(apiService, query)
      if (status === 404) return undefined
      if (status === 304 && known !== undefined) {
        documents.set(key, { ...known, readAtMs })
        return known.value
      }
      if (status !== 200) throw new Error(`${path} of ${name} was answered with ${status}`)
      const value = toValue(body)
      documents.set(key, { value, etag: headers.etag, readAtMs })
      return value
    } catch (error) {
      onError(error, `${path} of ${name} could not be read`)
      return known?.value
    }
  }
}
