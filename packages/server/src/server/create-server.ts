import { withErrorCodes } from '@pinnace/meta'
import { assertOptions } from './assert-options.ts'
import { createServerHandle } from './create-server-handle.ts'
import { facilities } from './facilities/index.ts'
import { startFacilities } from './facilities/run-facilities.ts'
import { serverOptionsTable } from './server-options-table.ts'
import type { ServerOptions } from './server-options.ts'
import type { Server } from './server.ts'

/**
 * Creates a complete API server in this process. It binds no port until `listen` is called. Without options it is
 * secure: RBAC authorizes requests, and anonymous requests may only read health and version.
 *
 * @example
 * const server = await createServer({ preset: 'testing' })
 * const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
 * await configMaps.create({ metadata: { name: 'settings' }, data: { color: 'blue' } })
 */
export function createServer(options: ServerOptions = {}): Promise<Server> {
  return withErrorCodes('server-options', async () => {
    assertOptions('createServer', serverOptionsTable, options)
    return createServerHandle(options, await startFacilities(facilities, options))
  })
}
