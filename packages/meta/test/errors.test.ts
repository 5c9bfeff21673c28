import { describe, expect, it } from 'vitest'
import {
  alreadyExists,
  badRequest,
  conflict,
  expired,
  FieldErrors,
  TooManyFieldErrors,
  forbidden,
  gone,
  internalError,
  invalid,
  methodNotSupported,
  notAcceptable,
  notFound,
  preconditionFailed,
  requestTooLarge,
  serverTimeout,
  serviceUnavailable,
  staleObject,
  StatusError,
  successStatus,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  toStatusError,
  unauthorized,
  unknownResource,
  unsupportedMediaType,
  verbNotSupported,
} from '@pinnace/meta'

const configmaps = { group: '', resource: 'configmaps' }
const deployments = { group: 'apps', resource: 'deployments' }

const table: readonly [
  title: string,
  error: StatusError,
  code: number,
  reason: string,
  message: string,
  details: unknown,
][] = [
  [
    'a missing object',
    notFound(configmaps, 'x'),
    404,
    'NotFound',
    'configmaps "x" not found',
    { name: 'x', kind: 'configmaps' },
  ],
  [
    'a missing object of a group',
    notFound(deployments, 'x'),
    404,
    'NotFound',
    'deployments.apps "x" not found',
    { name: 'x', group: 'apps', kind: 'deployments' },
  ],
  ['an empty name', notFound(configmaps, ''), 404, 'NotFound', 'configmaps "" not found', { kind: 'configmaps' }],
  [
    'a name that must be escaped',
    notFound(configmaps, 'a"b\n'),
    404,
    'NotFound',
    'configmaps "a\\"b\\n" not found',
    { name: 'a"b\n', kind: 'configmaps' },
  ],
  [
    'an existing name',
    alreadyExists(deployments, 'x'),
    409,
    'AlreadyExists',
    'deployments.apps "x" already exists',
    { name: 'x', group: 'apps', kind: 'deployments' },
  ],
  [
    'a conflict',
    conflict(configmaps, 'x', 'no'),
    409,
    'Conflict',
    'Operation cannot be fulfilled on configmaps "x": no',
    { name: 'x', kind: 'configmaps' },
  ],
  [
    'a stale object',
    staleObject(configmaps, 'x'),
    409,
    'Conflict',
    'Operation cannot be fulfilled on configmaps "x": the object has been modified; please apply your changes to the latest version and try again',
    { name: 'x', kind: 'configmaps' },
  ],
  [
    'a uid precondition that does not hold',
    preconditionFailed({ group: '', kind: 'ConfigMap' }, 'x', { field: 'UID', expected: 'a', actual: 'b' }),
    409,
    'Conflict',
    'Operation cannot be fulfilled on ConfigMap "x": the UID in the precondition (a) does not match the UID in record (b). The object might have been deleted and then recreated',
    { name: 'x', kind: 'ConfigMap' },
  ],
  [
    'a resourceVersion precondition that does not hold',
    preconditionFailed({ group: 'apps', kind: 'Deployment' }, 'x', {
      field: 'ResourceVersion',
      expected: '1',
      actual: '2',
    }),
    409,
    'Conflict',
    'Operation cannot be fulfilled on Deployment.apps "x": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (2). The object might have been modified',
    { name: 'x', group: 'apps', kind: 'Deployment' },
  ],
  [
    'a forbidden object',
    forbidden(configmaps, 'x', 'why'),
    403,
    'Forbidden',
    'configmaps "x" is forbidden: why',
    { name: 'x', kind: 'configmaps' },
  ],
  [
    'a forbidden collection',
    forbidden(deployments, '', 'why'),
    403,
    'Forbidden',
    'deployments.apps is forbidden: why',
    { group: 'apps', kind: 'deployments' },
  ],
  ['a forbidden path', forbidden({ group: '', resource: '' }, '', 'why'), 403, 'Forbidden', 'forbidden: why', {}],
  ['an unknown user', unauthorized(), 401, 'Unauthorized', 'Unauthorized', undefined],
  ['a bad request', badRequest('m'), 400, 'BadRequest', 'm', undefined],
  [
    'a method',
    methodNotSupported(configmaps, 'delete'),
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  ],
  [
    'a verb',
    verbNotSupported(deployments, 'patch'),
    405,
    'MethodNotAllowed',
    'patch is not supported on resources of kind "deployments.apps"',
    { group: 'apps', kind: 'deployments' },
  ],
  ['an unknown resource', unknownResource(), 404, 'NotFound', 'the server could not find the requested resource', {}],
  [
    'an Accept header',
    notAcceptable(['a/b', 'c/d']),
    406,
    'NotAcceptable',
    'only the following media types are accepted: a/b, c/d',
    undefined,
  ],
  [
    'a content type',
    unsupportedMediaType('x/y', ['a/b', 'c/d']),
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: a/b, c/d',
    undefined,
  ],
  [
    'a large body',
    requestTooLarge(3145728),
    413,
    'RequestEntityTooLarge',
    'Request entity too large: limit is 3145728',
    undefined,
  ],
  ['too many requests', tooManyRequests('m', 1), 429, 'TooManyRequests', 'm', { retryAfterSeconds: 1 }],
  ['a timeout', timeout('m', 2), 504, 'Timeout', 'Timeout: m', { retryAfterSeconds: 2 }],
  ['a timeout without retry', timeout('m', 0), 504, 'Timeout', 'Timeout: m', {}],
  [
    'a server timeout',
    serverTimeout(deployments, 'create', 1),
    500,
    'ServerTimeout',
    'The create operation against deployments.apps could not be completed at this time, please try again.',
    { name: 'create', group: 'apps', kind: 'deployments', retryAfterSeconds: 1 },
  ],
  [
    'a future revision',
    tooLargeResourceVersion(10n, 9n, 1),
    504,
    'Timeout',
    'Timeout: Too large resource version: 10, current: 9',
    { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
  ],
  ['an expired version', expired('m'), 410, 'Expired', 'm', undefined],
  ['something gone', gone('m'), 410, 'Gone', 'm', undefined],
  [
    'an internal error',
    internalError('m'),
    500,
    'InternalError',
    'Internal error occurred: m',
    { causes: [{ message: 'm' }] },
  ],
  [
    'an internal Error',
    internalError(new Error('m')),
    500,
    'InternalError',
    'Internal error occurred: m',
    { causes: [{ message: 'm' }] },
  ],
  ['an unavailable service', serviceUnavailable('m'), 503, 'ServiceUnavailable', 'm', undefined],
]

describe('refusals', () => {
  it.each(table)('answers %s as the wire spells it', (_, error, code, reason, message, details) => {
    expect(error).toBeInstanceOf(StatusError)
    const { metadata, ...status } = error.toStatus()
    expect(metadata).toEqual({})
    expect(status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message,
      reason,
      code,
      ...(details === undefined ? {} : { details }),
    })
  })

  it('carries the continue token of an inconsistent continuation', () => {
    expect(expired('m', 'token').toStatus().metadata).toEqual({ continue: 'token' })
  })

  it('keeps details that clients must not see as the cause', () => {
    expect(methodNotSupported(deployments, 'delete').cause).toBe('delete is not served on deployments.apps')
    expect(unsupportedMediaType('x/y', []).cause).toBe('the content type was "x/y"')
    const original = new Error('m')
    expect(internalError(original).cause).toBe(original)
  })
})

