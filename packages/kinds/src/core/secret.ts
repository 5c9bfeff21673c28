import { isConfigMapKey, isSemanticEqual, parseJson, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { Secret } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { tlsWarnings } from './tls-warnings.ts'
import { base64Bytes, maxDataBytes } from './data-size.ts'

/** Secrets: what each type must have, size, `immutable`, and text written as `stringData`. */
// upstream: core/validation, ValidateSecret and ValidateSecretUpdate
export function secret(vocabulary: Vocabulary): KindBehavior<Secret> {
  const { labelDomain } = vocabulary
  const accountNameAnnotation = `${labelDomain}/service-account.name`

  /** What a type needs beside data that is good anyway. */
  const requirements: ReadonlyMap<string, (next: Secret, errors: FieldErrors) => void> = new Map([
    [
      `${labelDomain}/service-account-token`,
      (next: Secret, errors: FieldErrors): void => {
        // The token itself may be added later, by a controller.
        const name = next.metadata.annotations?.[accountNameAnnotation] ?? ''
        if (name === '') errors.required(`metadata.annotations[${accountNameAnnotation}]`)
      },
    ],
    [`${labelDomain}/dockercfg`, requireJson('.dockercfg')],
    [`${labelDomain}/dockerconfigjson`, requireJson('.dockerconfigjson')],
    [
      `${labelDomain}/basic-auth`,
      ({ data = {} }: Secret, errors: FieldErrors): void => {
        if (Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password')) return
        errors.required('data[username]')
        errors.required('data[password]')
      },
    ],
    [
      `${labelDomain}/ssh-auth`,
      ({ data = {} }: Secret, errors: FieldErrors): void => {
        if ((data['ssh-privatekey'] ?? '') === '') errors.required('data[ssh-privatekey]')
      },
    ],
    [
      `${labelDomain}/tls`,
      ({ data = {} }: Secret, errors: FieldErrors): void => {
        for (const key of ['tls.crt', 'tls.key']) if (!Object.hasOwn(data, key)) errors.required(`data[${key}]`)
      },
    ],
  ])

  function validate(next: Secret, errors: FieldErrors): void {
    const { data = {} } = next
    let size = 0
    for (const key of Object.keys(data)) {
      for (const message of isConfigMapKey(key)) errors.invalid(`data[${key}]`, key, message)
      size += base64Bytes(data[key] ?? '')
    }
    if (size > maxDataBytes) errors.tooLong('data', maxDataBytes)
    requirements.get(next.type ?? '')?.(next, errors)
  }

  return {
    strategy: {
      defaults(next) {
        if (next.stringData !== undefined) {
          const data = new Map(Object.entries(next.data ?? {}))
          for (const [key, text] of Object.entries(next.stringData)) data.set(key, Buffer.from(text).toString('base64'))
          if (data.size > 0) next.data = Object.fromEntries(data)
          delete next.stringData
        }
        if (next.type === undefined || next.type === '') next.type = 'Opaque'
      },
      validate,
      validateUpdate(next, live, errors) {
        if (next.type !== live.type) errors.invalid('type', next.type, 'field is immutable')
        if (live.immutable === true) {
          const detail = 'field is immutable when `immutable` is set'
          if (next.immutable !== true) errors.forbidden('immutable', detail)
          if (!isSemanticEqual(next.data, live.data)) errors.forbidden('data', detail)
        }
        validate(next, errors)
      },
      warnings: (next) => (next.type === `${labelDomain}/tls` ? tlsWarnings(next) : []),
    },
    columns: columns<Secret>(
      column('Type', (object) => object.type ?? ''),
      column('Data', (object) => Object.keys(object.data ?? {}).length, { type: 'string' }),
    ),
    selectableFields: { type: (object) => object.type ?? '' },
  }
}

function requireJson(key: string): (next: Secret, errors: FieldErrors) => void {
  return ({ data = {} }, errors) => {
    if (!Object.hasOwn(data, key)) {
      errors.required(`data[${key}]`)
      return
    }
    const problem = jsonObjectProblem(Buffer.from(data[key]!, 'base64'))
    // INVARIANT: the contents of a secret are never part of a message.
    if (problem !== undefined) errors.invalid(`data[${key}]`, '<secret contents redacted>', problem)
  }
}

function jsonObjectProblem(bytes: Buffer): string | undefined {
  try {
    const { value } = parseJson(bytes)
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
    const type = Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value === 'string'
          ? 'string'
          : 'number'
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
