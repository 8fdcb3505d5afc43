import { pipeline, Readable } from 'node:stream'
import { cutText } from '#ground/base/cut-text.ts'
import type { FileLine } from './lines.ts'

const MAX_RECORD = 1024 * 1024

/**
 * A quoted cell may contain line breaks.
 * @param start Beginning of the file with at least its first line, from which the delimiter is guessed.
 * @throws CsvError
 */
export async function* csvRecords(
  pieces: AsyncIterable<string>,
  start: string,
  maxCharacters: number,
): AsyncGenerator<FileLine[]> {
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter: delimiterOf(start),
    raw: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD,
  })
  pipeline(Readable.from(pieces), parser, () => {}) // the loop below throws the error of the pipeline
  for await (const { raw } of parser as AsyncIterable<{ raw: string }>) {
    const record = raw.replace(/^\n|[\r\n]+$/g, '')
    const text = cutText(record, maxCharacters)
    yield [{ text, rest: record.length - text.length }]
  }
}

const delimiterOf = (start: string): string => {
  const [line = ''] = start.split('\n', 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0]!
}
