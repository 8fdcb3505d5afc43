import { parseJson } from '#ground/base/json/parse.ts'
import type { DocumentText } from '../format.ts'

/** JSON on many lines, so that it can be read in pieces. */
export async function readJsonDocument(content: Buffer): Promise<DocumentText> {
  return { title: null, text: JSON.stringify(parseJson(content.toString('utf8')), null, 1) }
}
