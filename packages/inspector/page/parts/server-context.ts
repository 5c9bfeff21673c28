import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ApiClient } from '../api/api-client.ts'
import type { KindInfo } from '../api/discover-kinds.ts'

/** The server that the page shows. */
export interface ServerContext {
  readonly api: ApiClient
  readonly kinds: readonly KindInfo[]
}

export const ServerContext = createContext<ServerContext | undefined>(undefined)

/** The server that the page shows. */
export function useServer(): ServerContext {
  const server = useContext(ServerContext)
  if (server === undefined) throw new TypeError('there is no server')
  return server
}
