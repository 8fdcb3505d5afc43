import { parseJson } from '#ground/base/json/parse.ts'
import type { DocumentText } from '../format.ts'

/** Breaks JSON into lines, so that the model can read it in pieces. */
export async function readJsonDocument(content: Buffer): Promise<DocumentText> {
  return { title: null, text: JSON.stringify(parseJson(content.toString('utf8')), null, 1) }
}
