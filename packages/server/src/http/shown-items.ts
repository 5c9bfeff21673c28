import { runInSlices, thenMaybe, type ApiObject, type Awaitable, type TimeSlices } from '@pinnace/meta'
import type { ListedPage } from '../storage/list.ts'
import { objectReader } from '../storage/object-reader.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { toBytes } from '../storage/version-view.ts'

/** An item of a list in the requested version; it may be converted when it is read. */
export interface ShownItem {
  object(): ApiObject
}

/** The entries of a step: parsing one can take a millisecond. */
const stepLength = 8

type Entry = ListedPage['entries'][number]

/** The objects of a page in the requested version. Only a conversion by a webhook, which needs all of them, is done at once. */
export function shownItems(
  { codec }: ServedResource,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<readonly ShownItem[]> {
  const { entries } = page
  const objectOf = objectReader(page)
  if (codec.isImmediate) return entries.map((entry) => ({ object: () => codec.fromStorage(objectOf(entry)) }))
  return thenMaybe(runInSlices(mapInSteps(entries, objectOf), slices()), (objects) =>
    thenMaybe(codec.show(objects), (shown) => shown.map((object) => ({ object: () => object }))),
  )
}

/** The JSON of the objects of a page in the requested version; those that are stored in it are not encoded again. */
export function shownBytes(
  { codec }: ServedResource,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<readonly { readonly value: Uint8Array }[]> {
  const { entries } = page
  if (codec.isAlwaysOwn || entries.every(({ value }) => codec.isOwn(value))) return entries
  if (codec.isImmediate) {
    const encode = (entry: Entry): { readonly value: Uint8Array } =>
      codec.isOwn(entry.value) ? entry : { value: codec.bytesOf(entry) as Uint8Array }
    return runInSlices(mapInSteps(entries, encode), slices())
  }
  const work = runInSlices(mapInSteps(entries, objectReader(page)), slices())
  return thenMaybe(work, (objects) =>
    thenMaybe(codec.show(objects), (shown) =>
      runInSlices(
        mapInSteps(shown, (object, index) => {
          const entry = entries[index]
          return entry !== undefined && codec.isOwn(entry.value) ? entry : { value: toBytes(object) }
        }),
        slices(),
      ),
    ),
  )
}

/** Maps values; can be interrupted after every few of them. */
function* mapInSteps<T, R>(values: readonly T[], map: (value: T, index: number) => R): Generator<void, R[]> {
  const mapped: R[] = []
  for (const [index, value] of values.entries()) {
    if (mapped.push(map(value, index)) % stepLength === 0) yield
  }
  return mapped
}
