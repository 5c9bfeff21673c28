/** The certificates of a kubeconfig with embedded data. */
export function loadKubeconfig(text: string): { readonly ca: string; readonly cert: string; readonly key: string } {
  const decode = (name: string): string => {
    const line = text.split('\n').find((candidate) => candidate.trimStart().startsWith(`${name}: `)) ?? ''
    const data = line.slice(line.indexOf(':') + 1).replaceAll('"', '')
    return Buffer.from(data, 'base64').toString()
  }
  return {
    ca: decode('certificate-authority-data'),
    cert: decode('client-certificate-data'),
    key: decode('client-key-data'),
  }
}
