/** One thing that was looked at. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail'
  /** What was looked at, such as `store` or `agent.md:3`. */
  subject: string
  message: string
  /** What to do about it. */
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
