import type { Environment } from '#ground/base/environment.ts'
import { readHubEnvironment } from '#ground/hub/environment.ts'

const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

/** Leaves out variables of the service (`isOurs`), because they contain secrets. */
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

/** Makes a script's own OpenTelemetry spans children of its step. */
export const traceVariables = (traceparent: string): Record<string, string> =>
  traceparent === '' ? {} : { TRACEPARENT: traceparent }
