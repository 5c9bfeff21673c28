/** What the command help prints. */
export const help = `get RESOURCE [NAME] [-n NAMESPACE | -A] [-l SELECTOR] [-o wide|yaml|json], get --raw PATH
apply -f FILE [--field-manager=NAME] [--force-conflicts]   server-side apply
create -f FILE
delete RESOURCE NAME, delete -f FILE
patch RESOURCE NAME -p PATCH [--type=strategic|merge|json] [--subresource=status]
api-resources
auth can-i VERB RESOURCE
certificate approve|deny NAME
csr NAME [--user=NAME] [--group=NAME]   makes a key and requests a certificate
Every command takes --as=USER and --as-group=GROUP. FILE is a section of the editor that begins with "# file: FILE".`
