/**
 * Levels of arrays and objects inside each other that a request body may have. Recursive walks of such a body take less
 * than half of the default stack of a new process (scripts/test/nesting.long.test.ts).
 */
// upstream: kube-apiserver accepts 10,000 levels, the limit of its JSON decoder; its stacks grow.
export const maxNestingDepth = 1_000

/**
 * Levels that JSON other than a request body may have. The difference is for what is put around a body: a list, a
 * review, managed fields.
 */
export const maxJsonDepth = 1_100
