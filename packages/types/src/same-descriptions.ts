import type { TypeDescriptions } from './descriptions/type-descriptions.ts'

/** The descriptions of types that are the same in another version, but for those with the names in `except`. */
export function sameDescriptions(
  descriptions: TypeDescriptions,
  version: string,
  except: readonly string[] = [],
): TypeDescriptions {
  const entries = Object.entries(descriptions).flatMap(([type, texts]) => {
    const [group, , name] = type.split('.')
    return name === undefined || except.includes(name) ? [] : [[`${group}.${version}.${name}`, texts] as const]
  })
  return Object.fromEntries(entries)
}

/** The descriptions of the types with the names, which are the same in another version. */
export function someDescriptions(
  descriptions: TypeDescriptions,
  version: string,
  names: readonly string[],
): TypeDescriptions {
  const others = Object.keys(descriptions).flatMap((type) => {
    const name = type.split('.')[2] ?? ''
    return names.includes(name) ? [] : [name]
  })
  return sameDescriptions(descriptions, version, others)
}
