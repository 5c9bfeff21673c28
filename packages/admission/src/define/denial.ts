import { StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { refusal } from '../refusal.ts'
import type { DenialOptions } from './admission-request.ts'

/** What `deny` throws: a 403 about the object, unless the handler says otherwise. */
export class Denial extends StatusError {
  /** The handler's own words, without the object they are about. */
  readonly text: string

  constructor(attributes: AdmissionAttributes, text: string, { code, reason = 'Forbidden' }: DenialOptions = {}) {
    if (code !== undefined && !(Number.isInteger(code) && code >= 400 && code <= 599)) {
      throw new TypeError(`a request is denied with a code from 400 to 599, not ${code}`)
    }
    const { message, details } = refusal(attributes, text)
    super(reason, message, {
      ...(details === undefined ? {} : { details }),
      ...(code === undefined ? {} : { code }),
    })
    this.text = text
  }
}
