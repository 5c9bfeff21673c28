export { isEqualJson as isDeepEqual, isSemanticEqual } from '@pinnace/meta'
