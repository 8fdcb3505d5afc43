import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { toServerReport } from '../reported.ts'
import { changedBody } from './body.ts'
import { findRefusedFiles } from './files.ts'
import { changesOf, learnParameters, type TriedChanges } from './learn-parameters.ts'
import { createLearnedRefusals, type LearnedRefusals } from './learned.ts'
import { findFailureReport } from './error-text.ts'

const MAX_MODELS = 500

interface AnsweredRefusal {
  status: number
  text: string
}

export interface ServedRequest {
  body(given: object): object
  retry(refusal: AnsweredRefusal, sent: object): string | null
  accepted(): void
}

export function createServedModels(clock: Pick<Clock, 'now'>) {
  const models = new BoundedMap<string, LearnedRefusals>(MAX_MODELS)
  const learnedOf = (address: string, model: string): LearnedRefusals => {
    const key = JSON.stringify([address, model])
    const known = models.get(key) ?? createLearnedRefusals(clock)
    models.set(key, known)
    return known
  }
  return {
    request(address: string, model: string): ServedRequest {
      const learned = learnedOf(address, model)
      const tried: TriedChanges = { once: [], unproven: [] }
      return {
        body(given) {
          const changes = changesOf(learned, tried)
          if (changes.length === 0) return given
          return parseJson(changedBody(JSON.stringify(given), changes).toString()) as object
        },
        retry({ status, text }, sent) {
          const report = findFailureReport(toServerReport(text, { statusCode: status }))
          const found = report && learnParameters(report, sent, { learned, tried })
          return found && 'what' in found ? found.what : null
        },
        accepted: () => learned.addChanges(tried.unproven),
      }
    },

    refusesFiles: (address: string, model: string): boolean => learnedOf(address, model).refusesKind('image'),

    learnFiles(address: string, model: string, { text, status }: AnsweredRefusal): void {
      const report = findFailureReport(toServerReport(text, { statusCode: status }))
      const found = report && findRefusedFiles(report, new Map([['image', 1]]))
      if (found?.refuses === 'kinds') learnedOf(address, model).addKinds(['image'])
    },
  }
}
