import type { Case, Step } from './case.ts'

const accepts = [
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'text/plain',
  'text/html',
  'text/*',
  'application/cbor',
  'application/json;q=0.5,application/yaml',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=Table;g=meta.k8s.io;v=v1beta1',
  'application/json;as=Table;g=meta.k8s.io;v=v2',
  'application/json;as=Nope;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  'application/yaml;as=Table;g=meta.k8s.io;v=v1',
  'nope',
  'a/b,application/json',
  'application/json; charset=utf-8',
  ',',
  'application/json;v=1;as=Table',
]
const types = [
  'application/json',
  'application/yaml',
  'text/plain',
  '',
  'application/json; charset=utf-8',
  'application/json;x',
  'APPLICATION/JSON',
  'application/vnd.kubernetes.protobuf',
  'application/cbor',
  'nope',
  'application/merge-patch+json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]
const patchTypes = [
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
  'application/json',
  'application/yaml',
  '',
  'text/plain',
  'application/merge-patch+json; charset=utf-8',
  'application/MERGE-patch+json',
  'nope',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'FOO']
const userAgents = ['curl/8.5.0', 'Wget/1.21', 'Mozilla/5.0 (X11; Linux x86_64)', 'kubectl/v1.36.0', '']

/** Media types of requests and responses, methods, odd paths. */
export function content(namespace: string): Case[] {
  const collection = `/api/v1/namespaces/${namespace}/configmaps`
  const object = `${collection}/s`
  const of = (name: string, steps: readonly Step[]): Case => ({ name, kind: 'content', steps })
  const targets = [
    object,
    collection,
    `${object}-none`,
    '/api',
    '/apis',
    '/apis/apps',
    '/apis/apps/v1',
    '/api/v1',
    '/version',
    '/healthz',
    '/nope',
    '/openapi/v2',
    '/openapi/v3',
  ]
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { k: 'v' } }
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\ndata: {k: v}\n'
  return [
    ...targets
      .filter((path) => !path.startsWith('/openapi'))
      .map((path) =>
        of(
          `accept ${path}`,
          accepts.map((accept) => ({ method: 'GET', path, headers: { accept } })),
        ),
      ),
    ...targets.map((path) =>
      of(
        `method ${path}`,
        methods.map((method) => ({ method, path: `${path}?dryRun=All` })),
      ),
    ),
    of(
      'types',
      types.flatMap((type) =>
        [body, yaml].map((text) => ({ method: 'POST', path: `${collection}?dryRun=All`, type, body: text })),
      ),
    ),
    of(
      'patch types',
      patchTypes.map((type) => ({
        method: 'PATCH',
        path: `${object}?dryRun=All&fieldManager=m`,
        type,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 's' } },
      })),
    ),
    of(
      'delete types',
      types.map((type) => ({ method: 'DELETE', path: object, type, body: { dryRun: ['All'] } })),
    ),
    of(
      'agents',
      userAgents.flatMap((agent) =>
        [object, `${object}-none`, '/api', '/version', '/nope'].map((path) => ({
          method: 'GET',
          path,
          headers: { 'user-agent': agent },
        })),
      ),
    ),
    of(
      'html',
      [object, '/', '/apis', '/version'].map((path) => ({
        method: 'GET',
        path,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' },
      })),
    ),
    of(
      'paths',
      paths(namespace).map((path) => ({ method: 'GET', path })),
    ),
    of(
      'paths without rights',
      paths(namespace).map((path) => ({ method: 'GET', path, as: 'nobody-token' })),
    ),
    of(
      'paths without a name',
      paths(namespace).map((path) => ({ method: 'GET', path, as: '' })),
    ),
    of(
      'bodies',
      bodies().map((text) => ({ method: 'POST', path: `${collection}?dryRun=All`, body: text })),
    ),
    of(
      'yaml bodies',
      yamlBodies().map((text) => ({
        method: 'POST',
        path: `${collection}?dryRun=All`,
        type: 'application/yaml',
        body: text,
      })),
    ),
    of(
      'headers',
      headers().map((extra) => ({ method: 'GET', path: object, headers: extra })),
    ),
    of(
      'bearer tokens',
      ['nope', 'a.b.c', 'admin-token x', ' admin-token', 'eyJhbGciOiJub25lIn0.e30.'].map((as) => ({
        method: 'GET',
        path: object,
        as,
      })),
    ),
  ]
}

