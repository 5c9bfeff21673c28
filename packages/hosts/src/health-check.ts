// upstream: apiserver/pkg/server/options – the paths that are allowed to everybody
const paths = /^\/(?:healthz|livez|readyz)(?:[/?]|$)/

/** Whether a request asks if the server answers: it has no part in what keeps the server busy, and does not wait for others. */
export function isHealthCheck(target: string): boolean {
  return paths.test(target)
}
