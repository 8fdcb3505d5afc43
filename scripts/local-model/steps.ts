import type { Exchange, Recorder } from './recorder.ts'

const MAX_SUMMARIES = 3

export interface Steps {
  run(title: string, step: () => Promise<string>): Promise<void>
  sent(): readonly Exchange[]
  readonly failed: readonly string[]
}

export function createSteps({ exchanges }: Recorder): Steps {
  const failed: string[] = []
  let begin = 0
  const sent = () => exchanges.slice(begin)
  return {
    sent,
    failed,
    async run(title, step) {
      begin = exchanges.length
      const startedAt = performance.now()
      let text: string
      let isGood = true
      try {
        text = await step()
        checkOneSlot(sent())
      } catch (error) {
        isGood = false
        failed.push(title)
        text = error instanceof Error ? error.message : String(error)
      }
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const shown = text.replaceAll(/\s+/g, ' ').slice(0, 200)
      console.log(`${isGood ? '✔' : '✖'} ${title} (${seconds} s; ${countsOf(sent())}): ${shown}`)
    },
  }
}

const countsOf = (sent: readonly Exchange[]): string => {
  const kinds = Object.entries(Object.groupBy(sent, ({ kind }) => kind))
  const prompts = sent.flatMap(({ prompt }) => prompt ?? [])
  const sum = (of: 'cached' | 'evaluated') => prompts.reduce((total, prompt) => total + prompt[of], 0)
  const requests = kinds.map(([kind, ofKind]) => `${ofKind.length} ${kind}`).join(', ') || 'no request'
  return `${requests}; tokens evaluated ${sum('evaluated')}, cached ${sum('cached')}`
}

function checkOneSlot(sent: readonly Exchange[]): void {
  const answers = sent.filter(({ kind }) => kind === 'answer')
  for (const { startedAt } of sent.filter(({ kind }) => kind === 'title')) {
    const earlier = answers.filter((answer) => answer.startedAt < startedAt)
    const isEarly = earlier.length === 0 || earlier.some(({ endedAt }) => (endedAt ?? Infinity) > startedAt)
    if (isEarly) throw new Error('The title was asked for before the answer ended.')
  }
}

export function checkSummaries(sent: readonly Exchange[]): void {
  const count = sent.filter(({ kind }) => kind === 'summary').length
  if (count > MAX_SUMMARIES)
    throw new Error(`One message sent ${count} requests for summaries, more than ${MAX_SUMMARIES}.`)
}

/**
 * Each request must reuse the server's cached tokens of the previous request, except up to this number, because a
 * chat template adds tokens after an answer.
 */
const SLACK_TOKENS = 16

export const totalOf = ({ prompt }: Exchange): number => (prompt ? prompt.cached + prompt.evaluated : 0)

export function checkPrefix({ prompt }: Exchange, tokensBefore: number): void {
  if ((prompt?.cached ?? 0) < tokensBefore - SLACK_TOKENS)
    throw new Error(
      `Of ${tokensBefore} tokens of the request before, the server used ${prompt?.cached} again.`,
    )
}
