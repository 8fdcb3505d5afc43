import type { AttentionKind, AttentionLevel } from '../../schema.ts'

/** The parts of an item that its title names. */
export interface TitleFacts {
  /** Display name of the Hub; empty for items that belong to no Hub. */
  hub: string
  /** Workflow, model, channel, person, key or names of a certificate. */
  subject: string
  count: number
  level: AttentionLevel
  budget: BudgetFacts | null
}

export interface BudgetFacts {
  scope: 'hub' | 'person' | 'task'
  period: 'day' | 'month'
  isExhausted: boolean
  /** Such as `85 %`, in the format of the language. */
  share: string
}

export interface NoticeWords {
  title: Readonly<Record<AttentionKind, (facts: TitleFacts) => string>>
  solved(title: string): string
  worse(title: string): string
  /** Subject of a notice about several items. */
  several(count: number): string
  more(count: number): string
  /** @param url Address of the page where the person changes the notices. */
  footer(url: string): string
  test: { subject: string; text: string }
}
