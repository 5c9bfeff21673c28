import { systemMasters, systemRandom } from '@pinnace/meta'
import type { ServerOptions } from '@pinnace/server'

/** How the person at the terminal opens the inspector. */
export interface InspectorAccess {
  /** The options of a server with the inspector. */
  apply(options: ServerOptions): ServerOptions
  /** The link to print: the token is in the fragment, which browsers do not send. */
  link(url: string): string
}

/** Creates the access of this process: a token of the administrator that no other process has, and no file keeps. */
export function createInspectorAccess(): InspectorAccess {
  const token = Buffer.from(systemRandom.bytes(24)).toString('base64url')
  const user = { username: 'inspector', groups: [systemMasters, 'system:authenticated'], extra: {} }
  return {
    apply({ authentication = {}, ...options }) {
      const tokens = [...(authentication.tokens ?? []), { token, user }]
      return { ...options, inspector: true, authentication: { ...authentication, tokens } }
    },
    link: (url) => `${url}/inspector/#token=${token}`,
  }
}
