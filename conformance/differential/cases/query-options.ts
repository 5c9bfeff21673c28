import type { Case, Step } from './case.ts'

const long = 'a'.repeat(129)

/** Values of the options of every verb; each is sent with each verb, whether it has the option or not. */
const values: Readonly<Record<string, readonly string[]>> = {
  pretty: ['', 'true', 'false', 'x', '0'],
  dryRun: ['All', 'Nope', 'All&dryRun=All', 'all', 'All&dryRun=Nope'],
  fieldManager: ['', 'x', '%C3%A9', long, 'bad%0Aname', 'a%20b'],
  fieldValidation: ['', 'Strict', 'Warn', 'Ignore', 'Nope', 'Strict&fieldValidation=Warn'],
  force: ['', 'true', 'false', 'x'],
  limit: ['0', '1', '-1', 'x', '9223372036854775808', ''],
  continue: ['', 'x', 'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhXHUwMDAwIn0', 'e30', '%25'],
  resourceVersion: ['', '0', '1', 'x', '-1', '99999999', '18446744073709551616', '00'],
  resourceVersionMatch: ['', 'Exact', 'NotOlderThan', 'Nope'],
  timeoutSeconds: ['0', '1', '-1', 'x', ''],
  allowWatchBookmarks: ['', 'true', 'false', 'x'],
  sendInitialEvents: ['', 'true', 'false', 'x'],
  labelSelector: [
    '',
    'a',
    '!a',
    'a=b',
    'a%3D%3Db',
    'a!=b',
    'a%20in%20(b,c)',
    'a%20notin%20(b)',
    'a%20in%20()',
    'a%20in%20b',
    'a>1',
    'a<x',
    'a,b',
    ',',
    'a=b%20c',
    '=b',
    'a=',
    'bad%20key%3Db',
    'a==b==c',
    'A/b/c=d',
    `${long}=x`,
    `a=${long}`,
    'a%20exists',
    '(a)',
  ],
  fieldSelector: [
    '',
    'metadata.name=s',
    'metadata.name!=s',
    'metadata.name==s',
    'metadata.namespace=x',
    'nope=x',
    'metadata.name',
    'metadata.name=a,metadata.name=b',
    '=x',
    'metadata.name=a\\,b',
    'metadata.name%3E1',
    'metadata.name=',
    'metadata.name!=',
    'spec.nodeName=',
    ',',
  ],
  gracePeriodSeconds: ['0', '1', '-1', 'x', '9223372036854775808', '', '1.5'],
  propagationPolicy: ['', 'Orphan', 'Background', 'Foreground', 'Nope'],
  orphanDependents: ['true', 'false', 'x', 'true&propagationPolicy=Orphan'],
  ignoreStoreReadErrorWithClusterBreakingPotential: ['true', 'false', 'x'],
  timeout: ['1s', '0', '-1s', 'x', '1', '1h', '500ms'],
  shardSelector: ['x', ''],
  includeObject: ['None', 'Metadata', 'Object', 'Nope'],
  export: ['true'],
  exact: ['true'],
  includeUninitialized: ['true'],
  nope: ['1'],
}

/** Each option with each verb. */
export function queryOptions(namespace: string): Case[] {
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const body = { metadata: { name: 's' }, data: { k: 'v' } }
  const patch = { data: { k: 'w' } }
  const verbs: Readonly<Record<string, (query: string) => Step>> = {
    get: (query) => ({ method: 'GET', path: `${path}/s?${query}` }),
    list: (query) => ({ method: 'GET', path: `${path}?${query}` }),
    create: (query) => ({ method: 'POST', path: `${path}?${query}`, body: { ...body, metadata: { name: 'new' } } }),
    update: (query) => ({ method: 'PUT', path: `${path}/s?${query}`, body }),
    patch: (query) => ({ method: 'PATCH', path: `${path}/s?${query}`, body: patch }),
    apply: (query) => ({
      method: 'PATCH',
      path: `${path}/s?${query}`,
      type: 'application/apply-patch+yaml',
      body: { apiVersion: 'v1', kind: 'ConfigMap', ...body },
    }),
    delete: (query) => ({ method: 'DELETE', path: `${path}/s?${query}` }),
    deletecollection: (query) => ({ method: 'DELETE', path: `${path}?${query}` }),
  }
  const isWrite = (verb: string): boolean => verb !== 'get' && verb !== 'list'
  const single = Object.entries(verbs).flatMap(([verb, step]) =>
    Object.entries(values).map(([option, texts]) => ({
      name: `${verb} ${option}`,
      kind: 'options',
      steps: texts.map((text) =>
        step(
          `${option}=${text}${isWrite(verb) && option !== 'dryRun' ? '&dryRun=All' : ''}${verb === 'apply' && option !== 'fieldManager' ? '&fieldManager=m' : ''}`,
        ),
      ),
    })),
  )
  return [...single.map(withoutLasting), ...listMatrix(path), ...watchOptions(path, namespace)]
}

