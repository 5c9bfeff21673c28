/** The spec of an object whose kind requires one. Throws a TypeError when it has none: decoding should have rejected it. */
export function specOf<S>({ spec }: { readonly spec?: S | undefined }): S {
  if (spec === undefined) throw new TypeError('an object of a kind with a required spec has no spec')
  return spec
}
