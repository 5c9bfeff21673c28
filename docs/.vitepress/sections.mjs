// The pages of the site, by user and task. A test fails for a page that is in no section.
const page = (text, link) => ({ text, link })
const guide = (text, name) => page(text, `/guide/${name}`)

/** The sidebar. */
export const sections = [
  {
    text: 'Start',
    items: [
      guide('Tutorial', 'tutorial'),
      guide('The command', 'command'),
      guide('Coming from envtest', 'from-envtest'),
      guide('Coming from MSW and mocks', 'from-mocks'),
      guide('Coming from Pepr and kubebuilder', 'from-pepr-and-kubebuilder'),
    ],
  },
  {
    text: 'Add an API to a service',
    items: [
      guide('Embed in a service', 'embed-in-a-service'),
      guide('Hosts', 'hosts'),
      guide('Zod schemas', 'zod'),
      guide('TypeScript types', 'types'),
      guide('Versions', 'versions'),
      guide('Deprecation', 'deprecation'),
      guide('Stores', 'stores'),
      guide('Several processes', 'workers'),
      guide('Browser and playground', 'browser'),
    ],
  },
  {
    text: 'Test',
    items: [
      guide('Test suites', 'test-suites'),
      guide('Test runners', 'test-runners'),
      guide('Time, state and access', 'test-state'),
      guide('Fault injection', 'faults'),
      guide('Explore schedules', 'explore'),
      guide('Contract suites', 'contract-suites'),
      guide('envtest for Go projects', 'envtest'),
      guide('Other languages', 'other-languages'),
    ],
  },
  {
    text: 'Control admission',
    items: [
      guide('Admission plugins', 'admission-plugins'),
      guide('Admission webhooks', 'admission-webhooks'),
      guide('Admission policies', 'admission-policies'),
      guide('Admission control', 'admission-control'),
      guide('CEL', 'cel'),
    ],
  },
  {
    text: 'Write controllers',
    items: [
      guide('Client, informers and controllers', 'client'),
      guide('Server-side apply', 'server-side-apply'),
      guide('Custom resources', 'custom-resources'),
      guide('Built-in controllers', 'controllers'),
      guide('Simulated workloads', 'workloads'),
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('Access', 'access'),
      guide('Explain denied requests', 'explain'),
      guide('Inspector', 'inspector'),
      guide('Certificates', 'certificates'),
      guide('Audit', 'audit'),
      guide('Metrics', 'metrics'),
      guide('Hardening', 'hardening'),
      guide('API aggregation', 'aggregation'),
      guide('Connections', 'connections'),
      page('Performance', '/performance'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Server options', '/reference/server-options'),
      page('Flags of kube-apiserver', '/reference/api-server-flags'),
      page('Errors', '/errors'),
      page('What does not work', '/what-does-not-work'),
      page('Fidelity', '/fidelity'),
      page('Versions and support', '/versions-and-support'),
    ],
  },
  { text: 'Contribute', items: [page('Architecture', '/architecture'), page('Glossary', '/glossary')] },
]
