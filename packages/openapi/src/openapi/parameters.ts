/** A parameter of a query string. */
export interface QueryParameter {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean'
}

/** A parameter of a path. */
export type PathParameter = 'name' | 'namespace' | 'path'

/** The values of `x-…-action`. */
export type Action =
  | 'list'
  | 'get'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'connect'
  | 'watch'
  | 'watchlist'

function parameters(type: QueryParameter['type'], names: readonly string[]): readonly QueryParameter[] {
  return names.map((name) => ({ name, type }))
}

const selection = [
  ...parameters('string', ['continue', 'fieldSelector', 'labelSelector']),
  ...parameters('integer', ['limit']),
  ...parameters('string', ['resourceVersion', 'resourceVersionMatch']),
  ...parameters('boolean', ['sendInitialEvents']),
  ...parameters('string', ['shardSelector']),
  ...parameters('integer', ['timeoutSeconds']),
]

const deletion = [
  ...parameters('string', ['dryRun']),
  ...parameters('integer', ['gracePeriodSeconds']),
  ...parameters('boolean', ['ignoreStoreReadErrorWithClusterBreakingPotential', 'orphanDependents']),
  ...parameters('string', ['propagationPolicy']),
]

const listing = [...parameters('boolean', ['allowWatchBookmarks']), ...selection, ...parameters('boolean', ['watch'])]

const writing = parameters('string', ['dryRun', 'fieldManager', 'fieldValidation'])

/** The query parameters of each action. */
// upstream: apimachinery/pkg/apis/meta/v1/types.go – ListOptions, CreateOptions, UpdateOptions, PatchOptions, DeleteOptions
export const actionParameters: Readonly<Record<Action, readonly QueryParameter[]>> = {
  list: listing,
  get: [],
  post: writing,
  put: writing,
  patch: [...writing, ...parameters('boolean', ['force'])],
  delete: deletion,
  deletecollection: [...selection, ...deletion].sort((a, b) => (a.name < b.name ? -1 : 1)),
  connect: [],
  watch: listing,
  watchlist: listing,
}

/** The query parameters that custom resources have in other operations than built-in kinds. */
// upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go, buildRoute
export const customParameters: Readonly<Partial<Record<Action, readonly QueryParameter[]>>> = {
  get: parameters('string', ['resourceVersion']),
  deletecollection: listing,
}

/** The query parameters of subresources that are connected to, by name. */
// upstream: api/core/v1/types.go – PodLogOptions, PodExecOptions, PodAttachOptions, PodPortForwardOptions, PodProxyOptions
export const connectParameters: Readonly<Record<string, readonly QueryParameter[]>> = {
  log: [
    ...parameters('string', ['container']),
    ...parameters('boolean', ['follow', 'insecureSkipTLSVerifyBackend']),
    ...parameters('integer', ['limitBytes']),
    ...parameters('boolean', ['previous']),
    ...parameters('integer', ['sinceSeconds']),
    ...parameters('string', ['stream']),
    ...parameters('integer', ['tailLines']),
    ...parameters('boolean', ['timestamps']),
  ],
  exec: [
    ...parameters('string', ['command', 'container']),
    ...parameters('boolean', ['stderr', 'stdin', 'stdout', 'tty']),
  ],
  attach: [...parameters('string', ['container']), ...parameters('boolean', ['stderr', 'stdin', 'stdout', 'tty'])],
  portforward: parameters('integer', ['ports']),
  proxy: parameters('string', ['path']),
}

/** The parameters that every operation of a path has, which are written once, at the path. */
// upstream: kube-openapi/pkg/builder/openapi.go, findCommonParameters
export function commonParameters(
  operations: readonly { readonly parameters: readonly QueryParameter[] }[],
): readonly QueryParameter[] {
  const [first, ...others] = operations
  const isCommon = ({ name }: QueryParameter): boolean =>
    others.every(({ parameters }) => parameters.some((parameter) => parameter.name === name))
  return first === undefined ? [] : first.parameters.filter(isCommon)
}
