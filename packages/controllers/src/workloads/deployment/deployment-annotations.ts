import type { ApiObject, Vocabulary } from '@pinnace/meta'

/** The annotations and labels of deployments and their replica sets. */
export interface DeploymentNames {
  readonly revision: string
  readonly revisionHistory: string
  readonly desiredReplicas: string
  readonly maxReplicas: string
  /** Annotation of a deployment that requests a rollback to a revision. */
  readonly rollbackTo: string
  readonly hashLabel: string
  /** Annotations of a deployment that are not copied to its replica sets. */
  readonly notCopied: ReadonlySet<string>
}

/** The names under a vocabulary. */
// upstream: pkg/controller/deployment/util/deployment_util.go
export function deploymentNames({ labelDomain, lastAppliedAnnotation }: Vocabulary): DeploymentNames {
  const own = (name: string): string => `deployment.${labelDomain}/${name}`
  const names = {
    revision: own('revision'),
    revisionHistory: own('revision-history'),
    desiredReplicas: own('desired-replicas'),
    maxReplicas: own('max-replicas'),
    rollbackTo: 'deprecated.deployment.rollback.to',
    hashLabel: 'pod-template-hash',
  }
  const { hashLabel: _, ...annotations } = names
  return { ...names, notCopied: new Set([lastAppliedAnnotation, ...Object.values(annotations)]) }
}

/** The integer in an annotation; `undefined` when absent or not an integer. */
export function numberIn({ metadata }: Pick<ApiObject, 'metadata'>, annotation: string): number | undefined {
  const text = metadata.annotations?.[annotation]
  return text !== undefined && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

const int64 = 2n ** 63n

/** The revision in an annotation, a 64-bit integer; `undefined` when absent or not one. */
export function revisionIn({ metadata }: Pick<ApiObject, 'metadata'>, annotation: string): bigint | undefined {
  const text = metadata.annotations?.[annotation]
  if (text === undefined || !/^-?[0-9]{1,19}$/.test(text)) return undefined
  const revision = BigInt(text)
  return revision >= -int64 && revision < int64 ? revision : undefined
}

/** Orders revisions, the oldest first. */
export function compareRevisions(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The annotations of the current replica set: those of its deployment, its revision and its revision history. */
// upstream: SetNewReplicaSetAnnotations
export function currentAnnotations(
  deployment: Pick<ApiObject, 'metadata'>,
  set: Pick<ApiObject, 'metadata'>,
  revision: bigint,
  { revision: revisionName, revisionHistory, notCopied }: DeploymentNames,
): Record<string, string> {
  const annotations: Record<string, string> = { ...set.metadata.annotations }
  for (const [name, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!notCopied.has(name)) annotations[name] = value
  }
  const before = revisionIn(set, revisionName)
  if (before !== undefined && before >= revision) return annotations
  annotations[revisionName] = String(revision)
  if (before !== undefined) annotations[revisionHistory] = appendRevision(annotations[revisionHistory] ?? '', before)
  return annotations
}

// upstream: maxRevHistoryLengthInChars – the oldest revisions are dropped
const maxHistoryLength = 2000

function appendRevision(history: string, revision: bigint): string {
  const whole = history === '' ? `${revision}` : `${history},${revision}`
  if (whole.length <= maxHistoryLength) return whole
  const cut = whole.indexOf(',', whole.length - maxHistoryLength - 1)
  return cut < 0 ? `${revision}` : whole.slice(cut + 1)
}
