import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { Container, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { secretsOfVolume } from './secret-names.ts'

/** The first thing in a new pod that names a secret the account does not list, as a sentence. */
// upstream: serviceaccount/admission.go, limitSecretReferences. There only volumes of type secret are looked at; a
// secret named by a volume of another type would get around the list, so all of them are here.
export function forbiddenSecret(spec: PodSpec, account: ServiceAccount): string | undefined {
  const mountable = namesOf(account.secrets)
  const end = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`
  for (const volume of spec.volumes ?? []) {
    const name = secretsOfVolume(volume).find((secret) => !mountable.has(secret))
    if (name !== undefined) return `volume with secret.secretName="${name}" ${end} secret`
  }
  const inContainers =
    inEnvironment('init container', spec.initContainers, mountable, end) ??
    inEnvironment('container', spec.containers, mountable, end)
  if (inContainers !== undefined) return inContainers
  const pullSecrets = namesOf(account.imagePullSecrets)
  const index = spec.imagePullSecrets?.findIndex(({ name = '' }) => !pullSecrets.has(name)) ?? -1
  if (index < 0) return undefined
  return `imagePullSecrets[${index}].name="${spec.imagePullSecrets![index]!.name ?? ''}" ${end} imagePullSecret`
}

/** The same for ephemeral containers, which come later. */
// upstream: serviceaccount/admission.go, limitEphemeralContainerSecretReferences
export function forbiddenSecretOfEphemeral(spec: PodSpec, account: ServiceAccount): string | undefined {
  const end = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`
  return inEnvironment('ephemeral container', spec.ephemeralContainers, namesOf(account.secrets), end)
}

function inEnvironment(
  what: string,
  containers: readonly (Container | EphemeralContainer)[] | undefined,
  mountable: ReadonlySet<string>,
  end: string,
): string | undefined {
  for (const { name: container, env, envFrom } of containers ?? []) {
    for (const { name, valueFrom } of env ?? []) {
      const secret = valueFrom?.secretKeyRef
      if (secret === undefined || mountable.has(secret.name ?? '')) continue
      return `${what} ${container} with envVar ${name} referencing secret.secretName="${secret.name ?? ''}" ${end} secret`
    }
    for (const { secretRef } of envFrom ?? []) {
      if (secretRef === undefined || mountable.has(secretRef.name ?? '')) continue
      return `${what} ${container} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" ${end} secret`
    }
  }
  return undefined
}

function namesOf(references: readonly { readonly name?: string }[] | undefined): ReadonlySet<string> {
  return new Set(references?.map(({ name = '' }) => name))
}
