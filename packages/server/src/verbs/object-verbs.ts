import {
  thenMaybe,
  FieldErrors,
  invalid,
  unsupportedMediaType,
  type HttpReply,
  type HttpRequest,
  type Verb,
} from '@pinnace/meta'
import { parseContentType } from '@pinnace/versioning'
import { parseBody, readBytes, readDeleteBody, readObject } from '../http/read-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import { readDeleteOptions, type DeleteOptions } from '../deletion/delete-options.ts'
import { readListOptions } from '../options/list-options.ts'
import { readWriteOptions, type WriteOptions } from '../options/write-options.ts'
import { listReply, toList, listMeta } from '../http/list-reply.ts'
import { objectReply } from '../http/object-reply.ts'
import { represent } from '../http/representation.ts'
import { watchReply } from '../http/watch-reply.ts'
import { apply } from './apply.ts'
import { create } from './create.ts'
import { removeCollection } from '../deletion/delete-collection.ts'
import { remove } from '../deletion/delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { patch, type PatchType } from './patch.ts'
import { update } from './update.ts'
import type { Authorized } from '../pipeline/authorize.ts'

/** Answers one verb over HTTP: reads what it needs of the request, calls the verb, writes the answer. */
export type VerbHandler = (
  core: ServerCore,
  authorized: Authorized,
  scope: RequestScope,
) => Promise<HttpReply> | HttpReply

/** Who answers which verb. */
export type VerbHandlers = Partial<Readonly<Record<Verb, VerbHandler>>>

/** The verbs of a resource itself. */
export const objectHandlers: VerbHandlers = {
  get(core, authorized, scope) {
    const { query } = authorized.info
    return thenMaybe(represent(core, authorized, scope.served), (representation) =>
      thenMaybe(get(scope, query.size === 0 ? '' : (query.get('resourceVersion') ?? '')), (entry) =>
        objectReply(authorized, scope.served, representation, { code: 200, entry }),
      ),
    )
  },

  list(core, authorized, scope) {
    return thenMaybe(represent(core, authorized, scope.served), (representation) =>
      thenMaybe(list(scope, readListOptions(authorized.info.query, false, core)), (page) =>
        listReply(core, authorized, scope.served, representation, page),
      ),
    )
  },

  async watch(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served, 'stream')
    const options = readListOptions(authorized.info.query, true, core)
    return watchReply(core, authorized, scope, representation, options)
  },

  async create(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served)
    const options = readWriteOptions(authorized.info.query, 'CreateOptions', core.vocabulary)
    const body = await readObject(core, authorized.request, scope.served)
    return objectReply(authorized, scope.served, representation, await create(core, scope, body, options))
  },

  async update(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served)
    const options = readWriteOptions(authorized.info.query, 'UpdateOptions', core.vocabulary)
    const body = await readObject(core, authorized.request, scope.served)
    return objectReply(authorized, scope.served, representation, await update(core, scope, body, options))
  },

  async patch(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served)
    const options = readWriteOptions(authorized.info.query, 'PatchOptions', core.vocabulary)
    const { type, body } = await readPatch(authorized.request, scope)
    const outcome =
      type === 'apply' ? apply(core, scope, body, options) : patch(core, scope, type, body, unforced(options, core))
    return objectReply(authorized, scope.served, representation, await outcome)
  },

  async delete(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served)
    const options = await readDeletion(core, authorized)
    const { outcome } = await remove(core, scope, options)
    return objectReply(authorized, scope.served, representation, outcome)
  },

  async deletecollection(core, authorized, scope) {
    const representation = await represent(core, authorized, scope.served)
    const listOptions = readListOptions(authorized.info.query, false, core)
    const options = await readDeletion(core, authorized)
    const { page, deleted } = await removeCollection(core, scope, listOptions, options)
    const object = toList(scope.served, deleted, listMeta(page))
    return objectReply(authorized, scope.served, representation, { code: 200, object: object as never })
  },
}

const patchTypes: Readonly<Record<string, PatchType | 'apply'>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The patch of a request. Kinds that are not built in know no strategic merge: 415. */
export async function readPatch(
  request: HttpRequest,
  { served }: RequestScope,
): Promise<{ readonly type: PatchType | 'apply'; readonly body: RawBody }> {
  const supported = Object.keys(patchTypes).filter(
    (type) => served.definition.builtIn || patchTypes[type] !== 'strategic',
  )
  const mediaType = parseContentType(request.header('content-type'), supported)
  const type = patchTypes[mediaType]
  if (type === undefined) throw unsupportedMediaType(mediaType, supported)
  return { type, body: parseBody(await readBytes(request), type === 'apply', served.gvk.kind) }
}

/** Refuses `force` on anything but an apply. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions
export function unforced(options: WriteOptions, { vocabulary }: ServerCore): WriteOptions {
  if (!options.force) return options
  const errors = new FieldErrors()
  errors.forbidden('force', 'may not be specified for non-apply patch')
  throw invalid({ group: vocabulary.group('meta'), kind: 'PatchOptions' }, '', errors.list)
}

async function readDeletion(core: ServerCore, { request, info }: Authorized): Promise<DeleteOptions> {
  const body = await readDeleteBody(core, request)
  return readDeleteOptions(info.query, body?.value, core.vocabulary)
}
