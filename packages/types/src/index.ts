export { crdTypeTables } from './crd-types.ts'
export type { Descriptions } from './create-descriptions.ts'
export { exchangedTypeTables } from './exchanged-types.ts'
export {
  groupName,
  groupOrder,
  kindTable,
  typeName,
  type DeprecatedRow,
  type KindRow,
  type PlainGroup,
  type Scope,
} from './kind-table.ts'
export { loadDescriptions } from './load-descriptions.ts'
export { loadedTypeTables, loadType, loadTypeTables } from './load-type.ts'
export type { Bytes, Duration, IntOrString, MicroTime, Quantity, RawObject, Time } from './scalars.ts'
