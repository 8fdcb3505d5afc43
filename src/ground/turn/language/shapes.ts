export interface Sentences {
  budget(facts: BudgetFacts): string
  unpriced(model: string): string
  budgetUnavailable: string
  loop: string
  busy: string
  failed(kind: string): string
  modelFailed: Readonly<Record<ModelFault, string>>
  /** For people who cannot change the Hub: no names of settings, providers or addresses. */
  forPeople: Readonly<Record<OperatorFault, string>>
  shortened: { summary: string; partly: string; leftOut: string }
  leftOut: LeftOutSentences
  titles: Readonly<Record<TitleName, Title>>
}

export interface BudgetFacts {
  scope: 'hub' | 'person' | 'task'
  task: string
  period: 'day' | 'month'
  used: string
  held: string | null
  limit: string
  isTokens: boolean
  isUsedUp: boolean
  /** Epoch milliseconds. */
  resetsAt: number
}

export interface LeftOutSentences {
  moreFiles(count: number): string
  unread(name: string, problem: string): string
  inPart(name: string, shown: number, all: number): string
  onlyNames(reason: string, names: readonly string[], more: number): string
  kinds: Readonly<Record<'image' | 'pdf' | 'audio' | 'video', string>>
  kind(ability: string): string
  format(ability: string, format: string): string
  damaged: string
  bytes(size: string, limit: string): string
  side(pixels: number): string
  count: string
  total: string
  refused: string
  otherCopy: string
  otherFormat: string
  smaller: string
}

export type Title = Readonly<Record<'running' | 'done' | 'failed', string | ((name: string) => string)>>

export type TitleName =
  | 'listFiles'
  | 'searchFiles'
  | 'save'
  | 'write'
  | 'read'
  | 'readSkill'
  | 'runCommand'
  | 'noteSave'
  | 'noteList'
  | 'noteForget'
  | 'subAgent'
  | 'publish'
  | 'update'
  | 'connectAccount'
  | 'askPerson'
  | 'summarise'

export type ModelFault =
  | 'unauthorized'
  | 'rate_limited'
  | 'bad_request'
  | 'too_long'
  | 'unavailable'
  | 'timeout'
  | 'bad_answer'
  | 'window_too_small'

export type OperatorFault = Exclude<ModelFault, 'too_long'> | 'model_unpriced' | 'agent_busy'
