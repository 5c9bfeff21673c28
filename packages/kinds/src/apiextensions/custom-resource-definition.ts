import { cloneJson, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { AllocationContext, ObjectSubresource } from '@pinnace/resources'
import {
  conditionOf,
  setCondition,
  settleNames,
  storedVersionOf,
  useNames,
  wantsNames,
  type UsedNames,
} from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { bumpGeneration, keepStatus, structuralStatusOnly } from '../structural.ts'
import { approvalOf, isProtectedGroup, type Approval } from './api-approval.ts'
import { fillCrd } from './crd-defaults.ts'
import type { ClaimedNames } from './claimed-names.ts'
import { crdWarnings } from './crd-warnings.ts'
import { createOpenPartsReader } from './read-open-parts.ts'
import { validateCrd } from './validate-crd.ts'
import { validateNames } from './validate-names.ts'

type Next = Mutable<CustomResourceDefinition>

/** The finalizer that keeps a CRD until its objects are deleted. */
export function cleanupFinalizer(vocabulary: Vocabulary): string {
  return `customresourcecleanup.${vocabulary.group('apiextensions')}`
}

/**
 * The behavior of CustomResourceDefinition. Its names are accepted or rejected in the write itself, so that objects can
 * be created as soon as the request has been answered.
 */
// upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go and etcd.go
export function customResourceDefinition(
  vocabulary: Vocabulary,
  claimed: ClaimedNames = () => ({ resources: new Set(), kinds: new Set() }),
): KindBehavior<CustomResourceDefinition> {
  const finalizer = cleanupFinalizer(vocabulary)
  return {
    readOpenFields: createOpenPartsReader(vocabulary),
    strategy: {
      defaults: fillCrd,
      prepareForCreate(next: Next, context) {
        next.status = {}
        next.metadata.generation = 1
        storeVersion(next)
        judgeApproval(next, context, vocabulary)
      },
      prepareForUpdate(next: Next, live, context) {
        // Names may have to be settled anew: what is stored is not to be changed.
        keepStatus(next, { ...live, status: cloneJson(live.status) } as CustomResourceDefinition)
        bumpGeneration(next, live)
        storeVersion(next)
        judgeApproval(next, context, vocabulary)
      },
      validate: (next, errors) => validateCrd(next, undefined, vocabulary, errors),
      validateUpdate: (next, live, errors) => validateCrd(next, live, vocabulary, errors),
      warnings: (next, live) => crdWarnings(next, live, vocabulary),
      // upstream: registry/customresourcedefinition/etcd.go, Delete – the first delete only marks.
      prepareForDelete(next: Next, { clock }) {
        if (conditionOf(next, 'Terminating') !== undefined) return
        const finalizers = next.metadata.finalizers ?? []
        if (!finalizers.includes(finalizer)) next.metadata.finalizers = [...finalizers, finalizer]
        const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon'
        const state = { type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending', message }
        setCondition(next, state, clock)
      },
    },
    allocate(next: Next, _live, _errors, context) {
      const isSettled = !wantsNames(next) && conditionOf(next, 'Established')?.status === 'True'
      if (isSettled || next.metadata.deletionTimestamp !== undefined) return () => {}
      return takeNames(next, claimed(next.spec.group), context)
    },
    subresources: {
      status: {
        ...structuralStatusOnly,
        strategy: {
          ...structuralStatusOnly.strategy,
          validateUpdate(next, _live, errors) {
            validateNames((next as CustomResourceDefinition).status?.acceptedNames, 'status.acceptedNames', errors)
          },
        },
      } as ObjectSubresource as never,
    },
  }
}

/** Objects may be found in every version they were ever stored in. */
function storeVersion(next: Next): void {
  const version = storedVersionOf(next)
  const stored = next.status?.storedVersions ?? []
  if (version === undefined || stored.includes(version)) return
  next.status = { ...next.status, storedVersions: [...stored, version] }
}

const approvals: Readonly<Record<Approval, readonly [status: string, reason: string]>> = {
  approved: ['True', 'ApprovedAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
  invalid: ['False', 'InvalidAnnotation'],
  missing: ['False', 'MissingAnnotation'],
}

// upstream: apiextensions-apiserver/pkg/controller/apiapproval/apiapproval_controller.go
function judgeApproval(
  next: Next,
  { clock }: { readonly clock: Parameters<typeof setCondition>[2] },
  vocabulary: Vocabulary,
): void {
  if (!isProtectedGroup(next.spec.group, vocabulary)) return
  const { product } = vocabulary
  const { approval, message } = approvalOf(next, vocabulary)
  const [status, reason] = approvals[approval]
  const type = `${product.charAt(0).toUpperCase()}${product.slice(1)}APIApprovalPolicyConformant`
  const known = conditionOf(next, type)
  if (known?.status === status && known.reason === reason && known.message === message) return
  setCondition(next, { type, status, reason, message }, clock)
}

/** Names of writes under way are in use too; they are given back when the write has ended. */
function takeNames(
  next: Next,
  claimed: UsedNames,
  { clock, peers, reserved }: AllocationContext<CustomResourceDefinition>,
): () => void {
  const { group } = next.spec
  const pools = { resources: poolOf(reserved, `resources/${group}`), kinds: poolOf(reserved, `kinds/${group}`) }
  const used: UsedNames = {
    resources: new Set([...claimed.resources, ...pools.resources]),
    kinds: new Set([...claimed.kinds, ...pools.kinds]),
  }
  for (const peer of peers()) if (peer.spec.group === group) useNames(peer, used)
  settleNames(next, used, clock)
  const mine: UsedNames = { resources: new Set(), kinds: new Set() }
  useNames(next, mine)
  const taken = [
    ...[...mine.resources].map((name) => [pools.resources, name] as const),
    ...[...mine.kinds].map((name) => [pools.kinds, name] as const),
  ].filter(([pool, name]) => !pool.has(name))
  for (const [pool, name] of taken) pool.add(name)
  return () => {
    for (const [pool, name] of taken) pool.delete(name)
  }
}

function poolOf(reserved: Map<string, Set<string>>, name: string): Set<string> {
  let pool = reserved.get(name)
  if (pool === undefined) reserved.set(name, (pool = new Set()))
  return pool
}
