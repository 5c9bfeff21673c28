import type { Authorizer } from '@pinnace/authz'
import {
  kubernetesVocabulary,
  noMetrics,
  systemClock,
  type ApiObject,
  type Clock,
  type Vocabulary,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { AdmissionVersions } from '../plugin-context.ts'
import type { PluginHost } from '../plugin.ts'
import type { DefinedPolicy } from './define-admission-policy.ts'
import { loadKnownKinds } from './known-kinds.ts'
import { storedObjects, type ReadableObjects } from './stored-objects.ts'

/** What a policy reads of its surroundings, where there is no server. */
export interface PolicySurroundings {
  /** Namespaces and parameters. @default namespaces without labels of their own, and no parameters */
  readonly objects?: ReadableObjects
  /** Served versions and their schemas. @default the built-in kinds, and custom kinds without a schema */
  readonly versions?: AdmissionVersions
  /** Answers `authorizer` in expressions. @default allows nothing */
  readonly authorize?: Authorizer
  /** @default the system clock */
  readonly clock?: Clock
  /** The vocabulary of kinds. @default kubernetes */
  readonly vocabulary?: Vocabulary
}

/** Makes the host of a policy for one request without a server. */
export async function createPolicyHost(
  { definition }: Pick<DefinedPolicy, 'definition'>,
  { kind }: Pick<AdmissionAttributes, 'kind'>,
  surroundings: PolicySurroundings,
): Promise<PluginHost> {
  const { objects = [], clock = systemClock, vocabulary = kubernetesVocabulary } = surroundings
  const custom = Array.isArray(objects) ? (objects as readonly ApiObject[]) : []
  const known = await loadKnownKinds({ vocabulary, kinds: 'mutations' in definition ? [kind] : [], custom })
  return {
    vocabulary,
    clock,
    objects: storedObjects(objects, known),
    versions: surroundings.versions ?? known.versions,
    authorize: surroundings.authorize ?? (() => ({ effect: 'noOpinion', reason: '' })),
    metrics: noMetrics,
    onError: () => {},
  }
}
