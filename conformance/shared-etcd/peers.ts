import { join } from 'node:path'
import { connect } from '../differential/judge/connect.ts'
import type { Answer, Side } from '../differential/judge/answer.ts'
import type { OriginalStore } from '../differential/sides/original.ts'
import { startPinnace } from '../differential/sides/pinnace.ts'

// Off by default in both: each server turns another one on.
const onlyOriginal = '/apis/resource.k8s.io/v1beta1/resourceclaims'
const onlyPinnace = '/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies'

const attempts = 60
const attemptMs = 1_000

/** Runs kube-apiserver and Pinnace together as peers: each forwards what only the other one serves. Returns the failures. */
export async function judgePeers(store: OriginalStore): Promise<number> {
  const file = (name: string): string => join(store.folder, name)
  const original = await store.startServer([
    `--peer-ca-file=${file('server.crt')}`,
    // Peers are told this address, whatever `--peer-advertise-ip` says (1.36.3).
    '--advertise-address=127.0.0.1',
    '--runtime-config=resource.k8s.io/v1beta1=true',
  ])
  try {
    const pinnace = await startPinnace([
      `--etcd-servers=${store.url}`,
      '--etcd-compaction-interval=0',
      '--hostname-override=pinnace',
      '--runtime-config=admissionregistration.k8s.io/v1beta1=true',
      `--peer-ca-file=${file('server.crt')}`,
      '--peer-advertise-ip=127.0.0.1',
      `--tls-cert-file=${file('server.crt')}`,
      `--tls-private-key-file=${file('server.key')}`,
      `--proxy-client-cert-file=${file('front.crt')}`,
      `--proxy-client-key-file=${file('front.key')}`,
      `--requestheader-client-ca-file=${file('front.crt')}`,
      '--requestheader-allowed-names=front-proxy-client',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    ])
    const sides = [connect('original', original.url), connect('original', pinnace.url)] as const
    try {
      const [ofOriginal, ofPinnace] = sides
      const failures = [
        await expectForwarded('pinnace to kube-apiserver', ofPinnace, onlyOriginal),
        await expectForwarded('kube-apiserver to pinnace', ofOriginal, onlyPinnace),
      ]
      return failures.filter(Boolean).length
    } finally {
      for (const side of sides) side.close()
      await pinnace.stop()
    }
  } finally {
    await original.stop()
  }
}

/** Peers find each other within a minute. Returns whether the answer was another one than a list. */
async function expectForwarded(name: string, side: Side, path: string): Promise<boolean> {
  let answer: Answer | undefined
  for (let attempt = 0; attempt < attempts && answer?.status !== 200; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, attemptMs))
    answer = await side.send({ method: 'GET', path })
  }
  const isForwarded = answer?.status === 200
  console.log(`${name}: ${isForwarded ? 'forwards' : `${answer?.status} ${answer?.text.slice(0, 300)}`}`)
  return !isForwarded
}
