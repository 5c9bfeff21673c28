import { posix } from 'node:path'

/** The path a webhook is asked under: beginning with one slash, ending with none, and no empty part in between. */
// upstream: client-go/rest/url_utils.go, DefaultVersionedAPIPath – what is configured goes through path.Join.
export function webhookPath(configured: string): string {
  const path = posix.join('/', configured)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