function paths(namespace: string): string[] {
  const root = `/api/v1/namespaces/${namespace}`
  return [
    '//api/v1/secrets',
    '/api/',
    '/apis/',
    '/api/v1/',
    '/apis/apps/v1/',
    '/apis/apps/',
    '/api/v1/namespaces/',
    `${root}/`,
    `${root}/configmaps/`,
    `${root}/configmaps/s/`,
    `${root}/configmaps/s/status`,
    `${root}/configmaps/s/nope/x`,
    `${root}/nope`,
    `${root}/nope/s`,
    '/apis/nope/v1/x',
    '/apis/apps/v2/deployments',
    '/api/v1/nope',
    '/api/v2/pods',
    `${root}/configmaps/%2e%2e`,
    `${root}/configmaps/a%2Fb`,
    `${root}/configmaps/%20`,
    `${root}/configmaps/Bad_Name`,
    `${root}/configmaps/%25`,
    '/api/v1/proxy/nodes/x',
    '/api/v1/watch',
    '/api/v1/watch/namespaces',
    '/api/v1/componentstatuses',
    '/api/v1/componentstatuses/etcd-0',
    '/api/v1/bindings',
    '/api/v1/namespaces/none/configmaps',
    '/api/v1/namespaces//configmaps',
    '/apis/apps/v1/namespaces',
    '/apis/autoscaling/v2beta2/horizontalpodautoscalers',
    '/apis/policy/v1beta1/poddisruptionbudgets',
    '/apis/extensions/v1beta1/ingresses',
    '/apis/apps/v1beta1/deployments',
    '/swagger.json',
    '/openapi',
    '/openapi/v3/nope',
    '/ui',
    '/metrics/nope',
    '/healthz/nope',
    '/livez/ping',
    '/readyz/ping',
    '/apis/certificates.k8s.io/v1beta1',
    '/apis/authentication.k8s.io/v1beta1',
    '/apis/admissionregistration.k8s.io/v1beta1',
    '/apis/apiregistration.k8s.io/v1beta1',
    '/apis/batch/v1beta1',
    '/?x=1',
    '/api?x=%zz',
    '/%zz',
  ]
}

function bodies(): string[] {
  const wrap = (text: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"new"},${text}}`
  return [
    wrap('"data":{"a":1}'),
    wrap('"data":{"a":true}'),
    wrap('"data":{"a":null}'),
    wrap('"data":[]'),
    wrap('"data":"x"'),
    wrap('"data":{"a":"b","a":"c"}'),
    wrap('"Data":{"a":"b"}'),
    wrap('"data":{"a":"b"},"data":{"c":"d"}'),
    wrap('"immutable":"x"'),
    wrap('"immutable":1'),
    wrap('"immutable":null'),
    wrap('"binaryData":{"a":"%%%"}'),
    wrap('"binaryData":{"a":"eA"}'),
    wrap('"binaryData":{"a":"eA==\\n"}'),
    wrap('"data":{"bad key":"x"}'),
    wrap('"data":{"..":"x"}'),
    wrap('"data":{"a":"x"},"binaryData":{"a":"eA=="}'),
    wrap('"data":{"a":"\\ud800"}'),
    wrap('"data":{"a":"\\u0000"}'),
    wrap('"nope":1,"zzz":{"a":[1]},"data":{"a":"b"}'),
    wrap('"data":{"a":"b"}') + '}',
    wrap('"data":{"a":"b"}') + '{}',
    ` \n${wrap('"data":{}')}\n`,
    wrap('"data":{"a":"b",}'),
    wrap("'data':{}"),
    wrap('"data":{"a":01}'),
    wrap('"data":{"a":"b"'),
    '\ufeff{}',
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":null}',
    '{"apiVersion":"v1","kind":"ConfigMap"}',
    '{"apiVersion":1,"kind":"ConfigMap"}',
    '{"apiVersion":"v1","kind":[]}',
    'nope',
    '---',
    'true',
    '[[[',
  ]
}

function yamlBodies(): string[] {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n'
  return [
    `${head}data: {a: b}\n`,
    `${head}data: {a: 1}\n`,
    `${head}data: {a: yes}\n`,
    `${head}data: {a: "yes"}\n`,
    `${head}data:\n  a: |\n    x\n    y\n`,
    `${head}data: {a: b}\n---\n${head}`,
    `${head}data: &x {a: b}\nbinaryData: *x\n`,
    `${head}data: {a: b, a: c}\n`,
    `${head}data: {<<: {a: b}}\n`,
    `${head}data:\n\ta: b\n`,
    `${head}data: {a: 2026-01-02}\n`,
    `${head}data: {a: ~}\n`,
    `${head}data: {1: b}\n`,
    `${head}nope: 1\n`,
    `# c\n${head}`,
    '',
    '---\n',
    'a: b: c',
    '- x',
    `${head}data: {a: !!binary eA==}\n`,
    `${head}data: {a: 0x10}\n`,
    `${head}data: [\n`,
  ]
}

function headers(): Record<string, string>[] {
  return [
    { 'impersonate-user': 'x' },
    { 'impersonate-user': 'x', 'impersonate-group': 'system:masters' },
    { 'impersonate-group': 'x' },
    { 'impersonate-user': '' },
    { 'impersonate-user': 'system:serviceaccount:default:default' },
    { 'impersonate-user': 'x', 'impersonate-uid': 'u', 'impersonate-extra-a': 'b' },
    { 'impersonate-uid': 'u' },
    { 'audit-id': 'x' },
    { 'accept-encoding': 'identity' },
    { 'if-none-match': '"x"' },
    { 'if-modified-since': 'Sat, 01 Jan 2028 00:00:00 GMT' },
    { range: 'bytes=0-1' },
    { origin: 'http://x' },
    { 'x-forwarded-for': '1.2.3.4' },
    { 'x-remote-user': 'x' },
    { 'x-http-method-override': 'DELETE' },
    { 'content-encoding': 'gzip' },
    { authorization: 'Basic YTpi' },
    { authorization: 'Bearer' },
    { authorization: 'bearer admin-token' },
  ]
}
