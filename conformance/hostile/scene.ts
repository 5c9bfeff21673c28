import { sendRaw } from './send-raw.ts'

/** Tokens of the users that ask, as conformance/differential/sides/tokens.csv has them. */
export const tokens: Readonly<Record<string, string>> = { admin: 'admin-token', viewer: 'viewer-token' }

/** Creates the object that patches are for. */
export async function prepare(url: string): Promise<void> {
  const body = JSON.stringify({ metadata: { name: 'hostile' }, data: { a: 'b' } })
  const headers = [['content-type', 'application/json']] as const
  const path = '/api/v1/namespaces/default/configmaps'
  const { status, text } = await sendRaw(url, { name: 'scene', method: 'POST', path, headers, body }, tokens)
  if (status !== 201 && status !== 409) throw new Error(`cannot prepare ${url}: ${text}`)
}
