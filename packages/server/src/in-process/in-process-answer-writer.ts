import {
  createTimeSlices,
  freezeJson,
  runInSlices,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type ListMeta,
  type Status,
  type SuccessStatus,
  type TimeSlices,
} from '@pinnace/meta'
import { toPartialObjectMetadata } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import type { AnswerWriter, ReadScope } from '../verbs/exchange.ts'
import { listMeta, metadataOf, toList } from '../storage/list-object.ts'
import type { ListedPage } from '../storage/list.ts'
import { objectReader } from '../storage/object-reader.ts'
import type { PreparedWatch } from '../storage/watch.ts'
import { inNextTurn, paceOf } from '../request/pace.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { InProcessAnswer } from './in-process-answer.ts'
import type { InProcessContext } from './in-process-context.ts'

/** Writes answers as frozen objects of the requested version. */
export class InProcessAnswerWriter implements AnswerWriter<InProcessAnswer> {
  readonly #server: InProcessContext
  readonly #resource: ServedResource
  readonly #metadataOnly: boolean

  constructor(server: InProcessContext, resource: ServedResource, metadataOnly: boolean) {
    this.#server = server
    this.#resource = resource
    this.#metadataOnly = metadataOnly
  }

  object(outcome: Outcome): Awaitable<InProcessAnswer> {
    const { code } = outcome
    if (outcome.entry === undefined) return { type: 'object', code, object: this.#show(outcome.object) }
    const { clock } = this.#server
    // A large object that was just written is parsed in a turn of its own.
    const turn = paceOf({ clock }, { deadlineMs: undefined }, outcome.entry.value.byteLength)
    const showing = inNextTurn(turn, () => this.#resource.codec.showOne(objectOf(outcome) as ApiObject))
    return thenMaybe(showing, (object) => ({ type: 'object', code, object: this.#show(object) }))
  }

  list(page: ListedPage, { deadlineMs, signal }: ReadScope): Awaitable<InProcessAnswer> {
    const metadata = this.#metadataOnly ? listMeta(page) : metadataOf(this.#resource, page)
    const slices = createTimeSlices({ clock: this.#server.clock, deadlineMs, signal })
    return thenMaybe(runInSlices(parseEntries(page), slices), (stored) =>
      thenMaybe(this.#resource.codec.show(stored), (objects) => this.#listOf(objects, metadata, slices)),
    )
  }

  watch(scope: RequestScope, watch: PreparedWatch): InProcessAnswer {
    return { type: 'watch', code: 200, scope, watch, ended: () => {} }
  }

  #listOf(objects: readonly ApiObject[], metadata: ListMeta, slices: TimeSlices): Awaitable<InProcessAnswer> {
    if (this.#metadataOnly) {
      const apiVersion = `${this.#server.vocabulary.group('meta')}/v1`
      return thenMaybe(runInSlices(this.#showAll(objects), slices), (items) => {
        const list = { kind: 'PartialObjectMetadataList', apiVersion, metadata, items }
        return { type: 'list', code: 200, list, wireList: () => list }
      })
    }
    // Over HTTP the items of built-in kinds omit kind and apiVersion; in process they have them.
    const list = { ...toList(this.#resource, [], metadata), items: objects }
    return { type: 'list', code: 200, list, wireList: () => toList(this.#resource, objects, metadata) }
  }

  *#showAll(objects: readonly ApiObject[]): Generator<void, readonly ApiObject[]> {
    const shown: ApiObject[] = []
    for (const object of objects) if (shown.push(this.#show(object)) % stepLength === 0) yield
    return shown
  }

  #show<T extends Answered>(object: T): T | ApiObject {
    return showInProcess(this.#server, object, this.#metadataOnly)
  }
}

/** The objects of a page; can be interrupted after every few of them. */
function* parseEntries(page: ListedPage): Generator<void, readonly ApiObject[]> {
  const objects: ApiObject[] = []
  const objectOf = objectReader(page)
  for (const entry of page.entries) if (objects.push(objectOf(entry)) % stepLength === 0) yield
  return objects
}

/** The objects of a step. */
const stepLength = 16

type Answered = ApiObject | Status | SuccessStatus

/** The object, or its PartialObjectMetadata if the call requested that. */
export function showInProcess<T extends Answered>(
  { vocabulary }: Pick<InProcessContext, 'vocabulary'>,
  object: T,
  metadataOnly: boolean,
): T | ApiObject {
  if (!metadataOnly || isStatus(object)) return object
  return freezeJson(toPartialObjectMetadata(object, { group: vocabulary.group('meta'), version: 'v1' }, {}))
}

function isStatus(object: Answered): object is Status | SuccessStatus {
  return object.kind === 'Status'
}
