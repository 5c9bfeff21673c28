import { stringType } from '../../values/type.ts'
import { declareFunction, overload } from '../function.ts'
import type { Library } from '../library.ts'

/** `jsonpatch.escapeKey`, for keys within paths of JSON patches. */
export function jsonPatch(): Library {
  return {
    name: 'kubernetes.jsonpatch',
    functions: [
      declareFunction(
        'jsonpatch.escapeKey',
        overload('string_jsonpatch_escapeKey_string', [stringType], stringType, (key) =>
          key.replaceAll('~', '~0').replaceAll('/', '~1'),
        ),
      ),
    ],
  }
}
