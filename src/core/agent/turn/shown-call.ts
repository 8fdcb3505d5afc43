import { shortened } from '#ground/base/cut-text.ts'
import { parseBoundedJson } from '#ground/base/json/parse.ts'
import { SECRET_NAME } from '#core/agent/tools/secret-masking.ts'

/**
 * Maximum UTF-16 units of a call's input and result on its card. A card is a preview: the full output is in the
 * answer or in a file.
 */
const MAX_INPUT_LENGTH = 1000
const MAX_RESULT_LENGTH = 2000

const HIDDEN = '[hidden]'

/** Omits the values of secrets. Undefined if there are no arguments. */
export function shownInput(input: string): string | undefined {
  let given: unknown
  try {
    given = parseBoundedJson(input)
  } catch {
    return SECRET_NAME.test(input) ? HIDDEN : shortened(input.trim(), MAX_INPUT_LENGTH) || undefined
  }
  const shown = JSON.stringify(given, withoutSecrets, 2)
  return shown === '{}' ? undefined : shortened(shown, MAX_INPUT_LENGTH)
}

export const shownResult = (text: string): string | undefined =>
  shortened(text.trim(), MAX_RESULT_LENGTH) || undefined

const withoutSecrets = (name: string, value: unknown): unknown =>
  SECRET_NAME.test(name) && value !== '' && value !== null ? HIDDEN : value
