import { posix } from 'node:path'

/** The normalized path of a webhook: with one leading slash, no trailing slash and no empty segments. */
// upstream: client-go/rest/url_utils.go, DefaultVersionedAPIPath – the configured path goes through path.Join.
export function webhookPath(configured: string): string {
  const path = posix.join('/', configured)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
