export { storeContract, storePromises, type StorePromise, type TestRunner } from './store-contract.ts'
