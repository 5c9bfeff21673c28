import { textOf } from './template-values.ts'

/** What `printf` prints: the verbs `%s`, `%v`, `%d`, `%q`, `%t` and `%%`, without widths. A TypeError names another. */
export function formatText(format: unknown, values: readonly unknown[]): string {
  let next = 0
  return textOf(format).replaceAll(/%(.?)/g, (verb: string, letter: string) => {
    if (letter === '%') return '%'
    const value = values[next++]
    switch (letter) {
      case 's':
      case 'v':
      case 'd':
      case 't':
        return textOf(value ?? null)
      case 'q':
        return JSON.stringify(textOf(value ?? null))
      default:
        throw new TypeError(`${JSON.stringify(verb)} of printf is not supported`)
    }
  })
}
