import type { Environment } from '#ground/base/environment.ts'
import { readHubEnvironment } from '#ground/hub/environment.ts'

/** Variables every script gets. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

/**
 * The environment of a script: the basic variables of every program, and those of the Hub's own `.env`.
 * Variables of the service, its keys and secrets among them, stay here.
 *
 * @param environment That of the service, which wins over the file.
 * @param isOurs Whether a variable belongs to the service.
 */
export async function scriptEnvironment(
  hubFolder: string,
  environment: Environment,
  isOurs: (name: string) => boolean,
): Promise<Record<string, string>> {
  const own = Object.keys(await readHubEnvironment(hubFolder, {})).filter((name) => !isOurs(name))
  const given = [...INHERITED, ...own].flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** Variables that make a script's own OpenTelemetry spans children of its step. */
export const traceVariables = (traceparent: string): Record<string, string> =>
  traceparent === '' ? {} : { TRACEPARENT: traceparent }
