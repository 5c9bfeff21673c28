import { randomSuffix, type Mutable, type Random, type Vocabulary } from '@pinnace/meta'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { Volume } from '@pinnace/types/core-v1-volumes'

/** Mounts a service account token into the containers of a pod. */
export type MountToken = (spec: Mutable<PodSpec>) => void

/** An hour and seven seconds: the seven seconds mark tokens that were mounted by this plugin. */
// upstream: pkg/serviceaccount/claims.go, WarnOnlyBoundTokenExpirationSeconds
const expirationSeconds = 3607

const defaultMode = 0o644

const suffixLength = 5
const suffixesDrawn = 64

/**
 * Mounts a token, the CA certificate of the server and the namespace into every container that has no mount at that path.
 * `service-account.ts` decides which pods get it (`automountServiceAccountToken`).
 */
// upstream: serviceaccount/admission.go, mountServiceAccountToken
export function createTokenMounter(vocabulary: Vocabulary, random: Random): MountToken {
  const { tokenVolumePrefix, tokenMountPath } = vocabulary
  const nextSuffix = createSuffixes(random)
  return (spec) => {
    const existing = spec.volumes?.find(({ name }) => name.startsWith(tokenVolumePrefix))
    const name = existing?.name ?? `${tokenVolumePrefix}${nextSuffix()}`
    const isMounted = mountInto(spec.initContainers, name, tokenMountPath)
    const isNeeded = mountInto(spec.containers, name, tokenMountPath) || isMounted
    if (existing === undefined && isNeeded) (spec.volumes ??= []).push(tokenVolume(name, vocabulary))
  }
}

// Drawn in batches: reading a few random bytes costs more than the rest of the mount.
function createSuffixes(random: Random): () => string {
  let drawn = ''
  return () => {
    if (drawn === '') drawn = randomSuffix(random, suffixLength * suffixesDrawn)
    const suffix = drawn.slice(0, suffixLength)
    drawn = drawn.slice(suffixLength)
    return suffix
  }
}

function mountInto(containers: Mutable<Container>[] | undefined, name: string, mountPath: string): boolean {
  let isChanged = false
  for (const container of containers ?? []) {
    if (container.volumeMounts?.some((mount) => mount.mountPath === mountPath) === true) continue
    const mounts = (container.volumeMounts ??= [])
    mounts.push({ name, readOnly: true, mountPath })
    isChanged = true
  }
  return isChanged
}

function tokenVolume(name: string, { rootCaConfigMap }: Vocabulary): Mutable<Volume> {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds, path: 'token' } },
        { configMap: { name: rootCaConfigMap, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode,
    },
  }
}
