const longSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward'])

/** True for requests that go on until one side ends them: they have no deadline. */
// upstream: apiserver/pkg/server/filters/longrunning.go
export function isLongRunning(verb: string, subresource: string): boolean {
  return verb === 'watch' || verb === 'proxy' || longSubresources.has(subresource)
}
