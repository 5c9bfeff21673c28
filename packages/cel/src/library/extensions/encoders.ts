import { decodeBase64, encodeBase64 } from '../../values/base64.ts'
import { fail } from '../../values/failure.ts'
import { bytesType, stringType } from '../../values/type.ts'
import { declareFunction, overload } from '../function.ts'
import type { Library } from '../library.ts'

/** `base64.encode` and `base64.decode`, which accepts texts without padding too. Kubernetes does not have it. */
export function encoders(): Library {
  return {
    name: 'cel.lib.ext.encoders',
    functions: [
      declareFunction(
        'base64.encode',
        overload('base64_encode_bytes', [bytesType], stringType, (bytes) => encodeBase64(bytes)),
      ),
      declareFunction(
        'base64.decode',
        overload(
          'base64_decode_string',
          [stringType],
          bytesType,
          (text) => decodeBase64(text) ?? fail('illegal base64 data'),
        ),
      ),
    ],
  }
}
