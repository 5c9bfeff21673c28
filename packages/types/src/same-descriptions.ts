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
