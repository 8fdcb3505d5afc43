import { buffer } from 'node:stream/consumers'
import { cutText } from '#ground/base/cut-text.ts'
import { MAX_TEXT, type DocumentFormat, type DocumentText } from './format.ts'
import { READERS } from './readers.ts'

/**
 * Parses one document from standard input and writes one line of JSON. A crafted file may exploit a parser, so this
 * process has no secrets.
 */
const [format, baseUrl] = process.argv.slice(2) as [DocumentFormat, string?]
try {
  const [read, content] = await Promise.all([READERS[format](), buffer(process.stdin)])
  const { text, ...rest } = await read(content, baseUrl)
  answer({ ...rest, text: bounded(text) })
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) })
}

function bounded(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${cutText(text, MAX_TEXT)}\n… the rest is left out: the document holds ${text.length} characters.`
}

function answer(value: DocumentText | { error: string }): void {
  process.stdout.write(JSON.stringify(value))
}
