/** A secret of ascending bytes, base64. */
export function secretOf(length: number, first = 0): string {
  return Buffer.from(Array.from({ length }, (_, index) => index + first)).toString('base64')
}
