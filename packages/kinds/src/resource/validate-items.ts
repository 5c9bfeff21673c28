import type { FieldErrors } from '@pinnace/meta'

/** Validates one item; `at` is its path. */
export type ValidateItem<T> = (item: T, at: string, errors: FieldErrors) => void

/** Options for {@link validateItems}. */
export interface ItemRules<T> {
  readonly validate: ValidateItem<T>
  /** More are refused without a look at them. @default no limit */
  readonly max?: number
  /** What no two items may have in common. @default items may repeat */
  readonly keyOf?: (item: T) => unknown
}

/** A list of bounded length, of items that may have to differ; `at` is the path of the list. */
// upstream: resource/validation, validateSlice and validateSet
export function validateItems<T>(
  items: readonly T[] | null | undefined,
  at: string,
  errors: FieldErrors,
  { validate, max, keyOf }: ItemRules<T>,
): void {
  if (items === undefined || items === null || items.length === 0) return
  if (max !== undefined && items.length > max) return errors.tooMany(at, items.length, max)
  for (const [index, item] of items.entries()) validate(item, `${at}[${index}]`, errors)
  if (keyOf === undefined) return undefined
  const keys = new Set<string>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    const text = JSON.stringify(key)
    if (keys.has(text)) errors.duplicate(`${at}[${index}]`, key)
    keys.add(text)
  }
  return undefined
}

/** Options for {@link validateEntries}. */
export interface EntryRules<T> {
  /** Gets the path of the map. */
  readonly validateKey: ValidateItem<string>
  /** Gets the path of the entry. */
  readonly validate?: ValidateItem<T>
  readonly max?: number
  /** Longer keys are shortened in paths. */
  readonly maxKeyLength: number
}

/** The entries of a map, in the order of their keys; `at` is the path of the map. */
// upstream: resource/validation, validateMap – its order is that of a Go map, which is none.
export function validateEntries<T>(
  entries: Readonly<Record<string, T>> | undefined,
  at: string,
  errors: FieldErrors,
  { validateKey, validate, max, maxKeyLength }: EntryRules<T>,
): void {
  const keys = Object.keys(entries ?? {}).sort()
  if (max !== undefined && keys.length > max) return errors.tooMany(at, keys.length, max)
  for (const key of keys) {
    validateKey(key, at, errors)
    validate?.((entries as Readonly<Record<string, T>>)[key] as T, `${at}[${shorten(key, maxKeyLength)}]`, errors)
  }
  return undefined
}

// upstream: resource/validation, truncateIfTooLong
function shorten(key: string, max: number): string {
  if (key.length <= max) return key
  const kept = max - 3
  const end = Math.floor(kept / 2)
  return `${key.slice(0, Math.floor((kept + 1) / 2))}...${end === 0 ? '' : key.slice(-end)}`
}
