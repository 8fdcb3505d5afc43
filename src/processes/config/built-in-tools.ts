import { z } from 'zod'
import { readAllowedHost, type AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import { flag, listVariable, parseEnvironment, type Environment } from '#ground/base/environment.ts'

export const BuiltInToolVariables = z.object({
  SVC_FETCH: flag(true).describe('Offer the tool `fetch_url`'),
  SVC_FETCH_ALLOW_HOSTS: listVariable()
    .pipe(z.array(z.string().transform(toAllowedHost)))
    .default([])
    .describe(
      'Internal hosts and unusual ports that `fetch_url`, result webhooks and [client ID metadata documents](mcp.md) may use: `host` (ports 80 and 443) or `host:port`',
    ),
  SVC_RUN_COMMAND: z
    .union([z.literal('unsandboxed'), flag(false)], {
      error: 'expected true, false or unsandboxed',
    })
    .default(false)
    .describe(
      '`true` offers the tool `run_command` in a sandbox, `unsandboxed` with the rights of the service',
    ),
})

export interface BuiltInToolConfig {
  /** If null, `fetch_url` is not offered. */
  fetch: { allowedHosts: AllowedHost[] } | null
  allowedHosts: AllowedHost[]
  /** If null, `run_command` is not offered. */
  command: { isSandboxed: boolean } | null
}

export function readBuiltInToolConfig(environment: Environment): BuiltInToolConfig {
  const env = parseEnvironment(BuiltInToolVariables, environment)
  return {
    fetch: env.SVC_FETCH ? { allowedHosts: env.SVC_FETCH_ALLOW_HOSTS } : null,
    allowedHosts: env.SVC_FETCH_ALLOW_HOSTS,
    command: env.SVC_RUN_COMMAND === false ? null : { isSandboxed: env.SVC_RUN_COMMAND === true },
  }
}

function toAllowedHost(entry: string, context: z.RefinementCtx): AllowedHost {
  const host = readAllowedHost(entry)
  if (host) return host
  context.addIssue({ code: 'custom', message: `expected host or host:port, such as wiki.local:8080` })
  return z.NEVER
}
