import type { Controller } from './controller.ts'

/**
 * Those of `controllers` that a list of words asks for: `*` is every one that is on by default, `name` one more, `-name`
 * one less. The first word about a controller counts. Throws a TypeError for a name that is unknown.
 */
// upstream: controller-manager/pkg/app/helper.go, IsControllerEnabled; cmd options, Validate
export function selectControllers(controllers: readonly Controller[], words: readonly string[]): readonly Controller[] {
  const known = new Set(controllers.map(({ name }) => name))
  for (const word of words) {
    const name = word.startsWith('-') ? word.slice(1) : word
    if (name !== '*' && !known.has(name))
      throw new TypeError(`${JSON.stringify(name)} is not in the list of known controllers`)
  }
  const isAll = words.includes('*')
  return controllers.filter(({ name, isDefault }) => {
    const word = words.find((candidate) => candidate === name || candidate === `-${name}`)
    return word === undefined ? isAll && isDefault : word === name
  })
}
