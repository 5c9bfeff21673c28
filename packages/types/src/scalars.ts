/** Base64 text. */
export type Bytes = string

/** RFC 3339 in whole seconds, UTC: `2024-05-01T12:00:00Z`. */
export type Time = string

/** RFC 3339 in microseconds, UTC: `2024-05-01T12:00:00.000000Z`. */
export type MicroTime = string

/** Go's text of a duration: `1h2m0s`. */
export type Duration = string

/** A number with a suffix: `500m`, `1Gi`. */
export type Quantity = string

/** `5` or `"25%"`. */
export type IntOrString = number | string

/** Any JSON object, kept as it is. */
export type RawObject = Readonly<Record<string, unknown>>
