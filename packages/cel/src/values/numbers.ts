/** A `uint`: an unsigned integer of 64 bits. */
export class CelUint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** A `double`. */
export class CelDouble {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

const minInt64 = -(2n ** 63n)
const maxInt64 = 2n ** 63n - 1n
const maxUint64 = 2n ** 64n - 1n
const minSafe = BigInt(Number.MIN_SAFE_INTEGER)
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

export function isInt64(value: bigint): boolean {
  return value >= minInt64 && value <= maxInt64
}

export function isUint64(value: bigint): boolean {
  return value >= 0n && value <= maxUint64
}

/** The form of an integer: a number where it is safe, else the bigint. */
export function integerOf(value: bigint): number | bigint {
  return value >= minSafe && value <= maxSafe ? Number(value) : value
}
