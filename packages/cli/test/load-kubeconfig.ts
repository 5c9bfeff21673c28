/** The certificates of a kubeconfig with embedded data. */
export function loadKubeconfig(text: string): { readonly ca: string; readonly cert: string; readonly key: string } {
  const decode = (name: string): string => {
    const [, data = ''] = new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(text) ?? []
    return Buffer.from(data, 'base64').toString()
  }
  return {
    ca: decode('certificate-authority-data'),
    cert: decode('client-certificate-data'),
    key: decode('client-key-data'),
  }
}
