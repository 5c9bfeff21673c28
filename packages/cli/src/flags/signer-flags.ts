/** The signers that can have an authority of their own, by the name in their flags. */
export const signerFlags = {
  'kubelet-serving': 'nodeServing',
  'kubelet-client': 'nodeClient',
  'kube-apiserver-client': 'apiserverClient',
  'legacy-unknown': 'legacyUnknown',
} as const

/** The name of a signer in its flags. */
export type SignerFlag = keyof typeof signerFlags

/** Files of the authorities of single signers. */
export type SigningFiles = Partial<Readonly<Record<SignerFlag, { readonly cert?: string; readonly key?: string }>>>
