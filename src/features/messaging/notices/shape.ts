export type Cut = 'length' | 'unbegun' | 'filter' | 'withheld'

type Declined = 'unattended' | 'unclear'
type CallEnd = 'approved' | 'declined' | 'expired' | 'stale'
type Decided = 'done' | 'failed' | 'refused' | 'rejected' | 'expired'

export interface Notices {
  working: string
  retrying(reason: string, afterMs: number): string
  stopped: string
  nothingToStop: string
  began: string
  help: string
  noAccess: string
  blocked: string
  withdrawn: string
  failed: string
  inLog: string
  cutOff: string
  noWords: string
  declined: Readonly<Record<Declined, (server: string) => string>>
  decided: Readonly<Record<Decided, (summary: string) => string>>
  call: CallNotices
  result(link: string): string
  wholeResult(link: string): string
  whoami(person: { email: string; agent: string }): string
  cut: Readonly<Record<Cut, string>>
}

interface CallNotices {
  /** Button labels; at most 20 characters, WhatsApp's limit. */
  approve: string
  decline: string
  waits(link: string): string
  more(count: number): string
  decided: Readonly<Record<CallEnd, string>>
  already: Readonly<Record<'approved' | 'declined', string>>
  askAgain: Readonly<Record<'expired' | 'stale', string>>
  foreign: string
  forbidden: string
}

export const roundedDelay = (ms: number): { count: number; unit: 'second' | 'minute' } => {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120
    ? { count: seconds, unit: 'second' }
    : { count: Math.ceil(seconds / 60), unit: 'minute' }
}
