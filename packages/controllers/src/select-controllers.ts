import type { Controller } from './controller.ts'
import { controllerAliases } from './controller-aliases.ts'

/**
 * Selects controllers: `*` selects the default ones, `name` one more, `-name` one less. Former names are accepted. The
 * first word about a controller wins. Throws a TypeError for an unknown name.
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
