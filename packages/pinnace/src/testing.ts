export * from '@pinnace/testing'
