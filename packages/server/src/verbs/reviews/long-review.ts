import { runInSlices, type ApiObject, type Awaitable, type TimeSlices } from '@pinnace/meta'
import type { ServedResource } from '../../storage/served-resource.ts'

/** The items of a review that get their form before the work can be interrupted. */
const stepLength = 512

type Status = Readonly<Record<string, readonly unknown[]>>

/** A review with a list in its status that is long. */
export function isLongReview(review: object): boolean {
  return listsOf(review).some(([, list]) => list.length > stepLength)
}

/** The review as it is answered; the long lists of its status get their form in slices. */
export function answerLongReview(
  { codec }: ServedResource,
  review: ApiObject,
  slices: TimeSlices,
): Awaitable<ApiObject> {
  const answered = (status: Status): Status => (codec.answered({ ...review, status }) as { status: Status }).status
  return runInSlices(work(), slices)

  function* work(): Generator<void, ApiObject> {
    const { status } = review as { readonly status?: Status }
    const lists: Record<string, readonly unknown[]> = {}
    for (const [name, list] of listsOf(review)) {
      const items: unknown[] = []
      for (let start = 0; start < list.length; start += stepLength) {
        for (const item of answered({ [name]: list.slice(start, start + stepLength) })[name] ?? []) items.push(item)
        yield
      }
      if (items.length > 0) lists[name] = items
    }
    const empty = Object.fromEntries(Object.keys(lists).map((name) => [name, []]))
    const rest = codec.answered({ ...review, status: { ...status, ...empty } } as ApiObject)
    return { ...rest, status: { ...(rest as { readonly status?: object }).status, ...lists } } as ApiObject
  }
}

function listsOf(review: object): readonly (readonly [name: string, list: readonly unknown[]])[] {
  const { status } = review as { readonly status?: object }
  return Object.entries(status ?? {}).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][]
}
