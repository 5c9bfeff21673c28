import { StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { refusal } from '../refusal.ts'
import type { DenialOptions } from './admission-request.ts'

/** The error `deny` throws: a 403 that names the object, unless options say otherwise. */
export class Denial extends StatusError {
  /** The message of the handler, without the object. */
  readonly text: string

  constructor(attributes: AdmissionAttributes, text: string, { code, reason = 'Forbidden' }: DenialOptions = {}) {
    if (code !== undefined && !(Number.isInteger(code) && code >= 400 && code <= 599)) {
      throw new TypeError(`the code of a denial must be from 400 to 599, not ${code}`)
    }
    const { message, details } = refusal(attributes, text)
    super(reason, message, {
      ...(details === undefined ? {} : { details }),
      ...(code === undefined ? {} : { code }),
    })
    this.text = text
  }
}
