import { BadConfiguration } from '#ground/base/environment.ts'

export interface Finding {
  status: 'ok' | 'warn' | 'fail'
  subject: string
  message: string
  fix?: string
}

export const ok = (subject: string, message: string): Finding => ({ status: 'ok', subject, message })
export const warning = (subject: string, message: string, fix?: string): Finding => ({
  status: 'warn',
  subject,
  message,
  fix,
})
export const failure = (subject: string, message: string, fix?: string): Finding => ({
  status: 'fail',
  subject,
  message,
  fix,
})

export const isWhole = (findings: readonly Finding[]): boolean =>
  findings.every(({ status }) => status !== 'fail')

export async function findingsOf(
  checks: readonly (() => readonly Finding[] | Promise<readonly Finding[]>)[],
): Promise<Finding[]> {
  const findings = new Map<string, Finding>()
  for (const check of checks)
    for (const finding of await unlessWrong(check))
      findings.set(`${finding.status} ${finding.subject} ${finding.message}`, finding)
  return [...findings.values()]
}

/** Each invalid setting becomes a failure, so that the other checks still run. */
export async function unlessWrong(
  check: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return error.problems.map(({ variable, message }) => failure(variable, message))
  }
}
