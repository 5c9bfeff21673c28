import { StatusError } from '@pinnace/meta'

/** A refusal before the request is dispatched. It is sent with a header that forbids to guess the content type. */
// upstream: endpoints/handlers/responsewriters/errors.go, Forbidden
export class FilterRefusal extends StatusError {}
