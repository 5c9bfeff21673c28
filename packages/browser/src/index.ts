export {
  createLazyServer,
  createServer,
  StatusError,
  systemClock,
  type ApiObject,
  type Client,
  type Clock,
  type LazyServer,
  type Server,
  type ServerOptions,
  type UserInfo,
} from '@pinnace/server'
export {
  builtInControllers,
  optionsForServer,
  startControllers,
  type Controllers,
  type ControllersOptions,
} from '@pinnace/controllers'
export { createCertificateRequest, type CertificateRequestOptions } from './create-certificate-request.ts'
export { parseManifests, type Manifest } from '@pinnace/client'
