import { kubernetesVocabulary } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { checkTable } from '../../../src/plugins/pod-security/check-table.ts'
import { createEvaluator, violationDetails } from '../../../src/plugins/pod-security/create-evaluator.ts'
import type { Level } from '../../../src/plugins/pod-security/level.ts'

/** What a test says of a pod. */
export interface SketchedPod {
  readonly annotations?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const evaluate = createEvaluator(checkTable(kubernetesVocabulary))

/** What a level as of a version says of a pod, in one line; empty where it says nothing. */
export function said(level: Level, minor: number, { annotations, ...spec }: SketchedPod): string {
  const metadata = annotations === undefined ? {} : { annotations }
  return violationDetails(evaluate({ level, minor }, { containers: [], ...spec } as unknown as PodSpec, metadata))
}

/** A container with a security context. */
export function container(name: string, securityContext?: object, over: object = {}): object {
  return { name, image: 'i', ...(securityContext === undefined ? {} : { securityContext }), ...over }
}

/** A container that the strictest level lets in. */
export function hardened(name: string, securityContext: object = {}, over: object = {}): object {
  const safe = {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  }
  return container(name, { ...safe, ...securityContext }, over)
}
