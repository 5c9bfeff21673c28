import { StatusError } from '@pinnace/meta'

/** The 404 of a path that has no handler; over HTTP it is a text, which clients report like this. */
// upstream: net/http.NotFound, which apiextensions-apiserver answers for anything that is not a custom resource
export class PageNotFound extends StatusError {
  constructor() {
    super('NotFound', 'the server could not find the requested resource')
  }
}
