import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vocabularyNamed } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import type { CreateServer } from '../run.ts'
import { startEnvtestServer } from './start-envtest-server.ts'

/** The flags with which controller-runtime starts kube-apiserver, without those that each start has other values of. */
export const usualFlags: readonly string[] = [
  '--allow-privileged=true',
  '--authorization-mode=RBAC',
  '--disable-admission-plugins=ServiceAccount',
  '--service-cluster-ip-range=10.0.0.0/24',
]

/**
 * Starts `count` servers, one after the other, as controller-runtime does; asks each for its health, and stops it. Everything
 * that a start needs has been compiled then.
 */
export async function tryServers(
  count: number,
  creating?: (args: readonly string[]) => CreateServer | undefined,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'pinnace-envtest-trial-'))
  try {
    const flags = [...usualFlags, ...(await writeOwnFiles(directory))]
    for (let tried = 0; tried < count; tried++) await tryServer(flags, creating?.(flags))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Writes the certificates and keys of one start. Returns its flags. */
async function writeOwnFiles(directory: string): Promise<readonly string[]> {
  const vocabulary = vocabularyNamed('kubernetes')
  const { cert, key, ca } = createServingCertificates({ vocabulary, ips: [address] })
  const certFile = join(directory, 'apiserver.crt')
  const keyFile = join(directory, 'apiserver.key')
  const caFile = join(directory, 'client-ca.crt')
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  await writeFile(caFile, ca)
  return [
    `--bind-address=${address}`,
    `--cert-dir=${directory}`,
    `--client-ca-file=${caFile}`,
    '--etcd-servers=http://127.0.0.1:2379',
    '--secure-port=0',
    '--service-account-issuer=https://127.0.0.1/',
    `--service-account-key-file=${certFile}`,
    `--service-account-signing-key-file=${keyFile}`,
  ]
}

const address = '127.0.0.1'

async function tryServer(flags: readonly string[], create: CreateServer | undefined): Promise<void> {
  const output = { out: () => undefined, err: () => undefined }
  const listening = await startEnvtestServer(flags, output, create)
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
