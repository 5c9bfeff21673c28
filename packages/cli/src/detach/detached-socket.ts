import { resolve } from 'node:path'
import { privateSocket } from '../envtest/socket-directory.ts'

/** The variable with which a server in the background gets its socket. */
export const socketVariable = 'PINNACE_DETACHED_SOCKET'

/** The socket that stops this process; undefined if it does not run in the background. */
export function detachedSocket(): string | undefined {
  return process.env[socketVariable]
}

/** The socket of the server in the background whose kubeconfig is this file; undefined if there cannot be one. */
export function socketOfKubeconfig(file: string, create: boolean): Promise<string | undefined> {
  return privateSocket({ purpose: 'pinnace-detached', owner: resolve(file), create })
}
