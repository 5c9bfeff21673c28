import {
  applyJsonPatchInSteps,
  applyMergePatchInSteps,
  applyStrategicMergePatchInSteps,
  formatGo,
} from '@pinnace/apply'
import {
  cloneJson,
  formatJsonInSteps,
  runAtOnce,
  runInSlices,
  setMember,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type ManagedFieldsEntry,
  type TimeSlices,
} from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'
import { invalidPatch } from '../request/decode-patched.ts'
import { copyPatched } from '../request/copy-patched.ts'
import { estimateBytes } from '../request/estimate-bytes.ts'
import { inNextTurn, largeBytes } from '../request/pace.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { PatchType } from './patch-type.ts'
import { inPatchedOrder } from './print-patched.ts'
import { conversionMessage } from './print-strategic.ts'

/** The value of a patch, and how it is applied. */
export interface AppliedPatch {
  readonly type: PatchType
  readonly value: unknown
  readonly served: ServedResource
  /** The turns of a large write; undefined for others. */
  readonly pace: TimeSlices | undefined
  /** The slices of a JSON patch, which a small body can make large. */
  readonly slices: () => TimeSlices
}

/** The result of a patch. Neither the object nor the patch is changed. */
export function resultOf(patch: AppliedPatch, live: object): Awaitable<unknown> {
  const { type, value, served, pace } = patch
  return inNextTurn(pace, () => {
    if (type === 'json') return runInSlices(applyJsonPatchInSteps(live, value), pace ?? patch.slices())
    if (type === 'merge') return run(applyMergePatchInSteps(live, value), pace)
    return thenMaybe(run(applyStrategicMergePatchInSteps(live, value, served.definition.schema()), pace), (patched) => {
      // upstream: strategicPatchObject – the result is converted into the type of the object, whatever kind it says.
      const { apiVersion, kind } = live as { readonly apiVersion?: string; readonly kind?: string }
      return { ...patched, apiVersion, kind }
    })
  })
}

function run<T>(work: Generator<void, T>, pace: TimeSlices | undefined): Awaitable<T> {
  return pace === undefined ? runAtOnce(work) : runInSlices(work, pace)
}

/** The turns of the stages after a patch: a JSON patch can copy what is there many times. */
function paceAfter({ type, value, pace, slices }: AppliedPatch, patched: unknown): TimeSlices | undefined {
  if (pace !== undefined || type !== 'json') return pace
  const copies = (value as readonly { readonly op?: unknown }[]).some(({ op }) => op === 'copy')
  return copies && estimateBytes(patched, largeBytes) >= largeBytes ? slices() : undefined
}

/** Options of {@link decodeResult}. */
export interface ResultOptions {
  readonly decode: (value: unknown) => Draft
  readonly live: object
  /** The live object as it is written. */
  readonly printed: () => object
}

/**
 * Decodes the result of a patch. Throws 422 if it cannot be decoded: with the result of the patch of `printed`, the live
 * object as it is written, or with a strategic merge patch itself.
 */
export function decodeResult(
  patch: AppliedPatch,
  patched: unknown,
  { decode, live, printed }: ResultOptions,
): Awaitable<Draft> {
  const pace = paceAfter(patch, patched)
  const owners = keptOwners(patched, live)
  return inNextTurn(pace, () =>
    thenMaybe(pace === undefined ? copyOf(patched, owners) : copyPatched(patched, live, pace), (copy) => {
      try {
        const draft = decode(copy)
        // They were decoded when they were stored, and are replaced, not edited.
        if (pace === undefined && owners !== undefined) draft.metadata.managedFields = owners
        return draft
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        return refuse(patch, printed(), error)
      }
    }),
  )
}

/** The managedFields of the live object, if the patch has not touched them. */
function keptOwners(patched: unknown, live: object): ManagedFieldsEntry[] | undefined {
  const owners = (live as Partial<ApiObject>).metadata?.managedFields
  return (patched as Partial<ApiObject> | null)?.metadata?.managedFields === owners
    ? (owners as ManagedFieldsEntry[] | undefined)
    : undefined
}

/** A copy of the result that can be edited, without the owners that are kept: a third of a typical object. */
function copyOf(patched: unknown, owners: readonly ManagedFieldsEntry[] | undefined): unknown {
  if (owners === undefined) return cloneJson(patched)
  return copyMembers(patched as object, (key, member) =>
    key === 'metadata' ? copyMembers(member as object, copyUnlessOwners) : cloneJson(member),
  )
}

function copyUnlessOwners(key: string, member: unknown): unknown {
  return key === 'managedFields' ? undefined : cloneJson(member)
}

function copyMembers(object: object, copy: (key: string, member: unknown) => unknown): object {
  const copied: Record<string, unknown> = {}
  for (const key in object) {
    const member = copy(key, (object as Record<string, unknown>)[key])
    if (member !== undefined) setMember(copied, key, member)
  }
  return copied
}

async function refuse(patch: AppliedPatch, live: object, error: DecodeError): Promise<never> {
  const { type, value } = patch
  if (type === 'strategic') throw invalidPatch(formatGo(value), conversionMessage(error))
  const patched = await resultOf(patch, live)
  const slices = patch.slices()
  await slices.next()
  const ordered = inPatchedOrder(type, patched, value)
  throw invalidPatch(await runInSlices(formatJsonInSteps(ordered), slices), error.message)
}
