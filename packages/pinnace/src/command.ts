export { main } from '@pinnace/cli'
