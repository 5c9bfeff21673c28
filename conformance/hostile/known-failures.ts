/**
 * Attacks that are not within their limits, each with the reason. They stand in the guide as failed, and in
 * docs/what-does-not-work.md. The list may only shrink.
 */
export const knownFailures: Readonly<Record<string, string>> = {}
