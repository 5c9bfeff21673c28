export { ChangeLog } from './change-log.ts'
export { compareKeys } from './key-order.ts'
export { OrderedTree } from './ordered-tree.ts'
export { RevisionedTree, type Change, type HistoryBounds, type RevisionedTreeOptions } from './revisioned-tree.ts'
