import type { UpstreamBody } from '../../support/upstream.ts'
import { EXCEPTIONS, type Engine, type Exception } from './exceptions.ts'
import { losses } from './losses.ts'
import type { Situation } from './conversation.ts'

export type Rendered = { prompt: string } | { error: string }

export function createFindings(engine: Engine) {
  const used = new Set<Exception>()
  const unexpected = new Map<string, string[]>()
  let count = 0

  const isOf = ({ engines }: Exception) => engines?.includes(engine) ?? true
  const excuse = (template: string, fits: (exception: Exception) => boolean | undefined): boolean => {
    const fitting = EXCEPTIONS.filter(
      (one) => isOf(one) && one.templates.some((name) => template.startsWith(name)) && fits(one),
    )
    for (const exception of fitting) used.add(exception)
    return fitting.length > 0
  }
  const report = (finding: string, situation: Situation) =>
    unexpected.set(finding, [...(unexpected.get(finding) ?? []), situation.name])

  return {
    add(template: string, { situation, body }: { situation: Situation; body: UpstreamBody }, made: Rendered) {
      count++
      if ('error' in made) {
        if (!excuse(template, ({ raises }) => raises?.test(made.error)))
          report(`${template}: ${made.error}`, situation)
        return
      }
      for (const kind of losses(situation, body, made.prompt))
        if (!excuse(template, ({ loses }) => loses?.includes(kind)))
          report(`${template}: loses ${kind}`, situation)
    },
    count: () => count,
    unexpected: () => [...unexpected],
    unused: () =>
      EXCEPTIONS.filter((one) => isOf(one) && !used.has(one)).map(
        ({ templates, reason }) => `${templates.join()}: ${reason}`,
      ),
  }
}
