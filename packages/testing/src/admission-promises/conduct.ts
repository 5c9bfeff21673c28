import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Operation } from '@pinnace/admission'
import { attributesOf } from '@pinnace/admission/define'
import { cloneJson, type ApiObject } from '@pinnace/meta'
import type { AdmissionPromise } from './promise.ts'
import { refusalOf } from './open-trial.ts'

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

/** How a plugin behaves to the chain, to the server and to the plugins beside it. */
export const conductPromises: readonly AdmissionPromise[] = [
  {
    name: 'is asked about every request that is its business',
    async run({ requests, isAsked }) {
      ok(requests.length > 0, 'there are no requests to try it on')
      for (const [index, request] of requests.entries()) {
        ok(isAsked(request), `handles and resources say that requests[${index}] is none of its business`)
      }
    },
  },
  {
    name: 'says the same each time it is asked what it handles',
    async run(trial) {
      const { plugin, requests } = trial
      const before = operations.map((operation) => plugin.handles(operation))
      for (const request of requests) await trial.judge(request)
      // A chain asks once and remembers.
      deepStrictEqual(
        operations.map((operation) => plugin.handles(operation)),
        before,
      )
    },
  },
  {
    name: 'has nothing to say about what is none of its business',
    async run(trial) {
      for (const request of trial.others) {
        const { object, refusal, warnings } = await trial.judge(request)
        strictEqual(refusal?.message, undefined)
        deepStrictEqual(object, request.object)
        deepStrictEqual(warnings, [])
      }
    },
  },
  {
    name: 'refuses with a Status, and fails in no other way',
    async run(trial) {
      for (const request of trial.requests) {
        const { refusal } = await trial.judge(request)
        if (refusal?.reason === 'InternalError') throw refusal.cause ?? refusal
      }
      if (trial.failures.length > 0) throw trial.failures[0]
    },
  },
  {
    name: 'leaves the old object as it is',
    async run({ plugin, requests }) {
      for (const request of requests) {
        // In a server it is frozen: here an attempt is seen also where nobody hears that it failed.
        const attributes = { ...attributesOf(request), oldObject: cloneJson(request.oldObject) }
        await refusalOf(async () => {
          await plugin.admit?.(attributes)
          await plugin.validate?.(attributes)
        })
        deepStrictEqual(attributes.oldObject, request.oldObject)
      }
    },
  },
  {
    name: 'leaves an object that those after it can change',
    async run({ plugin, requests }) {
      for (const request of requests) {
        const attributes = attributesOf(request)
        await refusalOf(async () => plugin.admit?.(attributes))
        const frozen = frozenPart(attributes.object, '')
        strictEqual(frozen, undefined, `${frozen} is frozen: it is part of what is stored, and not a copy`)
      }
    },
  },
  {
    name: 'judges without changing',
    async run({ plugin, requests }) {
      for (const request of requests) {
        const attributes = attributesOf(request)
        const refusal = await refusalOf(async () => plugin.admit?.(attributes))
        if (refusal !== undefined) continue
        const before = cloneJson(attributes.object)
        await refusalOf(async () => plugin.validate?.(attributes))
        deepStrictEqual(attributes.object, before)
      }
    },
  },
  {
    name: 'changes nothing the second time',
    async run({ plugin, requests }) {
      for (const request of requests) {
        const attributes = attributesOf(request)
        if ((await refusalOf(async () => plugin.admit?.(attributes))) !== undefined) continue
        const once = cloneJson(attributes.object)
        // A second round of the same request, and a write that begins anew.
        const round = { ...attributes, reinvocation: { ...attributes.reinvocation, isReinvoked: true } }
        const anew = attributesOf(once === undefined ? request : { ...request, object: once })
        for (const again of [round, anew]) {
          const refusal = await refusalOf(async () => plugin.admit?.(again))
          strictEqual(refusal?.message, undefined, 'refuses what it has made itself')
          deepStrictEqual(again.object, once)
        }
      }
    },
  },
  {
    name: 'says the same on dry run, and leaves no trace in what is stored',
    async run(trial) {
      for (const request of trial.requests) {
        const before = trial.revision()
        const dry = await trial.judge({ ...request, dryRun: true })
        strictEqual(trial.revision(), before, 'something was stored on dry run')
        const wet = await trial.judge({ ...request, dryRun: false })
        deepStrictEqual([dry.refusal?.message, dry.warnings], [wet.refusal?.message, wet.warnings])
      }
    },
  },
]

function frozenPart(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.isFrozen(value)) return path === '' ? 'the object' : path
  for (const [key, member] of Object.entries(value as ApiObject)) {
    const frozen = frozenPart(member, path === '' ? key : `${path}.${key}`)
    if (frozen !== undefined) return frozen
  }
  return undefined
}
