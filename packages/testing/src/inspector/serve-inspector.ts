import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isEqualSecret } from '@pinnace/authn'
import { systemRandom, unauthorized } from '@pinnace/meta'
import type { MountOptions, Server } from '@pinnace/server'
import { inspectorUser } from './inspector-user.ts'

/** Options of `server.inspector`. */
export interface InspectorOptions {
  /** @default 0 – any free port */
  readonly port?: number
}

/** The inspector of a test server, served on a port of the loopback interface. */
export interface OpenInspector extends AsyncDisposable {
  /** The page. The fragment contains the token of an administrator, which is valid until the port is closed. */
  readonly url: string
  /** Resolves when "Continue the test" is pressed on the page, or the port is closed: await it to pause a test. */
  readonly resumed: Promise<void>
  /** Closes the port. */
  close(): Promise<void>
}

/** What a test and its inspector have in common. */
export interface PausedTest {
  readonly resumed: Promise<void>
  resume(): void
}

/**
 * Serves the API and the inspector of a server without TLS. Requests need the token of the link, so other pages of the
 * browser cannot send any.
 */
export async function serveInspector(
  server: Pick<Server, 'node'>,
  { resumed, resume }: PausedTest,
  { port = 0 }: InspectorOptions = {},
): Promise<OpenInspector> {
  const token = Buffer.from(systemRandom.bytes(24)).toString('base64url')
  const mount: MountOptions<IncomingMessage> = {
    authenticate({ headers }) {
      if (!isEqualSecret(`Bearer ${token}`, headers.authorization ?? '')) throw unauthorized()
      return inspectorUser
    },
  }
  const http = createServer(server.node(mount))
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const close = async (): Promise<void> => {
    resume()
    if (!http.listening) return
    await new Promise<void>((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  }
  return {
    url: `http://127.0.0.1:${portOf(http.address())}/inspector/#token=${token}`,
    resumed,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('the inspector has no port')
  return address.port
}
