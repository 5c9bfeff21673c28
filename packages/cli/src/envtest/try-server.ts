import { request } from 'node:https'
import type { startEnvtestServer } from './start-envtest-server.ts'

/** Starts a server as envtest does, asks for its health, and stops it: everything that a start needs has been compiled. */
export async function tryServer(server: { readonly startEnvtestServer: typeof startEnvtestServer }): Promise<void> {
  const flags = ['--secure-port=0', '--bind-address=127.0.0.1', '--authorization-mode=RBAC', '--allow-privileged=true']
  const listening = await server.startEnvtestServer([...flags, '--disable-admission-plugins=ServiceAccount'], {
    out: () => undefined,
    err: () => undefined,
  })
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
