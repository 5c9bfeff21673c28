import { describe, expect, it } from 'vitest'
import { parseRequestInfo, StatusError, type RequestInfo } from '@pinnace/meta'

const empty = {
  isResourceRequest: true,
  apiPrefix: 'api',
  group: '',
  version: 'v1',
  namespace: '',
  subresource: '',
  name: '',
}

function read(method: string, target: string): Omit<RequestInfo, 'query' | 'path' | 'parts'> {
  const { query: _query, path: _path, parts: _parts, ...rest } = parseRequestInfo(method, target)
  return rest
}

function refusal(method: string, target: string): string {
  try {
    parseRequestInfo(method, target)
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`
    throw error
  }
  return 'none'
}

describe('resource requests', () => {
  const cases: readonly [method: string, target: string, expected: Partial<RequestInfo>][] = [
    // The table of the protocol's own tests, restated.
    ['GET', '/api/v1/namespaces', { verb: 'list', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/other', { verb: 'get', namespace: 'other', resource: 'namespaces', name: 'other' }],
    ['GET', '/api/v1/namespaces/other/pods', { verb: 'list', namespace: 'other', resource: 'pods' }],
    ['GET', '/api/v1/namespaces/other/pods/foo', { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo' }],
    ['HEAD', '/api/v1/namespaces/other/pods/foo', { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo' }],
    ['GET', '/api/v1/pods', { verb: 'list', resource: 'pods' }],
    ['HEAD', '/api/v1/pods', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/nodes/n', { verb: 'get', resource: 'nodes', name: 'n' }],
    [
      'GET',
      '/api/v1/namespaces/other/pods/foo/log',
      { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo', subresource: 'log' },
    ],
    [
      'GET',
      '/api/v1/namespaces/other/pods/foo/proxy/a/b',
      { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo', subresource: 'proxy' },
    ],
    [
      'PUT',
      '/api/v1/namespaces/other/status',
      { verb: 'update', namespace: 'other', resource: 'namespaces', name: 'other', subresource: 'status' },
    ],
    [
      'PUT',
      '/api/v1/namespaces/other/finalize',
      { verb: 'update', namespace: 'other', resource: 'namespaces', name: 'other', subresource: 'finalize' },
    ],
    [
      'GET',
      '/api/v1/namespaces/other/status/x',
      { verb: 'get', namespace: 'other', resource: 'namespaces', name: 'other', subresource: 'status' },
    ],
    [
      'GET',
      '/apis/apps/v1/namespaces/other/deployments/x',
      { apiPrefix: 'apis', group: 'apps', verb: 'get', namespace: 'other', resource: 'deployments', name: 'x' },
    ],
    ['GET', '/apis/apps/v1/deployments', { apiPrefix: 'apis', group: 'apps', verb: 'list', resource: 'deployments' }],
    [
      'GET',
      '/apis/g.example.com/v1alpha1/things/x/status',
      {
        apiPrefix: 'apis',
        group: 'g.example.com',
        version: 'v1alpha1',
        verb: 'get',
        resource: 'things',
        name: 'x',
        subresource: 'status',
      },
    ],
    ['POST', '/api/v1/namespaces/other/pods', { verb: 'create', namespace: 'other', resource: 'pods' }],
    [
      'POST',
      '/api/v1/namespaces/other/pods/foo/eviction',
      { verb: 'create', namespace: 'other', resource: 'pods', name: 'foo', subresource: 'eviction' },
    ],
    ['PUT', '/api/v1/namespaces/other/pods/foo', { verb: 'update', namespace: 'other', resource: 'pods', name: 'foo' }],
    [
      'PATCH',
      '/api/v1/namespaces/other/pods/foo',
      { verb: 'patch', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    [
      'DELETE',
      '/api/v1/namespaces/other/pods/foo',
      { verb: 'delete', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    ['DELETE', '/api/v1/namespaces/other/pods', { verb: 'deletecollection', namespace: 'other', resource: 'pods' }],
    [
      'DELETE',
      '/api/v1/namespaces/other',
      { verb: 'delete', namespace: 'other', resource: 'namespaces', name: 'other' },
    ],
    ['OPTIONS', '/api/v1/pods', { verb: '', resource: 'pods' }],
    ['BREW', '/api/v1/pods/x', { verb: '', resource: 'pods', name: 'x' }],
    // The old prefixes.
    ['GET', '/api/v1/watch/pods', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/watch/namespaces/other/pods', { verb: 'watch', namespace: 'other', resource: 'pods' }],
    [
      'GET',
      '/api/v1/watch/namespaces/other/pods/foo',
      { verb: 'watch', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    [
      'GET',
      '/apis/apps/v1/watch/deployments',
      { apiPrefix: 'apis', group: 'apps', verb: 'watch', resource: 'deployments' },
    ],
    [
      'GET',
      '/api/v1/proxy/namespaces/other/pods/foo',
      { verb: 'proxy', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    [
      'GET',
      '/api/v1/proxy/namespaces/other/pods/foo/a/b',
      { verb: 'proxy', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    // watch as a parameter.
    ['GET', '/api/v1/pods?watch=1', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=true', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=no', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=0', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=false', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=FALSE', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=0&watch=1', { verb: 'list', resource: 'pods' }],
    [
      'GET',
      '/api/v1/namespaces/other/pods/foo?watch=1',
      { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo' },
    ],
    // A name pinned by the field selector.
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dfoo', { verb: 'list', resource: 'pods', name: 'foo' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name==foo&watch=1', { verb: 'watch', resource: 'pods', name: 'foo' }],
    [
      'GET',
      '/api/v1/pods?fieldSelector=spec.nodeName%3Dn%2Cmetadata.name%3Dfoo',
      { verb: 'list', resource: 'pods', name: 'foo' },
    ],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name!=foo', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=a%252Fb', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=a%2Fb', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=.', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=..', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=foo,bad', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=foo&limit=x', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name=foo&limit=5', { verb: 'list', resource: 'pods', name: 'foo' }],
    [
      'GET',
      '/api/v1/pods?fieldSelector=metadata.name=foo&timeoutSeconds=x&watch=1',
      { verb: 'watch', resource: 'pods' },
    ],
    ['DELETE', '/api/v1/pods?fieldSelector=metadata.name=foo', { verb: 'deletecollection', resource: 'pods' }],
    ['GET', '/api/v1/watch/pods?fieldSelector=metadata.name=foo', { verb: 'watch', resource: 'pods' }],
    // Slashes.
    ['GET', '/api/v1/pods/', { verb: 'list', resource: 'pods' }],
    ['GET', '//api/v1/pods//', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1//pods', { verb: 'get', resource: '', name: 'pods' }],
    ['GET', '/api/v1/namespaces//pods', { verb: 'list', namespace: '', resource: 'pods' }],
    ['GET', '/api/v1/pods//log', { verb: 'list', resource: 'pods', subresource: 'log' }],
    ['GET', '/api/v1/namespaces/other/pods/..', { verb: 'get', namespace: 'other', resource: 'pods', name: '..' }],
    [
      'GET',
      '/api/v1/namespaces/a/../b/pods',
      { verb: 'get', namespace: 'a', resource: '..', name: 'b', subresource: 'pods' },
    ],
    // Decoding.
    [
      'GET',
      '/api/v1/namespaces/other/pods/foo%2Flog',
      { verb: 'get', namespace: 'other', resource: 'pods', name: 'foo', subresource: 'log' },
    ],
    ['GET', '/api%2fv1%2Fpods', { verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/nodes/%2e%2e', { verb: 'get', resource: 'nodes', name: '..' }],
    ['GET', '/api/v1/nodes/a%252fb', { verb: 'get', resource: 'nodes', name: 'a%2fb' }],
    ['GET', '/api/v1/nodes/a+b', { verb: 'get', resource: 'nodes', name: 'a+b' }],
    ['GET', '/api/v1/nodes/%C3%A9', { verb: 'get', resource: 'nodes', name: 'é' }],
    ['GET', '/api/v1/nodes/\xc3\xa9', { verb: 'get', resource: 'nodes', name: 'é' }],
    ['GET', '/api/v1/nodes/%EF%BB%BFx', { verb: 'get', resource: 'nodes', name: '\ufeffx' }],
    ['GET', '/api/v1/nodes/a%3Fb', { verb: 'get', resource: 'nodes', name: 'a?b' }],
    ['GET', '/api/v1/nodes/a#b', { verb: 'get', resource: 'nodes', name: 'a#b' }],
    ['GET', 'http://host:1/api/v1/nodes/a', { verb: 'get', resource: 'nodes', name: 'a' }],
  ]

  it.each(cases)('%s %s', (method, target, expected) => {
    expect(read(method, target)).toEqual({ ...empty, ...expected })
  })
})

describe('other requests', () => {
  it.each([
    ['GET', '/', '', '/'],
    ['GET', '/healthz', '', '/healthz'],
    ['POST', '/api', '', '/api'],
    ['GET', '/api/v1', '', '/api/v1'],
    ['GET', '/api/v1/', '', '/api/v1/'],
    ['GET', '/apis', '', '/apis'],
    ['GET', '/apis/apps', '', '/apis/apps'],
    ['GET', '/apis/apps/v1', 'apis', '/apis/apps/v1'],
    ['GET', '/version/a/b/c', '', '/version/a/b/c'],
    ['GET', '/api2/v1/pods', '', '/api2/v1/pods'],
    ['GET', '/a/../b//c/.', '', '/a/../b//c/.'],
    ['GET', '/a%20b', '', '/a b'],
    ['OPTIONS', '*', '', '*'],
    ['GET', 'http://host', '', ''],
    ['GET', 'HTTPS://host?x=/api/v1/pods', '', ''],
  ])('%s %s is no resource request', (method, target, apiPrefix, path) => {
    const { query: _, ...info } = parseRequestInfo(method, target)
    expect(info).toEqual({
      isResourceRequest: false,
      path,
      verb: method.toLowerCase(),
      apiPrefix,
      group: '',
      version: '',
      namespace: '',
      resource: '',
      subresource: '',
      name: '',
      parts: [],
    })
  })
})

describe('the rest of the path', () => {
  it.each([
    ['/api/v1/pods', ['pods']],
    ['/apis/apps/v1/namespaces/n/deployments/d', ['namespaces', 'n', 'deployments', 'd']],
    ['/api/v1/namespaces/n/pods/p/proxy/a//b', ['namespaces', 'n', 'pods', 'p', 'proxy', 'a', '', 'b']],
    ['/api/v1/watch/pods', ['watch', 'pods']],
  ])('%s has its segments after the version', (target, parts) => {
    expect(parseRequestInfo('GET', target).parts).toEqual(parts)
  })

  it('keeps the decoded path as it is', () => {
    expect(parseRequestInfo('GET', '/api/v1/a%2Fb//./../c').path).toBe('/api/v1/a/b//./../c')
  })
})

describe('the query', () => {
  it.each([
    ['', []],
    ['?', []],
    [
      '?a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    [
      '?a=1+2&b=1%2B2',
      [
        ['a', '1 2'],
        ['b', '1+2'],
      ],
    ],
    ['?a%20b=c%3Dd=e', [['a b', 'c=d=e']]],
    [
      '?a&&b=',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['?%C3%A9=\xc3\xa9', [['é', 'é']]],
    ['??a=?', [['?a', '?']]],
    ['?a=%25zz', [['a', '%zz']]],
    ['?__proto__=1', [['__proto__', '1']]],
  ])('%s is decoded once', (text, pairs) => {
    expect([...parseRequestInfo('GET', `/x${text}`).query]).toEqual(pairs)
  })
})

describe('refusals', () => {
  it.each([
    ['/api/v1/%zz', '400 invalid URL escape "%zz"'],
    ['/api/v1/%', '400 invalid URL escape "%"'],
    ['/api/v1/a%2', '400 invalid URL escape "%2"'],
    ['/api/v1/%ff', '400 URL is not valid UTF-8'],
    ['/api/v1/%c0%af', '400 URL is not valid UTF-8'],
    ['/api/v1/%ed%a0%80', '400 URL is not valid UTF-8'],
    ['/api/v1/\xff', '400 URL is not valid UTF-8'],
    ['/api/v1/a b', '400 invalid control character in URL'],
    ['/api/v1/a\x00', '400 invalid control character in URL'],
    ['/api/v1/世', '400 invalid control character in URL'],
    ['/x?a=%zz', '400 invalid URL escape "%zz"'],
    ['/x?a=%c3', '400 URL is not valid UTF-8'],
    ['/x?%c3&%a9', '400 URL is not valid UTF-8'],
    ['/x?a=1;b=2', '400 invalid semicolon separator in query'],
    ['', '400 parse "": invalid URI for request'],
    ['api/v1', '400 parse "api/v1": invalid URI for request'],
    ['/api/v1/watch', '500 unable to determine kind and namespace from url, /api/v1/watch'],
    ['/apis/apps/v1/proxy/', '500 unable to determine kind and namespace from url, /apis/apps/v1/proxy/'],
  ])('refuses %j', (target, expected) => {
    expect(refusal('GET', target)).toBe(expected)
  })

  it('reads a very long path in linear time', () => {
    const info = parseRequestInfo('GET', `/api/v1/${'/'.repeat(500_000)}x${'/'.repeat(500_000)}`)
    expect(info.isResourceRequest).toBe(true)
  })
})
