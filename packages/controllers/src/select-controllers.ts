import type { Controller } from './controller.ts'
import { controllerAliases } from './controller-aliases.ts'

/**
 * Those of `controllers` that a list of words asks for: `*` is every one that is on by default, `name` one more, `-name`
 * one less; names of before are known too. The first word about a controller counts. Throws a TypeError for a name that
 * is unknown.
 */
// upstream: controller-manager/pkg/app/helper.go, IsControllerEnabled; cmd options, Validate
export function selectControllers(controllers: readonly Controller[], words: readonly string[]): readonly Controller[] {
  const known = new Set(controllers.map(({ name }) => name))
  const chosen = words.map((word) => {
    const sign = word.startsWith('-') ? '-' : ''
    const written = word.slice(sign.length)
    const name = known.has(written) ? written : (controllerAliases.get(written) ?? written)
    if (name !== '*' && !known.has(name))
      throw new TypeError(`${JSON.stringify(written)} is not in the list of known controllers`)
    return sign + name
  })
  const isAll = chosen.includes('*')
  return controllers.filter(({ name, isDefault }) => {
    const word = chosen.find((candidate) => candidate === name || candidate === `-${name}`)
    return word === undefined ? isAll && isDefault : word === name
  })
}
