/** A query: what a path of an object, or a selection of its list items, yields. */
export type Query =
  | { readonly op: 'identity' }
  | { readonly op: 'literal'; readonly value: string | number | boolean | null }
  | { readonly op: 'field'; readonly of: Query; readonly name: string }
  | { readonly op: 'index'; readonly of: Query; readonly index: number }
  | { readonly op: 'each'; readonly of: Query }
  | { readonly op: 'optional'; readonly of: Query }
  | { readonly op: 'pipe'; readonly left: Query; readonly right: Query }
  | { readonly op: 'alternative'; readonly left: Query; readonly right: Query }
  | { readonly op: 'select'; readonly condition: Query }
  | { readonly op: 'compare'; readonly isEqual: boolean; readonly left: Query; readonly right: Query }
  | { readonly op: 'and' | 'or'; readonly left: Query; readonly right: Query }
