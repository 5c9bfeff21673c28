import type { Intervention } from '@pinnace/server'

/** What several faults do, one after the other. `around` begins before the first and ends after the last of them. */
export function combineInterventions(all: readonly Intervention[], around?: Intervention): Intervention {
  if (all.length === 0) return around ?? {}
  return {
    async before() {
      await around?.before?.()
      for (const intervention of all) await intervention.before?.()
    },
    async after() {
      for (const intervention of all) await intervention.after?.()
      await around?.after?.()
    },
    wrapSink(sink) {
      const outer = around?.wrapSink?.(sink) ?? sink
      return all.reduce((wrapped, intervention) => intervention.wrapSink?.(wrapped) ?? wrapped, outer)
    },
    ...(all.some(({ beforeWebhook }) => beforeWebhook !== undefined)
      ? {
          async beforeWebhook(webhook) {
            for (const intervention of all) await intervention.beforeWebhook?.(webhook)
          },
        }
      : {}),
    delivery: all.find(({ delivery }) => delivery !== undefined)?.delivery,
    servedBy: all.find(({ servedBy }) => servedBy !== undefined)?.servedBy,
  }
}
