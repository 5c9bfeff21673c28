export { apiextensionsV1Types } from './groups/apiextensions-v1.ts'
export { clientAuthenticationTypes } from './groups/client-authentication.ts'
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
export type { Bytes, Duration, IntOrString, MicroTime, Quantity, RawObject, Time } from './scalars.ts'
export { loadType, typeTables } from './type-tables.ts'