describe('toStatusError', () => {
  it('returns a StatusError unchanged', () => {
    const error = badRequest('m')
    expect(toStatusError(error)).toBe(error)
  })

  it.each([new Error('password=1'), 'password=1', undefined, null, { message: 'password=1' }])(
    'answers 500 for %o without telling what it was',
    (thrown) => {
      const error = toStatusError(thrown)
      expect(error.code).toBe(500)
      expect(error.reason).toBe('InternalError')
      expect(JSON.stringify(error.toStatus())).not.toContain('password')
      expect(error.cause).toBe(thrown)
    },
  )
})

describe('successStatus', () => {
  it('has details only if they are given, and no code', () => {
    expect(successStatus()).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' })
    expect(successStatus({ name: 'x', kind: 'pods', uid: 'u' })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'x', kind: 'pods', uid: 'u' },
    })
  })
})

describe('very many errors', () => {
  it('are counted, and the first 10,000 are listed', () => {
    const errors = new FieldErrors()
    for (let index = 0; index < 12_000; index++) errors.invalid(`items[${index}]`, index, 'must be more')
    const status = invalid({ group: '', kind: 'Thing' }, 'one', errors.list).toStatus()
    expect(status.details?.causes).toHaveLength(10_000)
    expect(status.details?.causes?.at(-1)?.field).toBe('items[9999]')
    expect(status.message).toMatch(/items\[9999\]: Invalid value: 9999: must be more, 2000 more errors\]$/)
  })

  it('end the search at a limit, and the message says so', () => {
    const errors = new FieldErrors(2)
    errors.invalid('a', 1, 'must be more')
    errors.invalid('b', 1, 'must be more')
    expect(() => errors.invalid('c', 1, 'must be more')).toThrow(TooManyFieldErrors)
    expect(errors.list).toHaveLength(2)
    expect(invalid({ group: '', kind: 'Thing' }, 'one', errors.list, true).message).toBe(
      'Thing "one" is invalid: [a: Invalid value: 1: must be more, b: Invalid value: 1: must be more, and more]',
    )
  })
})
