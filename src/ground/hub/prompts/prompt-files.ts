import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { frontPartsOf } from '../front-parts.ts'
import type { HubProblem } from '../hub.ts'
import { lastGoodFiles, type LastGoodFiles } from '../last-good-files.ts'
import type { HubPrompt } from './schema.ts'
import { MOST_VARIABLES, partsOf, PROMPT_NAME, variablesOf } from './template.ts'

const LONGEST = 20_000

const line = z.string('expected text').trim()
const PromptKeys = z.strictObject({
  title: line.min(1, 'expected a title').max(200, 'expected at most 200 characters').nullish(),
  description: line.max(500, 'expected at most 500 characters').nullish(),
})

/** @param root Real path of the Hub's folder. */
export const openPromptFiles = (root: string): LastGoodFiles<HubPrompt> =>
  lastGoodFiles({
    root,
    folder: 'prompts',
    isFile: (name) => nameIn(name) !== null,
    misnamed: (name) =>
      name.endsWith('.md') && !name.startsWith('.') && name.toLowerCase() !== 'readme.md'
        ? 'the name is typed after a slash, so it has letters, digits, - and _ only, at most 40'
        : null,
    parse: parsePromptFile,
  })

function nameIn(file: string): string | null {
  if (!file.endsWith('.md') || file.toLowerCase() === 'readme.md') return null
  const name = file.slice(0, -'.md'.length)
  return PROMPT_NAME.test(name) ? name : null
}

/**
 * Read a file of `prompts/`: the text, after front matter that need not be there.
 *
 * @param file Relative to the Hub's folder.
 */
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
  if (body.length > LONGEST) return wrong('the text has more than 20,000 characters')
  const parts = partsOf(body)
  if (variablesOf(parts).length > MOST_VARIABLES) return wrong(`more than ${MOST_VARIABLES} variables`)
  return accepted({
    name,
    title: keys.title ?? name,
    description: keys.description ?? '',
    parts,
  })
}
