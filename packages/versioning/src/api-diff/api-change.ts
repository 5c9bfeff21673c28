/** A difference between two surfaces. */
export interface ApiChange {
  /** `breaking`: a client that was right before is wrong now. */
  readonly effect: 'breaking' | 'compatible'
  /** `GET /apis/example.dev/v1/widgets`, or a type and the path of a field in it. */
  readonly element: string
  readonly message: string
}
