import { boundName } from '../../macros/macro.ts'
import { given } from '../../macros/standard-macros.ts'
import type { Library } from '../library.ts'
import { bindValue } from './optionals.ts'

/** `cel.bind(name, value, expression)`. */
export function bindings(): Library {
  return {
    name: 'cel.lib.ext.cel.bindings',
    macros: [
      {
        name: 'bind',
        args: 3,
        member: true,
        expand(context, target, [name, value, body]) {
          if (target?.kind !== 'ident' || target.name !== 'cel') return undefined
          const variable = boundName(name, 'cel.bind() variable names must be simple identifiers')
          return bindValue(context, variable, given(value), given(body))
        },
      },
    ],
  }
}
