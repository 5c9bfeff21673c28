// What the descriptions of the built-in types lack, and what is wrong with those that there are.

/** Types and fields without a description, as `{ folder, key, message }`, the folder being the type. */
export function missingDescriptions(types, texts) {
  const missing = []
  for (const type of types) {
    const own = texts[type.type] ?? {}
    const expected = [
      ...(isList(type) ? [] : ['']),
      ...type.fields.filter((field) => !isShared(field, type)).map(nameOf),
    ]
    for (const name of expected) {
      if (Object.hasOwn(own, name)) continue
      const what = name === '' ? 'the type' : name
      missing.push({ folder: type.type, key: what, message: `${type.type}: ${what} has no description` })
    }
  }
  return missing
}

/** Sentences about descriptions of what does not exist, and about texts that are not one to three sentences. */
export function descriptionErrors(types, texts, namesWithoutFacts) {
  const fieldsOf = new Map(types.map(({ type, fields }) => [type, new Set(fields.map(nameOf))]))
  const errors = []
  for (const [type, own] of Object.entries(texts)) {
    const fields = fieldsOf.get(type)
    if (fields === undefined && !namesWithoutFacts.test(type)) errors.push(`${type} is described, but is no type`)
    for (const [name, text] of Object.entries(own)) {
      if (fields !== undefined && name !== '' && !fields.has(name)) errors.push(`${type} is described with "${name}"`)
      const fault = faultOf(text)
      if (fault !== undefined) errors.push(`${type} ${name}: ${fault}: ${text}`)
    }
  }
  return errors
}

function nameOf(field) {
  return field.name
}

/** Whether the mechanism describes the field, or the type that it is embedded from. */
function isShared({ inline, name, type: of }, type) {
  if (inline !== undefined) return true
  return /^meta\.v1\.(?:Object|List)Meta$/.test(of) || (name === 'items' && isList(type))
}

function isList({ fields }) {
  const named = (name) => fields.find((field) => field.name === name)
  return named('metadata')?.type === 'meta.v1.ListMeta' && named('items') !== undefined
}

function faultOf(text) {
  if (!/^["A-Z0-9]/.test(text)) return 'begins with a small letter'
  if (!/[.)"]$/.test(text)) return 'does not end as a sentence'
  if (text !== text.trim().replace(/\s+/g, ' ')) return 'has superfluous space'
  return text.length > 400 ? 'is too long' : undefined
}
