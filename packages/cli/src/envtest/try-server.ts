import { request } from 'node:https'
import type { Store } from '@pinnace/store'
import type { startEnvtestServer } from './start-envtest-server.ts'

/** What starts the server of a test environment. */
export type StartServer = typeof startEnvtestServer

/** Starts a server with flags, asks for its health, and stops it: everything that a start needs has been compiled then. */
export async function tryServer(start: StartServer, flags: readonly string[], store?: Store): Promise<void> {
  const output = { out: () => undefined, err: () => undefined }
  const listening = await start([...flags, '--secure-port=0', '--bind-address=127.0.0.1'], output, store)
  try {
    await askHealth(`${listening.url}/healthz`)
  } finally {
    await listening.close()
  }
}

function askHealth(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}

/** The flags with which controller-runtime starts kube-apiserver, without those that each start has other ones of. */
export const usualFlags: readonly string[] = [
  '--allow-privileged=true',
  '--authorization-mode=RBAC',
  '--disable-admission-plugins=ServiceAccount',
  '--service-cluster-ip-range=10.0.0.0/24',
]
