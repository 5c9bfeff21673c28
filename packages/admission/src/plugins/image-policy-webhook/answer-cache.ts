import { createHash } from 'node:crypto'
import type { Clock } from '@pinnace/meta'
import type { ImageReviewStatus } from './image-review.ts'

/** Answers of the backend, by what it was asked. */
export interface AnswerCache {
  get(question: string): ImageReviewStatus | undefined
  /** @param size of the answer, in bytes: a long one is not kept */
  set(question: string, answer: ImageReviewStatus, size: number, ttlMs: number): void
}

// upstream: plugin/pkg/admission/imagepolicy/admission.go – so many; there an answer may be of any length.
const maxAnswers = 1024
const maxAnswerBytes = 16 * 1024

/** A cache whose answers end with their time; at the bound the one used longest ago goes. */
export function createAnswerCache(clock: Clock): AnswerCache {
  const entries = new Map<string, { readonly answer: ImageReviewStatus; readonly endsAtMs: number }>()
  return {
    get(question) {
      const key = digest(question)
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (clock.monotonic() >= entry.endsAtMs) return undefined
      entries.set(key, entry)
      return entry.answer
    },
    set(question, answer, size, ttlMs) {
      if (ttlMs <= 0 || size > maxAnswerBytes) return
      const key = digest(question)
      entries.delete(key)
      entries.set(key, { answer, endsAtMs: clock.monotonic() + ttlMs })
      if (entries.size > maxAnswers) entries.delete(entries.keys().next().value!)
    },
  }
}

// A question can be as long as the annotations of a pod.
function digest(question: string): string {
  return createHash('sha256').update(question).digest('base64')
}
