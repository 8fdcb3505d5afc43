export type ConformanceMode = 'server' | 'client' | 'authorization'

/**
 * Scenarios of the official conformance suite that the service does not support. `scenario:check` names a single
 * check.
 */
export interface ConformanceException {
  mode: ConformanceMode
  reason: string
  /** Revision in which the scenarios fail; default: all. */
  revision?: string
  scenarios: readonly string[]
}

/** A scenario that passes despite its exception fails the run, so the list stays current. */
export const CONFORMANCE_EXCEPTIONS: readonly ConformanceException[] = [
  {
    mode: 'server',
    revision: '2025-11-25',
    reason: 'The server sends no requests to clients: each request is self-contained',
    scenarios: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
    ],
  },
  {
    mode: 'server',
    revision: '2025-11-25',
    reason: 'The server keeps no session, so it has no subscriptions and no streams to resume',
    scenarios: ['resources-subscribe', 'resources-unsubscribe'],
  },
  {
    mode: 'server',
    revision: '2025-11-25',
    reason: "A tool's log is for the Hub's administrators, not for clients",
    scenarios: ['logging-set-level', 'tools-call-with-logging'],
  },
  {
    mode: 'server',
    reason: 'The suite requires resources at `test://`; a Hub has its files at `hub://`',
    scenarios: ['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  },
  {
    mode: 'server',
    reason:
      'Prompts of a Hub are text; the suite requires its own prompts with arguments, pictures and resources',
    scenarios: ['prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'],
  },
  {
    mode: 'server',
    reason: 'A tool describes its input with Zod; the suite requires one JSON schema word for word',
    scenarios: ['json-schema-2020-12'],
  },
  {
    mode: 'server',
    revision: '2026-07-28',
    reason: 'No tool asks the client for input, so none requires a capability of the client',
    scenarios: [
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-missing-input-response',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
    ],
  },
  {
    mode: 'server',
    reason: 'No parameter of a tool is sent in a header (`x-mcp-header`)',
    scenarios: ['http-custom-header-server-validation'],
  },
  {
    mode: 'server',
    reason: 'The extension Tasks is not supported: the request of a long call stays open',
    scenarios: [
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
  },
  {
    mode: 'client',
    reason: 'Without any metadata the Hub does not guess the addresses of an authorization server',
    scenarios: ['auth/2025-03-26-oauth-endpoint-fallback'],
  },
  {
    mode: 'client',
    reason: 'Extensions for clients without a person: accounts belong to people, who sign in',
    scenarios: [
      'auth/client-credentials-jwt',
      'auth/client-credentials-basic',
      'auth/enterprise-managed-authorization',
      'auth/wif-jwt-bearer',
    ],
  },
  {
    mode: 'client',
    reason: 'The extension DPoP is not supported: access tokens are bearer tokens',
    scenarios: ['auth/dpop', 'auth/dpop-nonce'],
  },
  {
    mode: 'client',
    reason: 'Providers of models refuse a schema with `$schema`, so the model gets the schema without it',
    scenarios: ['json-schema-2020-12-preservation'],
  },
]
