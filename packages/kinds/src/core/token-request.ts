import {
  badRequest,
  conflict,
  FieldErrors,
  formatTime,
  invalid,
  notFound,
  type ApiObject,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import type { CreateSubresourceContext, CreateSubresource, TokenReference } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import type { BoundObjectReference, TokenRequest } from '@pinnace/types/authentication-v1'
import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'

const defaultExpirationSeconds = 3600
const minExpirationSeconds = 600
const maxExpirationSeconds = 2 ** 32

/** `/token`: signs a token of the account, good for some audiences and for some time, bound to an object or not. */
// upstream: registry/core/serviceaccount/storage/token.go, TokenREST
export function tokenRequest(vocabulary: Vocabulary): CreateSubresource<ServiceAccount> {
  const kind = { group: vocabulary.group('authentication'), version: 'v1', kind: 'TokenRequest' }
  return {
    type: 'create',
    verbs: ['create'],
    kind,
    schema: () => loadType('authentication.v1.TokenRequest'),
    defaults(body: Mutable<TokenRequest>) {
      body.spec ??= {}
      body.spec.expirationSeconds ??= defaultExpirationSeconds
    },
    act: (body, context) => requestToken(kind, body as TokenRequest, context),
  }
}

type TokenRequestKind = CreateSubresource['kind']

async function requestToken(
  kind: TokenRequestKind,
  body: TokenRequest,
  context: CreateSubresourceContext<ServiceAccount>,
): Promise<ApiObject> {
  const { name, namespace, parent, tokens, clock } = context
  if (tokens === undefined) throw new TypeError('this server signs no tokens')
  const given = body.metadata.name ?? ''
  if (given !== '' && given !== name) {
    const errors = new FieldErrors()
    errors.invalid('metadata.name', given, 'must match the service account name if specified')
    throw invalid(kind, name, errors.list)
  }
  // upstream: these fields are pointers, so that they are null when the client omits them.
  const { boundObjectRef } = (body.spec ?? {}) as { readonly boundObjectRef?: BoundObjectReference | null }
  const audiences = body.spec?.audiences?.length ? body.spec.audiences : tokens.audiences
  const requestedSeconds = body.spec?.expirationSeconds ?? defaultExpirationSeconds
  assertExpiration(kind, requestedSeconds)
  const bound = boundObjectRef === undefined || boundObjectRef === null ? {} : await findBound(boundObjectRef, context)
  const nowMs = clock.now()
  const { token, expirationSeconds, warnings } = await tokens.sign({
    namespace,
    account: referenceTo(parent),
    audiences,
    expirationSeconds: requestedSeconds,
    ...bound,
  })
  for (const warning of warnings) context.warn(warning)
  return {
    ...body,
    metadata: { ...body.metadata, name, namespace, uid: parent.metadata.uid, creationTimestamp: formatTime(nowMs) },
    spec: { ...body.spec, audiences, expirationSeconds },
    status: { token, expirationTimestamp: formatTime(nowMs + expirationSeconds * 1000) },
  } as ApiObject
}

// upstream: apis/authentication/validation, ValidateTokenRequest
function assertExpiration(kind: TokenRequestKind, seconds: number): void {
  const errors = new FieldErrors()
  const field = 'spec.expirationSeconds'
  if (seconds < minExpirationSeconds) errors.invalid(field, seconds, 'may not specify a duration less than 10 minutes')
  if (seconds > maxExpirationSeconds) {
    errors.invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')
  }
  if (!errors.isEmpty) throw invalid(kind, '', errors.list)
}

interface Bound {
  readonly pod?: TokenReference
  readonly secret?: TokenReference
  readonly node?: TokenReference
}

const bindable = new Map([
  ['Pod', 'pods'],
  ['Node', 'nodes'],
  ['Secret', 'secrets'],
])

async function findBound(
  { apiVersion = '', kind = '', name = '', uid = '' }: BoundObjectReference,
  context: CreateSubresourceContext<ServiceAccount>,
): Promise<Bound> {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/', 2) : ['', apiVersion]
  const resource = group === '' ? bindable.get(kind) : undefined
  if (resource === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  }
  const related = context.related!
  const namespace = resource === 'nodes' ? '' : context.namespace
  const object = await related.get({ group: '', resource }, namespace, name)
  if (object === undefined) throw notFound({ group: '', resource }, name)
  const bound =
    resource === 'pods'
      ? await bindToPod(object as Pod, context)
      : resource === 'nodes'
        ? { node: referenceTo(object) }
        : { secret: referenceTo(object) }
  if (uid !== '' && uid !== object.metadata.uid) {
    const message = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict({ group: '', resource: kind }, name, message)
  }
  return bound
}

async function bindToPod(pod: Pod, { name, related }: CreateSubresourceContext<ServiceAccount>): Promise<Bound> {
  if (pod.spec?.serviceAccountName !== name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`,
    )
  }
  const { nodeName } = pod.spec
  if (nodeName === undefined || nodeName === '') return { pod: referenceTo(pod) }
  // A node that does not exist is named too, so that the token says where the pod is.
  const node = await related!.get({ group: '', resource: 'nodes' }, '', nodeName)
  return { pod: referenceTo(pod), node: node === undefined ? { name: nodeName, uid: '' } : referenceTo(node) }
}

function referenceTo({ metadata }: ApiObject): TokenReference {
  return { name: metadata.name ?? '', uid: metadata.uid ?? '' }
}
