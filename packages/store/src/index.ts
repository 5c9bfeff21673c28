export {
  assertTimeToLive,
  StoreError,
  type Awaitable,
  type BytesValue,
  type RangeOptions,
  type RangePage,
  type StampedValue,
  type Store,
  type StoreEntry,
  type StoreErrorCode,
  type StoreEvent,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from './store.ts'
export type {
  Encryption,
  EncryptionObserver,
  TransformedValue,
  Transformation,
  ValueTransformer,
} from './value-transformer.ts'
