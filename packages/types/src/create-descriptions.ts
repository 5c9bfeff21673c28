import type { TypeDescriptions } from './descriptions/type-descriptions.ts'

/** The descriptions of the built-in types. */
export interface Descriptions {
  /** What a type is; undefined for a type that nothing is known of. */
  ofType(type: string): string | undefined
  /** What a field does. Of a type that is unknown or is '', only the fields are described that every object has. */
  ofField(type: string, field: string): string | undefined
}

/** The fields that every object has. */
const shared: Readonly<Record<string, string>> = {
  apiVersion:
    'The group and version that the object is written in, such as "apps/v1"; the core group is left out ("v1").',
  kind: 'The kind of the object in CamelCase. It belongs to the URL that the object is sent to and cannot be changed.',
  metadata: 'Name, labels, versions and the other data that objects of every kind have.',
}

/** Merges the texts of several files. `embedded` names the types whose fields a type has as its own. */
export function createDescriptions(
  files: readonly TypeDescriptions[],
  embedded: Readonly<Record<string, readonly string[]>>,
): Descriptions {
  const texts = new Map(files.flatMap((file) => Object.entries(file)))
  const own = (type: string, name: string): string | undefined => {
    const described = texts.get(type)
    return described !== undefined && Object.hasOwn(described, name) ? described[name] : undefined
  }
  const inherited = (type: string, field: string): string | undefined => {
    const text = own(type, field)
    if (text !== undefined || !Object.hasOwn(embedded, type)) return text
    for (const parent of embedded[type] ?? []) {
      const found = inherited(parent, field)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    ofType: (type) => own(type, ''),
    ofField: (type, field) => inherited(type, field) ?? (Object.hasOwn(shared, field) ? shared[field] : undefined),
  }
}
