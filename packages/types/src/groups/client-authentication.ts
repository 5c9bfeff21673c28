import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/** The types of client.authentication, v1 and v1beta1: the input and output of a credential plugin. */
// upstream: client-go/pkg/apis/clientauthentication/v1/types.go
export interface ExecCredential extends ApiObject {
  readonly spec?: ExecCredentialSpec
  readonly status?: ExecCredentialStatus
}

/** client.authentication.ExecCredentialSpec */
export interface ExecCredentialSpec {
  readonly cluster?: ExecCluster
  readonly interactive: boolean
}

/** client.authentication.Cluster */
export interface ExecCluster {
  readonly server: string
  readonly 'tls-server-name'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
  readonly 'certificate-authority-data'?: Bytes
  readonly 'proxy-url'?: string
  readonly 'disable-compression'?: boolean
  readonly config?: unknown
}

/** client.authentication.ExecCredentialStatus */
export interface ExecCredentialStatus {
  readonly expirationTimestamp?: Time
  readonly token?: string
  readonly clientCertificateData?: string
  readonly clientKeyData?: string
}

/** Fields of the types of this file, one line each. They have no protobuf form. */
export const clientAuthenticationTypes: TypeTable = Object.fromEntries(
  ['v1', 'v1beta1'].flatMap((version) => {
    const name = `clientauthentication.${version}`
    return [
      [
        `${name}.ExecCredential`,
        `+ - meta.v1.TypeMeta
metadata - meta.v1.ObjectMeta omitempty
spec - ${name}.ExecCredentialSpec omitempty
status - ${name}.ExecCredentialStatus omitempty pointer`,
      ],
      [
        `${name}.ExecCredentialSpec`,
        `cluster - ${name}.Cluster omitempty pointer
interactive - boolean required`,
      ],
      [
        `${name}.Cluster`,
        `server - string required
tls-server-name - string omitempty
insecure-skip-tls-verify - boolean omitempty
certificate-authority-data - bytes omitempty
proxy-url - string omitempty
disable-compression - boolean omitempty
config - raw-object omitempty`,
      ],
      [
        `${name}.ExecCredentialStatus`,
        `expirationTimestamp - time omitempty pointer
token - string omitempty
clientCertificateData - string omitempty
clientKeyData - string omitempty`,
      ],
    ]
  }),
)
