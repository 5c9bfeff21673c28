import type { WholeReply } from '@pinnace/http-client'
import { parseJson, type Clock } from '@pinnace/meta'
import { type ReadyDocument, toReady } from '@pinnace/openapi'
import { filterDocument, type SwaggerDocument } from './merge-documents.ts'
import { versionPath } from './registration.ts'
import type { RemoteRegistration } from './registration-index.ts'

/** OpenAPI documents of registered servers. What cannot be had now is what was last had. */
export interface RemoteOpenApi {
  /** Of each available one what it says of its version, in version 2. */
  documents(): Promise<readonly SwaggerDocument[]>
  /** Where the version-3 documents are, by path below `/openapi/v3/`. */
  index(): Promise<Readonly<Record<string, unknown>>>
  /** The version-3 document of a path, where a registered server has it. */
  document(path: string): Promise<ReadyDocument | undefined> | undefined
}

/** Options for {@link createRemoteOpenApi}. */
export interface RemoteOpenApiOptions {
  readonly clock: Clock
  /** Available ones, in the order of their priorities. */
  readonly registrations: () => readonly RemoteRegistration[]
  readonly ask: (registration: RemoteRegistration, path: string, accept: string, etag?: string) => Promise<WholeReply>
  readonly onError: (error: unknown, what: string) => void
}

/** So long a document is taken for what its server would say, milliseconds. */
const freshMs = 60_000

interface Kept<T> {
  readonly value: T
  readonly etag: string | undefined
  readonly askedAtMs: number
}

/** Nothing is asked for before somebody wants it; whoever wants it meanwhile waits for the same answer. */
// upstream: aggregator/pkg/controllers/openapi and openapiv3
export function createRemoteOpenApi(options: RemoteOpenApiOptions): RemoteOpenApi {
  const { clock, registrations, ask, onError } = options
  const kept = new WeakMap<object, Map<string, Kept<unknown>>>()
  const pending = new Map<string, Promise<unknown>>()

  const read = async <T>(
    registration: RemoteRegistration,
    path: string,
    accept: string,
    toValue: (body: Buffer) => T,
  ): Promise<T | undefined> => {
    const { target } = registration
    const ofTarget = kept.get(target) ?? new Map<string, Kept<unknown>>()
    kept.set(target, ofTarget)
    const key = `${registration.name} ${path}`
    const known = ofTarget.get(key) as Kept<T> | undefined
    if (known !== undefined && clock.monotonic() - known.askedAtMs < freshMs) return known.value
    const askedAtMs = clock.monotonic()
    try {
      const { status, headers, body } = await ask(registration, path, accept, known?.etag)
      if (status === 304 && known !== undefined) {
        ofTarget.set(key, { ...known, askedAtMs })
        return known.value
      }
      if (status === 404) return undefined
      if (status !== 200) throw new Error(`${path} of ${registration.name} was answered with ${status}`)
      const value = toValue(body)
      ofTarget.set(key, { value, etag: headers.etag, askedAtMs })
      return value
    } catch (error) {
      onError(error, `${path} of ${registration.name} cannot be had`)
      return known?.value
    }
  }
  const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const running = pending.get(key) as Promise<T> | undefined
    if (running !== undefined) return running
    const started = work().finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }
  const all = async <T>(work: (registration: RemoteRegistration) => Promise<T | undefined>): Promise<readonly T[]> => {
    const found = await Promise.all(registrations().map(work))
    return found.filter((value): value is NonNullable<typeof value> => value !== undefined)
  }
  return {
    documents: () =>
      once('v2', () =>
        all((registration) =>
          read(registration, '/openapi/v2', 'application/json', (body) =>
            filterDocument(parseJson(body).value as SwaggerDocument, `${versionPath(registration)}/`),
          ),
        ),
      ),
    index: () =>
      once('v3', async () => {
        const found = await all((registration) =>
          read(registration, '/openapi/v3', 'application/json', (body): [string, unknown] | undefined => {
            const { paths } = parseJson(body).value as { readonly paths?: Readonly<Record<string, unknown>> }
            const path = versionPath(registration).slice(1)
            return paths !== undefined && Object.hasOwn(paths, path) ? [path, paths[path]] : undefined
          }),
        )
        return Object.fromEntries(found)
      }),
    document(path) {
      const registration = registrations().find((candidate) => versionPath(candidate) === `/${path}`)
      if (registration === undefined) return undefined
      return once(`v3 ${path}`, () => read(registration, `/openapi/v3/${path}`, 'application/json', toReady))
    },
  }
}
