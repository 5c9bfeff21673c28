export * from '@pinnace/client'
