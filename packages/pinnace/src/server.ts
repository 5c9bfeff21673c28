export * from '@pinnace/server'
