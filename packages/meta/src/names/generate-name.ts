import { randomSuffix, type Random } from '../random.ts'

/** The most characters of a generated name. */
const maxLength = 63

/** Generates a name from a prefix and five random characters; the prefix is truncated so that the name has at most 63. */
// upstream: apiserver/pkg/storage/names/generate.go, GenerateName
export function generateName(prefix: string, random: Random): string {
  return `${prefix.slice(0, maxLength - 5)}${randomSuffix(random, 5)}`
}
