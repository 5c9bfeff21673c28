import { isConfigMapKey, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { ConfigMap } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { base64Bytes, maxDataBytes } from './data-size.ts'

/** Config maps: keys, size, and `immutable`. */
// upstream: core/validation, ValidateConfigMap and ValidateConfigMapUpdate
export const configMap: KindBehavior<ConfigMap> = {
  strategy: {
    validate: (next, errors) => validateData(next, errors),
    validateUpdate(next, live, errors) {
      if (live.immutable === true) {
        const detail = 'field is immutable when `immutable` is set'
        if (next.immutable !== true) errors.forbidden('immutable', detail)
        if (!isSemanticEqual(next.data, live.data)) errors.forbidden('data', detail)
        if (!isSemanticEqual(next.binaryData, live.binaryData)) errors.forbidden('binaryData', detail)
      }
      validateData(next, errors)
    },
  },
  columns: columns<ConfigMap>(column('Data', (object) => count(object.data) + count(object.binaryData))),
}

function validateData({ data = {}, binaryData = {} }: ConfigMap, errors: FieldErrors): void {
  let size = 0
  for (const [key, text] of Object.entries(data)) {
    for (const message of isConfigMapKey(key)) errors.invalid(`data[${key}]`, key, message)
    if (Object.hasOwn(binaryData, key)) errors.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')
    size += Buffer.byteLength(text)
  }
  for (const [key, text] of Object.entries(binaryData)) {
    for (const message of isConfigMapKey(key)) errors.invalid(`binaryData[${key}]`, key, message)
    size += base64Bytes(text)
  }
  if (size > maxDataBytes) errors.tooLong('[]', maxDataBytes)
}

function count(map: Readonly<Record<string, unknown>> | undefined): number {
  return map === undefined ? 0 : Object.keys(map).length
}
