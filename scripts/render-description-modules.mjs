// The module that names every file of descriptions, and which types have the fields of others.

/** The module's text; `files` are the names of the modules in `descriptions`. */
export function renderDescriptionModules(types, files) {
  const variable = (file) => file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const embedded = types
    .map(({ type, fields }) => [type, fields.flatMap(({ inline }) => inline ?? [])])
    .map(([type, parents]) => [type, parents.filter((parent) => parent !== 'meta.v1.TypeMeta')])
    .filter(([, parents]) => parents.length > 0)
  return [
    ...files.map((file) => `import { descriptions as ${variable(file)} } from './descriptions/${file}.ts'`),
    "import type { TypeDescriptions } from './descriptions/type-descriptions.ts'",
    '',
    '/** The descriptions of all types. */',
    `export const allDescriptions: readonly TypeDescriptions[] = [${files.map(variable).join(', ')}]`,
    '',
    '/** The types whose fields a type has as its own. */',
    'export const embeddedTypes: Readonly<Record<string, readonly string[]>> = {',
    ...embedded.map(([type, parents]) => `  '${type}': [${parents.map((parent) => `'${parent}'`).join(', ')}],`),
    '}',
    '',
  ].join('\n')
}
