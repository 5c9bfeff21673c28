export { chain } from '@pinnace/meta'
