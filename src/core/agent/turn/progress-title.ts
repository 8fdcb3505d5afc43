import { cutText } from '#ground/base/cut-text.ts'
import type { ToolProgress } from '#core/agent/tools/tool.ts'

/** Minimum time between titles of one call, because every open page receives each title. */
const MIN_INTERVAL_MS = 500

const MAX_MESSAGE = 200

export function createProgressTitle(
  { now }: { now(): number },
  show: (title: string) => void,
): { begin(title: string): void; report(progress: ToolProgress): void; end(): void } {
  let title: string | null = null
  let shownAt = -Infinity
  return {
    begin: (initial) => void (title = initial),
    report(progress) {
      const text = progressText(progress)
      if (title === null || text === '' || now() - shownAt < MIN_INTERVAL_MS) return
      shownAt = now()
      show(`${title} (${text})`)
    },
    end: () => void (title = null),
  }
}

export function progressText({ done, total, message }: ToolProgress): string {
  const count =
    total === undefined ? '' : total === 1 ? percent(done) : `${rounded(done)} of ${rounded(total)}`
  const words = cutText(message?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? '', MAX_MESSAGE)
  return [count, words].filter((part) => part !== '').join(': ')
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

const rounded = (value: number): number => Math.round(value * 100) / 100
