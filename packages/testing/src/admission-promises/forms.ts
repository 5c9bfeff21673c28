import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { evaluate, type DefinedPlugin, type Evaluation, type RequestToEvaluate } from '@pinnace/admission/define'
import type { AdmissionPlugin } from '@pinnace/admission'
import { askAsWebhook } from './ask-as-webhook.ts'
import type { Trial, Verdict } from './open-trial.ts'
import type { AdmissionPromise } from './promise.ts'

/** Whether a plugin was made by `defineAdmissionPlugin`, and can also run as a function and as a webhook. */
export function isDefined(plugin: AdmissionPlugin): plugin is DefinedPlugin {
  return 'definition' in plugin
}

/** A plugin gives the same answer in every form: in a chain, as a function, as a webhook. */
export const formPromises: readonly AdmissionPromise[] = [
  {
    name: 'gives the same answer as a function as in a chain',
    ofDefinedPlugins: true,
    run: (trial) =>
      forEach(trial, async (_plugin, request, asFunction) => {
        compare(await trial.judge(request), asFunction, trial.plugin.name)
      }),
  },
  {
    name: 'gives the same answer as a webhook as it does as a function',
    ofDefinedPlugins: true,
    run: (trial) =>
      forEach(trial, async (plugin, request, asFunction) => {
        if (trial.scene.limits?.readsObjects === true) return
        const [match] = asFunction.trace
        // A server does not call a webhook for a request that selectors exclude.
        if (match?.step !== 'match' || 'mismatch' in match) return
        const { object, status, warnings, annotations } = await askAsWebhook(plugin, request, match, trial.host)
        deepStrictEqual(status, asFunction.status)
        deepStrictEqual([warnings, annotations], [asFunction.warnings, asFunction.auditAnnotations])
        if (asFunction.allowed) deepStrictEqual(object, asFunction.object)
      }),
  },
]

async function forEach(
  { scene: { plugin }, requests, others, host }: Trial,
  check: (plugin: DefinedPlugin, request: RequestToEvaluate, asFunction: Evaluation) => Promise<void>,
): Promise<void> {
  if (!isDefined(plugin)) return
  for (const request of [...requests, ...others]) {
    await check(plugin, request, await evaluate(plugin, request, { objects: host.objects, versions: host.versions }))
  }
}

function compare({ object, refusal, warnings, annotations }: Verdict, asFunction: Evaluation, plugin: string): void {
  const { allowed, status, auditAnnotations } = asFunction
  strictEqual(refusal === undefined, allowed, refusal?.message ?? status?.message)
  if (refusal !== undefined && status !== undefined) {
    deepStrictEqual([refusal.code, refusal.reason], [status.code, status.reason])
    // A server puts the name of the object in front.
    ok(refusal.message.endsWith(status.message ?? ''), `${refusal.message} does not end with ${status.message}`)
  }
  deepStrictEqual(warnings, asFunction.warnings)
  // The server's own annotations about a plugin have other keys.
  const own = Object.entries(annotations).filter(([key]) => key.startsWith(`${plugin}/`))
  deepStrictEqual(Object.fromEntries(own), auditAnnotations)
  if (allowed) deepStrictEqual(object, asFunction.object)
}
