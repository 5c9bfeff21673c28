import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Operation } from '@pinnace/admission'
import { attributesOf } from '@pinnace/admission/define'
import { cloneJson, type ApiObject } from '@pinnace/meta'
import type { AdmissionPromise } from './promise.ts'
import { refusalOf } from './open-trial.ts'

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

/** How a plugin behaves toward the chain, the server and other plugins. */
export const conductPromises: readonly AdmissionPromise[] = [
  {
    name: 'is called for every request it handles',
    async run({ requests, isAsked }) {
      ok(requests.length > 0, 'the scene has no requests')
      for (const [index, request] of requests.entries()) {
        ok(isAsked(request), `handles and resources exclude requests[${index}]`)
      }
    },
  },
  {
    name: 'always gives the same answer to handles',
    async run(trial) {
      const { plugin, requests } = trial
      const before = operations.map((operation) => plugin.handles(operation))
      for (const request of requests) await trial.judge(request)
      // A chain calls handles once per operation.
      deepStrictEqual(
        operations.map((operation) => plugin.handles(operation)),
        before,
      )
    },
  },
  {
    name: 'does not affect requests it does not handle',
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
    name: 'rejects with a StatusError, and throws nothing else',
    async run(trial) {
      for (const request of trial.requests) {
        const { refusal } = await trial.judge(request)
        if (refusal?.reason === 'InternalError') throw refusal.cause ?? refusal
      }
      if (trial.failures.length > 0) throw trial.failures[0]
    },
  },
  {
    name: 'does not change the old object',
    async run({ plugin, requests }) {
      for (const request of requests) {
        // A server passes a frozen object; a copy shows attempts whose error is swallowed.
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
    name: 'leaves an object that later plugins can change',
    async run({ plugin, requests }) {
      for (const request of requests) {
        const attributes = attributesOf(request)
        await refusalOf(async () => plugin.admit?.(attributes))
        const frozen = frozenPart(attributes.object, '')
        strictEqual(frozen, undefined, `${frozen} is frozen: it belongs to a stored object and must be copied`)
      }
    },
  },
  {
    name: 'validates without changing the object',
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
    name: 'changes nothing when it is called again',
    async run({ plugin, requests }) {
      for (const request of requests) {
        const attributes = attributesOf(request)
        if ((await refusalOf(async () => plugin.admit?.(attributes))) !== undefined) continue
        const once = cloneJson(attributes.object)
        // A reinvocation, and a retry of the write.
        const round = { ...attributes, reinvocation: { ...attributes.reinvocation, isReinvoked: true } }
        const anew = attributesOf(once === undefined ? request : { ...request, object: once })
        for (const again of [round, anew]) {
          const refusal = await refusalOf(async () => plugin.admit?.(again))
          strictEqual(refusal?.message, undefined, 'the plugin rejects its own output')
          deepStrictEqual(again.object, once)
        }
      }
    },
  },
  {
    name: 'gives the same answer in a dry run, and stores nothing',
    async run(trial) {
      for (const request of trial.requests) {
        const before = trial.revision()
        const dry = await trial.judge({ ...request, dryRun: true })
        strictEqual(trial.revision(), before, 'a dry run stored something')
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
