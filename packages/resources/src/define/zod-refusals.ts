/** Types of zod that no schema of a kind can say, and what to write instead. */
const alternatives: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  bigint: ["zod's bigint", 'use int64()'],
  catch: ["zod's catch", 'use .default()'],
  date: ["zod's date", 'use time() or z.iso.datetime(): on the wire a time is text'],
  intersection: ["zod's intersection", 'use .extend()'],
  map: ["zod's map", 'use z.record()'],
  null: ['null alone', 'use .nullable()'],
  pipe: ['a transform', 'declare what clients send, and change it in the hook prepare'],
  set: ["zod's set", 'use listSet()'],
  transform: ['a transform', 'declare what clients send, and change it in the hook prepare'],
}

/** The TypeError of a zod type that no schema of a kind can say. */
export function refusedType(path: string, type: string): TypeError {
  const [what, instead] = (Object.hasOwn(alternatives, type) ? alternatives[type] : undefined) ?? [`zod's ${type}`]
  return refused(path, what, instead)
}

/** The TypeError of what no schema of a kind can say. */
export function refused(path: string, what: string, instead?: string): TypeError {
  return new TypeError(`${path}: no schema of a kind can say ${what}${instead === undefined ? '' : `; ${instead}`}`)
}
