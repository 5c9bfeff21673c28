import { isDns1035Label, isDns1123Subdomain } from '@pinnace/meta'

const empty = 'must be non-empty'
const form =
  "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')"

/** What is wrong with an apiVersion, in one text; undefined where nothing is. */
// upstream: apiserverinternal/validation, isValidAPIVersion
export function apiVersionError(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return form
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? parts[0] : undefined
  const messages = [
    ...(group === undefined ? [] : part('group', group, isDns1123Subdomain)),
    ...part('version', version, isDns1035Label),
  ]
  return messages.length === 0 ? undefined : messages.join(',')
}

function part(name: string, text: string, check: (text: string) => readonly string[]): readonly string[] {
  return (text === '' ? [empty] : check(text)).map((message) => `${name} part: ${message}`)
}
