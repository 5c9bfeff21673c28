import { bothOf, cloneJson, runAtOnce, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { AllocationContext, ObjectSubresource } from '@pinnace/resources'
import {
  conditionOf,
  schemaExtensions,
  setCondition,
  settleNames,
  storedVersionOf,
  useNames,
  wantsNames,
  type UsedNames,
} from '@pinnace/resources/custom-resource'
import { preparePatterns } from '@pinnace/schema'
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@pinnace/types/apiextensions-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus, statusSubresource } from '../status-subresource.ts'
import { approvalOf, isProtectedGroup, type Approval } from './api-approval.ts'
import { fillCrd } from './crd-defaults.ts'
import type { ClaimedNames } from './claimed-names.ts'
import { createCrdExpressions } from './crd-expressions.ts'
import { patternsOfCrd } from './crd-patterns.ts'
import { crdWarnings } from './crd-warnings.ts'
import { createOpenPartsReader } from './read-open-parts.ts'
import { pruneDefaults } from './prune-defaults.ts'
import { validateCrd } from './validate-crd.ts'
import { validateNames } from './validate-names.ts'

type Next = Mutable<CustomResourceDefinition>

/** The finalizer that keeps a CRD until its objects are deleted. */
export function cleanupFinalizer(vocabulary: Vocabulary): string {
  return `customresourcecleanup.${vocabulary.group('apiextensions')}`
}

/** Options for {@link customResourceDefinition}. */
export interface CustomResourceDefinitionOptions {
  /** Names of kinds that are served without a CRD, which no CRD of their group may have. @default none */
  readonly claimed?: ClaimedNames | undefined
  /** The release whose functions new expressions may use. @default the one before the newest */
  readonly compatibleRelease?: string | undefined
}

/**
 * The behavior of CustomResourceDefinition. Its names are accepted or rejected in the write itself, so that objects can
 * be created as soon as the request has been answered; the answer to a create does not show it.
 */
// upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go and etcd.go
export function customResourceDefinition(
  vocabulary: Vocabulary,
  {
    claimed = () => ({ resources: new Set(), kinds: new Set() }),
    compatibleRelease,
  }: CustomResourceDefinitionOptions = {},
): KindBehavior<CustomResourceDefinition> {
  const finalizer = cleanupFinalizer(vocabulary)
  const names = schemaExtensions(vocabulary.schemaExtensionPrefix)
  const expressions = createCrdExpressions(names, compatibleRelease)
  const context = { vocabulary, expressions }
  return {
    readOpenFields: createOpenPartsReader(vocabulary),
    strategy: {
      deletesOnItsOwn: true,
      firstDeleteMarks: true,
      defaults: fillCrd,
      prepareForCreate(next: Next, context) {
        next.status = {}
        startGeneration(next)
        pruneDefaults(next.spec, names)
        storeVersion(next)
        judgeApproval(next, context, vocabulary)
      },
      prepareForUpdate(next: Next, live, context) {
        // Names may have to be settled anew: what is stored is not to be changed.
        keepStatus(next, { ...live, status: cloneJson(live.status) } as CustomResourceDefinition)
        pruneDefaults(next.spec, names)
        bumpGeneration(next, live)
        storeVersion(next)
        judgeApproval(next, context, vocabulary)
      },
      beforeValidation: (next, slices) => bothOf(expressions.load(next), preparePatterns(patternsOfCrd(next), slices)),
      validate: (next, errors, { expressionObserver: observer }) =>
        runAtOnce(validateCrd(next, undefined, errors, { ...context, observer })),
      validateUpdate: (next, live, errors, { expressionObserver: observer }) =>
        runAtOnce(validateCrd(next, live, errors, { ...context, observer })),
      validateInSteps: (next, live, errors, { expressionObserver: observer }) =>
        validateCrd(next, live, errors, { ...context, observer }),
      warnings: (next, live) => crdWarnings(next, live),
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
    answeredView,
    subresources: {
      status: {
        ...statusSubresource,
        strategy: {
          ...statusSubresource.strategy,
          validateUpdate(next, _live, errors) {
            validateNames((next as CustomResourceDefinition).status?.acceptedNames, 'status.acceptedNames', errors)
          },
        },
      } as ObjectSubresource as never,
    },
  }
}

/** The answer to a write that may have settled names: with the status it had before, and the owners of that. */
// upstream: names are accepted by a controller, once the request has been answered.
function answeredView(
  written: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): CustomResourceDefinition {
  const { storedVersions = null } = written.status ?? {}
  const before = live?.status ?? { conditions: null, acceptedNames: { plural: '', kind: '' } }
  const { managedFields, ...metadata } = written.metadata
  // A client may have reset the owners, of the status too.
  const statusOwners = managedFields === undefined ? undefined : live?.metadata.managedFields
  const owners = [
    ...(managedFields ?? []).filter(({ subresource }) => subresource !== 'status'),
    ...(statusOwners ?? []).filter(({ subresource }) => subresource === 'status'),
  ]
  return Object.assign({}, written, {
    metadata: { ...metadata, ...(owners.length === 0 ? {} : { managedFields: owners }) },
    status: { ...before, storedVersions },
  })
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
  const asked = namesOf(next.spec.names)
  for (const peer of peers(heldNames)) {
    if (peer.group !== group) continue
    for (const name of peer.resources) if (asked.resources.has(name)) used.resources.add(name)
    for (const name of peer.kinds) if (asked.kinds.has(name)) used.kinds.add(name)
  }
  settleNames(next, used, clock)
  const mine = namesOf(next.status?.acceptedNames)
  const taken = [
    ...[...mine.resources].map((name) => [pools.resources, name] as const),
    ...[...mine.kinds].map((name) => [pools.kinds, name] as const),
  ].filter(([pool, name]) => !pool.has(name))
  for (const [pool, name] of taken) pool.add(name)
  return () => {
    for (const [pool, name] of taken) pool.delete(name)
  }
}

interface HeldNames {
  readonly group: string
  readonly resources: readonly string[]
  readonly kinds: readonly string[]
}

/** The accepted names of a stored CRD. */
function heldNames({ spec, status }: CustomResourceDefinition): HeldNames {
  const { resources, kinds } = namesOf(status?.acceptedNames)
  return { group: spec.group, resources: [...resources], kinds: [...kinds] }
}

function namesOf(acceptedNames: CustomResourceDefinitionNames | undefined): UsedNames {
  const names: UsedNames = { resources: new Set(), kinds: new Set() }
  useNames({ status: acceptedNames === undefined ? {} : { acceptedNames } }, names)
  return names
}

function poolOf(reserved: Map<string, Set<string>>, name: string): Set<string> {
  let pool = reserved.get(name)
  if (pool === undefined) reserved.set(name, (pool = new Set()))
  return pool
}
