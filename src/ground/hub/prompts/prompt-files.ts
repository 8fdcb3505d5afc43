import { parse } from 'node:path'
import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { frontPartsOf } from '../front-parts.ts'
import type { HubProblem } from '../hub.ts'
import { lastGoodFiles, type LastGoodFiles } from '../last-good-files.ts'
import { MAX_PROMPT_LENGTH, type HubPrompt } from './schema.ts'
import { MAX_VARIABLES, partsOf, PROMPT_NAME, variablesOf } from './template.ts'

const line = z.string('expected text').trim()
const PromptKeys = z.strictObject({
  title: line.min(1, 'expected a title').max(200, 'expected at most 200 characters').nullish(),
  description: line.max(500, 'expected at most 500 characters').nullish(),
})

export const openPromptFiles = (root: string): LastGoodFiles<HubPrompt> =>
  lastGoodFiles({
    root,
    folder: 'prompts',
    isFile: (file) => isMeant(file) && PROMPT_NAME.test(parse(file).name.normalize('NFC')),
    misnamed: (file) =>
      isMeant(file)
        ? 'the name is typed after a slash, so it has letters, digits, - and _ only, at most 40'
        : null,
    parse: parsePromptFile,
  })

const isMeant = (file: string): boolean =>
  file.endsWith('.md') && !file.startsWith('.') && file.toLowerCase() !== 'readme.md'

export function parsePromptFile(
  content: string,
  name: string,
  file: string,
): Result<HubPrompt, HubProblem[]> {
  const parsed = frontPartsOf(PromptKeys, content, file)
  if (!parsed.ok) return parsed
  const { keys, body } = parsed.value
  const wrong = (message: string) => refused([{ file, line: null, column: null, message }])
  if (body === '') return wrong('the text of the prompt is missing')
  if (body.length > MAX_PROMPT_LENGTH) return wrong('the text has more than 20,000 characters')
  const parts = partsOf(body)
  if (variablesOf(parts).length > MAX_VARIABLES) return wrong(`more than ${MAX_VARIABLES} variables`)
  return accepted({
    name,
    title: keys.title ?? name,
    description: keys.description ?? '',
    parts,
  })
}
