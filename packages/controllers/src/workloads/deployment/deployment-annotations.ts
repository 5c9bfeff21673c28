import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { ReplicaSet } from '@pinnace/types/apps-v1'

/** Names of what deployments write on their replica sets. */
export interface DeploymentNames {
  readonly revision: string
  readonly revisionHistory: string
  readonly desiredReplicas: string
  readonly maxReplicas: string
  /** Asks for the template of an older revision. */
  readonly rollbackTo: string
  readonly hashLabel: string
  /** Annotations that stay with whom they were written on. */
  readonly notCopied: ReadonlySet<string>
}

/** Those names under a vocabulary. */
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

/** The number in an annotation. */
export function numberIn({ metadata }: ApiObject, annotation: string): number | undefined {
  const text = metadata.annotations?.[annotation]
  return text !== undefined && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

/** Annotations of the replica set that is current: those of its deployment, and which revision it is and was. */
// upstream: SetNewReplicaSetAnnotations
export function currentAnnotations(
  deployment: ApiObject,
  set: Pick<ReplicaSet, 'metadata'>,
  revision: number,
  { revision: revisionName, revisionHistory, notCopied }: DeploymentNames,
): Record<string, string> {
  const annotations: Record<string, string> = { ...set.metadata.annotations }
  for (const [name, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!notCopied.has(name)) annotations[name] = value
  }
  const before = numberIn(set as ReplicaSet, revisionName)
  if (before !== undefined && before >= revision) return annotations
  annotations[revisionName] = String(revision)
  if (before !== undefined) {
    annotations[revisionHistory] = longerHistory(annotations[revisionHistory] ?? '', before)
  }
  return annotations
}

// upstream: maxRevHistoryLengthInChars – the oldest are forgotten
const maxHistoryLength = 2000

function longerHistory(history: string, before: number): string {
  const whole = history === '' ? `${before}` : `${history},${before}`
  if (whole.length <= maxHistoryLength) return whole
  const cut = whole.indexOf(',', whole.length - maxHistoryLength - 1)
  return cut < 0 ? `${before}` : whole.slice(cut + 1)
}
