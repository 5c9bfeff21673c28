export {
  StoreError,
  type Awaitable,
  type RangeOptions,
  type RangePage,
  type Store,
  type StoreEntry,
  type StoreErrorCode,
  type StoreEvent,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from './store.ts'
