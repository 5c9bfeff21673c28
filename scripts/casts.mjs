// Casts in the code that users copy: `as`, except `as const`, and `!`.
import { parseSync } from 'oxc-parser'

/** The casts of a program: the line of each and its text. */
export function castsIn(code) {
  const { program, errors } = parseSync('program.ts', code)
  if (errors.length > 0) throw new Error(errors[0].message)
  const casts = []
  visit(program)
  return casts

  function visit(node) {
    if (Array.isArray(node)) {
      for (const child of node) visit(child)
      return
    }
    if (node === null || typeof node !== 'object') return
    if (isCast(node)) {
      casts.push({ line: code.slice(0, node.start).split('\n').length, text: code.slice(node.start, node.end) })
    }
    for (const child of Object.values(node)) if (child !== null && typeof child === 'object') visit(child)
  }
}

function isCast({ type, typeAnnotation }) {
  if (type === 'TSNonNullExpression' || type === 'TSTypeAssertion') return true
  return type === 'TSAsExpression' && typeAnnotation.typeName?.name !== 'const'
}