/** A dry run that is none would delete the objects of other cases. */
function withoutLasting(one: Case): Case {
  const lasts = (step: Step): boolean => step.method === 'DELETE' && !/dryRun=All/.test(step.path)
  return { ...one, steps: one.steps.filter((step) => !lasts(step)) }
}

/** Options of lists that have rules about each other. */
function listMatrix(path: string): Case[] {
  const versions = [
    '',
    'resourceVersion=0',
    'resourceVersion=1',
    'resourceVersion={{0.metadata.resourceVersion}}',
    'resourceVersion=999999999',
  ]
  const matches = ['', 'resourceVersionMatch=Exact', 'resourceVersionMatch=NotOlderThan']
  const pages = [
    '',
    'limit=1',
    'limit=1&continue={{1.metadata.continue}}',
    'continue={{1.metadata.continue}}',
    'limit=1&fieldSelector=metadata.name%3Ds',
  ]
  return versions.map((version) => ({
    name: `list ${version}`,
    kind: 'options',
    steps: [
      { method: 'GET', path, silent: true },
      { method: 'GET', path: `${path}?limit=1`, silent: true },
      ...matches.flatMap((match) =>
        pages.map((page) => ({
          method: 'GET',
          path: `${path}?${[version, match, page].filter((part) => part !== '').join('&')}`,
        })),
      ),
    ],
  }))
}

function watchOptions(path: string, namespace: string): Case[] {
  const queries = [
    '',
    'resourceVersion=0',
    'resourceVersion=1',
    'resourceVersion=x',
    'resourceVersion=999999999',
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=NotOlderThan',
    'resourceVersion=0&resourceVersionMatch=NotOlderThan',
    'limit=1',
    'continue=x',
    'allowWatchBookmarks=true',
    'sendInitialEvents=true',
    'sendInitialEvents=false',
    'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
    'sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
    'sendInitialEvents=true&resourceVersionMatch=Exact',
    'labelSelector=a!!',
    'fieldSelector=nope%3Dx',
    'fieldSelector=metadata.name%3Ds',
    'fieldSelector=metadata.name%3Dnone',
    'labelSelector=nope',
    'pretty=true',
  ]
  const roots = [path, path.replace('/api/v1/', '/api/v1/watch/'), `${path.replace('/api/v1/', '/api/v1/watch/')}/s`]
  const accepts = [
    'application/json;as=Table;g=meta.k8s.io;v=v1',
    'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    'application/yaml',
    'application/json;stream=watch',
    'text/plain',
    'application/vnd.kubernetes.protobuf;stream=watch',
  ]
  const everywhere = ['/api/v1/configmaps', '/api/v1/watch/configmaps'].map((root) => ({
    name: `watch ${root}`,
    kind: 'options',
    steps: [
      {
        method: 'GET',
        path: `${root}?watch=1&timeoutSeconds=1&fieldSelector=metadata.namespace%3D${namespace},metadata.name%3Ds`,
      },
    ],
  }))
  return [
    ...roots.flatMap((root) =>
      queries.map((query) => ({
        name: `watch ${root} ${query}`,
        kind: 'options',
        steps: [{ method: 'GET', path: `${root}?watch=1&timeoutSeconds=1&${query}` }],
      })),
    ),
    ...accepts.map((accept) => ({
      name: `watch as ${accept}`,
      kind: 'options',
      steps: [{ method: 'GET', path: `${path}?watch=1&timeoutSeconds=1`, headers: { accept } }],
    })),
    ...everywhere,
  ]
}
